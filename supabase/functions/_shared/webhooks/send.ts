import { Webhook } from "standardwebhooks";
import { asServer } from "../database.ts";
import type { Host } from "../host.ts";
import type { Claim, Posted } from "./event.ts";
import { formatted } from "./formats.ts";
import { postChecked } from "./post-checked.ts";

/** As many as there can be webhooks: each address that hangs takes one hand, and none has to wait. */
const HANDS = 20;
const LOOK_AGAIN_MS = 1_000;

/**
 * Sends what is due to each address, one at a time to each and side by side; call it now and then. While an
 * address keeps it waiting, it goes on to look for what else is due.
 * @param signal ends it once what is under way has an end
 */
export async function sendWebhooks(host: Host, signal?: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>();
  for (;;) {
    const claim = !signal?.aborted && underWay.size < HANDS ? await claimNext(host) : null;
    if (claim) {
      const work: Promise<void> = deliver(host, claim).finally(() => underWay.delete(work));
      underWay.add(work);
    } else {
      if (underWay.size === 0) return;
      await Promise.race([...underWay, pause(LOOK_AGAIN_MS)]);
    }
  }
}

const claimNext = (host: Host): Promise<Claim | null> => asServer(host)("webhook_claim", {});

/**
 * Sends one delivery now, as soon as nothing else is on its way to that address.
 * @param timeoutMs milliseconds after which it is left to `sendWebhooks`
 */
export async function sendDelivery(
  host: Host,
  delivery: string,
  timeoutMs = 16_000,
): Promise<void> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const claim: Claim | null = await asServer(host)("webhook_claim", { delivery });
    if (claim) return deliver(host, claim);
    if (Date.now() > until) return;
    await pause(LOOK_AGAIN_MS / 4);
  }
}

/** Never rejects: what could not be written down comes up again when the lease is over. */
async function deliver(host: Host, claim: Claim): Promise<void> {
  const began = Date.now();
  const body = formatted(claim, host.env("SITE_URL"));
  const post = host.post ?? postChecked;
  const how = await post(claim.url, { headers: headersOf(claim, body), body }).then(
    ({ status, answer, retryAfter }: Posted) => ({ status, answer, retry_after: retryAfter }),
    (error) => ({ problem: error instanceof Error ? error.message : String(error) }),
  );
  // Never more of the address than its host: a path can be a password.
  const what = "problem" in how ? how.problem : `it answered ${how.status}`;
  if ("problem" in how || how.status >= 300)
    console.warn(`a webhook to ${new URL(claim.url).hostname} failed: ${what}`);
  const result = { ...how, body, ms: Date.now() - began };
  const { delivery, lease } = claim;
  await asServer(host)("webhook_settle", { delivery, lease, result }).catch((error) =>
    console.error(`a webhook's result was not stored: ${error}`),
  );
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function headersOf({ delivery, format, secrets }: Claim, body: string): Record<string, string> {
  const plain = { "content-type": "application/json", "user-agent": "Loading-Dock-Webhooks/1" };
  if (format !== "standard") return plain;
  const id = `msg_${delivery}`;
  const now = new Date();
  return {
    ...plain,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(" "),
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
