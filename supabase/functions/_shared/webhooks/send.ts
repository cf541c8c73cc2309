import { Webhook } from "standardwebhooks";
import { asServer } from "../database.ts";
import type { Host } from "../host.ts";
import { askChecked } from "../outgoing/ask.ts";
import { messageOf } from "../text.ts";
import type { Claim } from "./event.ts";
import { formatted } from "./formats.ts";

/** One slot for each possible webhook: an address that hangs takes one, and no other has to wait. */
const MAX_CONCURRENT = 20;
const LOOK_AGAIN_MS = 1_000;

/**
 * Sends the deliveries that are due, one at a time per address and in parallel across addresses; call it
 * regularly. While waiting for slow addresses, it keeps looking for more that are due.
 * @param signal stops it after the deliveries in progress
 */
export async function sendWebhooks(host: Host, signal?: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>();
  try {
    for (;;) {
      const claim =
        !signal?.aborted && underWay.size < MAX_CONCURRENT ? await claimNext(host) : null;
      if (claim) {
        const work: Promise<void> = deliver(host, claim).finally(() => underWay.delete(work));
        underWay.add(work);
      } else {
        if (underWay.size === 0) return;
        await Promise.race([...underWay, pause(LOOK_AGAIN_MS)]);
      }
    }
  } finally {
    // If a claim failed, the deliveries in progress still store their results.
    await Promise.all(underWay);
  }
}

const claimNext = (host: Host): Promise<Claim | null> => asServer(host)("webhook_claim", {});

/**
 * Sends one delivery now, as soon as no other is in progress to that address.
 * @param timeoutMs milliseconds after which `sendWebhooks` handles it
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

/** Never rejects: a delivery without a stored result is due again when its lease expires. */
async function deliver(host: Host, claim: Claim): Promise<void> {
  const began = Date.now();
  let body: string | undefined;
  const send = async () => {
    body = formatted(claim, host.env("SITE_URL"));
    const headers = headersOf(claim, body);
    return (host.ask ?? askChecked)(claim.url, { method: "POST", headers, body });
  };
  const how = await send().then(
    ({ status, answer, retryAfter }) => ({ status, answer, retry_after: retryAfter }),
    (error) => ({ problem: messageOf(error) }),
  );
  // Only the host of the address: a path can be a password.
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
