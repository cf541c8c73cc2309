import { Webhook } from "standardwebhooks";
import { asServer } from "../database.ts";
import type { Host } from "../host.ts";
import {
  ANSWER_BYTES,
  checkAddresses,
  DEADLINE_MS,
  readable,
  readTarget,
  retryAfter,
  TOO_LATE,
} from "./address.ts";
import type { Claim, Posted, PostWebhook } from "./event.ts";
import { formatted } from "./formats.ts";

/** One slot for each possible webhook: an address that hangs takes one, and no other has to wait. */
const HANDS = 20;
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
      const claim = !signal?.aborted && underWay.size < HANDS ? await claimNext(host) : null;
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
  const body = formatted(claim, host.env("SITE_URL"));
  const post = host.post ?? postChecked;
  const how = await post(claim.url, { headers: headersOf(claim, body), body }).then(
    ({ status, answer, retryAfter }: Posted) => ({ status, answer, retry_after: retryAfter }),
    (error) => ({ problem: error instanceof Error ? error.message : String(error) }),
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

interface Resolving {
  Deno?: {
    resolveDns(name: string, kind: "A" | "AAAA", options: object): Promise<string[]>;
  };
}

/**
 * For Supabase's edge runtime, which only has `fetch`. It checks the host's addresses just before sending,
 * and follows no redirects. `fetch` resolves the name again, so the connection may go to another address
 * than the checked one. There it starts from a machine that can reach nothing else of value.
 */
const postChecked: PostWebhook = async (url, { headers, body }) => {
  const { target, host } = readTarget(url, "public");
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    checkAddresses(host, await addressesOf(host, signal), "public");
    const response = await fetch(target.href, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal,
    });
    return await answerOf(response);
  } catch (error) {
    if (signal.aborted) throw new Error(TOO_LATE);
    if (error instanceof TypeError) throw new Error("The connection failed.");
    throw error;
  }
};

async function addressesOf(host: string, signal: AbortSignal): Promise<string[]> {
  const { Deno } = globalThis as Resolving;
  if (!Deno) throw new Error("Not sent: names can't be looked up here.");
  if (/^[\d.]+$|:/.test(host)) return [host];
  const found = await Promise.allSettled(
    (["A", "AAAA"] as const).map((kind) => Deno.resolveDns(host, kind, { signal })),
  );
  signal.throwIfAborted();
  return found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}

async function answerOf(response: Response): Promise<Posted> {
  const read = new Uint8Array(ANSWER_BYTES);
  let length = 0;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const head = part.value.subarray(0, ANSWER_BYTES - length);
      read.set(head, length);
      length += head.length;
      if (length === ANSWER_BYTES) break;
    }
  } catch (error) {
    // The status has arrived: it is the result, whatever happens to the rest.
    console.warn(`a webhook's answer was cut off: ${error instanceof Error ? error.name : error}`);
  }
  reader?.cancel().catch(() => undefined);
  const { status, headers } = response;
  const answer = readable(read.subarray(0, length));
  return { status, answer, retryAfter: retryAfter(headers.get("retry-after")) };
}
