import {
  ANSWER_BYTES,
  checkAddresses,
  DEADLINE_MS,
  readable,
  readTarget,
  retryAfter,
  type Trouble,
  tooLate,
  Unanswered,
} from "./address.ts";
import type { Answer, Ask } from "./asked.ts";

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
export const askChecked: Ask = async (url, { method, headers, body, http, ms = DEADLINE_MS }) => {
  const { target, host } = readTarget(url, "public", http);
  const signal = AbortSignal.timeout(ms);
  try {
    checkAddresses(host, await addressesOf(host, signal), "public");
    const asked = { method, headers, body, redirect: "manual" as const, signal };
    return await answerOf(await fetch(target.href, asked), body !== undefined);
  } catch (error) {
    if (signal.aborted) throw tooLate(ms);
    if (error instanceof TypeError)
      throw new Unanswered(troubleOf(error), "The connection failed.");
    throw error;
  }
};

/** Deno only has words for it, in the error or its cause. They contain the address, which has no spaces. */
function troubleOf({ message, cause }: TypeError): Trouble {
  const words = `${message} ${cause instanceof Error ? cause.message : ""}`;
  if (/peer certificate/i.test(words)) return "certificate";
  return /connection refused/i.test(words) ? "refused" : "failed";
}

async function addressesOf(host: string, signal: AbortSignal): Promise<string[]> {
  const { Deno } = globalThis as Resolving;
  if (!Deno) throw new Unanswered("failed", "Not sent: names can't be looked up here.");
  if (/^[\d.]+$|:/.test(host)) return [host];
  const found = await Promise.allSettled(
    (["A", "AAAA"] as const).map((kind) => Deno.resolveDns(host, kind, { signal })),
  );
  signal.throwIfAborted();
  const addresses = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const isSilent = found.some((one) => one.status === "rejected" && one.reason.name !== "NotFound");
  if (addresses.length === 0 && isSilent)
    throw new Unanswered("no_answer", `${host} can't be found (DNS).`);
  return addresses;
}

async function answerOf(response: Response, wantsBody: boolean): Promise<Answer> {
  const read = new Uint8Array(ANSWER_BYTES);
  let length = 0;
  const reader = response.body?.getReader();
  try {
    while (wantsBody && length < ANSWER_BYTES) {
      const part = await reader?.read();
      if (!part || part.done) break;
      const head = part.value.subarray(0, ANSWER_BYTES - length);
      read.set(head, length);
      length += head.length;
    }
  } catch (error) {
    // The status has arrived: it is the result, whatever happens to the rest.
    console.warn(`a webhook's answer was cut off: ${error instanceof Error ? error.name : error}`);
  }
  reader?.cancel().catch(() => undefined);
  const { status, headers } = response;
  return {
    status,
    answer: readable(read.subarray(0, length)),
    retryAfter: retryAfter(headers.get("retry-after")),
    location: headers.get("location"),
  };
}
