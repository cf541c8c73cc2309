import { Resolver } from "node:dns/promises";
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import {
  ANSWER_BYTES,
  checkAddresses,
  DEADLINE_MS,
  type Reach,
  readable,
  readTarget,
  retryAfter,
  tooLate,
  Unanswered,
} from "#supabase/functions/_shared/outgoing/address.ts";
import type { Answer, Ask } from "#supabase/functions/_shared/outgoing/asked.ts";

const DNS_MS = 5_000;

interface Options {
  reach: Reach;
  /** name servers, like "127.0.0.1:5353"; default: those of the machine */
  nameServers?: string[];
  /** replaces `checkAddresses` */
  check?: typeof checkAddresses;
}

/**
 * Sends a request to an address that somebody typed. It resolves the name once, checks every result, and
 * connects to a checked address, so a later DNS change has no effect. It doesn't follow redirects, and
 * reads only the first kilobytes of a response.
 */
export function safeFetch({ reach, nameServers, check = checkAddresses }: Options): Ask {
  return async (url, { method, headers, body, http: plain, ms = DEADLINE_MS }) => {
    const { target, host } = readTarget(url, reach, plain);
    const signal = AbortSignal.timeout(ms);
    const addresses = isIP(host) ? [host] : await lookUp(host, Math.min(ms, DNS_MS), nameServers);
    check(host, addresses, reach);
    const { request } = target.protocol === "https:" ? https : http;
    const sending = request(target, {
      method,
      headers:
        body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
      agent: false,
      lookup: pinnedTo(addresses),
      signal,
    });
    return answerTo(sending, body, signal, ms);
  };
}

/**
 * Asks the machine's name servers directly. `dns.lookup` would block a thread that file access needs too,
 * for as long as a name server doesn't respond.
 */
async function lookUp(host: string, deadline: number, nameServers?: string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  const timer = setTimeout(() => resolver.cancel(), deadline);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  clearTimeout(timer);
  const found = [four, six].flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const silent = [four, six].find((one) => one.status === "rejected" && isSilence(one.reason));
  if (found.length === 0 && silent)
    throw new Unanswered("no_answer", `${host} can't be found (DNS).`);
  return found;
}

const isSilence = ({ code }: { code?: string }) =>
  code === "ETIMEOUT" || code === "ECANCELLED" || code === "ECONNREFUSED" || code === "ESERVFAIL";

const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, done) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) done(null, all);
    else done(null, all[0]?.address ?? "", all[0]?.family);
  };

function answerTo(
  sending: ClientRequest,
  body: string | undefined,
  signal: AbortSignal,
  ms: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    sending.on("error", (error: NodeJS.ErrnoException) =>
      reject(signal.aborted ? tooLate(ms) : unanswered(error)),
    );
    sending.on("response", (response) => resolve(readAnswer(response, body !== undefined)));
    sending.end(body);
  });
}

/** The status has arrived, so the request succeeded, whatever happens to the rest. */
async function readAnswer(response: IncomingMessage, wantsBody: boolean): Promise<Answer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    if (wantsBody)
      for await (const part of response) {
        parts.push(part);
        length += part.length;
        if (length >= ANSWER_BYTES) break;
      }
  } catch (error) {
    console.warn(`a webhook's answer was cut off: ${(error as NodeJS.ErrnoException).code}`);
  }
  response.destroy();
  return {
    status: response.statusCode ?? 0,
    answer: readable(Buffer.concat(parts).subarray(0, ANSWER_BYTES)),
    retryAfter: retryAfter(response.headers["retry-after"]),
    location: response.headers.location ?? null,
  };
}

/** Never with the message of the error, which may contain the address. */
function unanswered({ code = "" }: NodeJS.ErrnoException): Unanswered {
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code))
    return new Unanswered("certificate", `Its certificate can't be trusted (${code}).`);
  const trouble = code === "ECONNREFUSED" ? "refused" : "failed";
  return new Unanswered(trouble, `The connection failed (${code || "no reason given"}).`);
}
