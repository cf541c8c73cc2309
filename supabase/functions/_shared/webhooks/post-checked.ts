import {
  ANSWER_BYTES,
  checkAddresses,
  DEADLINE_MS,
  readable,
  readTarget,
  retryAfter,
  TOO_LATE,
} from "./address.ts";
import type { Posted, PostOutside } from "./event.ts";

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
export const postChecked: PostOutside = async (url, { headers, body }) => {
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
