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
import type { Claim, Posted, PostOutside } from "./event.ts";
import { formatted } from "./formats.ts";

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

interface Resolving {
  Deno?: {
    resolveDns(name: string, kind: "A" | "AAAA", options: object): Promise<string[]>;
  };
}

/**
 * Sends where there is only the network's own `fetch`, on Supabase's edge runtime: what the name leads to is
 * checked just before, and no redirect is followed. `fetch` looks the name up once more by itself, so the
 * connection can't be held to the address that was checked; there it leaves from a machine that has nothing
 * else to reach.
 */
const postChecked: PostOutside = async (url, { headers, body }) => {
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
      const kept = part.value.subarray(0, ANSWER_BYTES - length);
      read.set(kept, length);
      length += kept.length;
      if (length === ANSWER_BYTES) break;
    }
  } catch (error) {
    // Its status has come: that is the answer, however it goes on.
    console.warn(`a webhook's answer was cut off: ${error instanceof Error ? error.name : error}`);
  }
  reader?.cancel().catch(() => undefined);
  const { status, headers } = response;
  const answer = readable(read.subarray(0, length));
  return { status, answer, retryAfter: retryAfter(headers.get("retry-after")) };
}
