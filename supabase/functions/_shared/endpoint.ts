import { type Host, hostOf } from "./host.ts";
import { HttpError } from "./http-error.ts";

/** An error response; a function's callers read its message and its status, but no code. */
export const refused = (status: number, message: string) =>
  new HttpError(status, "refused", message);

export interface Call {
  request: Request;
  host: Host;
  /** the JSON object of the request; empty for GET and for `reads` */
  body: Record<string, unknown>;
}

interface Endpoint {
  method: "GET" | "POST";
  /** it reads the request's body itself, with its own bounds */
  reads?: true;
  /** allowed query parameters; our server refuses others before it calls the function */
  query?: readonly string[];
  /** Returns the JSON of a success, or throws an error made by `refused`. */
  answer(call: Call): Promise<unknown>;
  /** The JSON of a failure, in the shape that the function's callers read. */
  failure(message: string): unknown;
}

const MAX_BODY_BYTES = 64 * 1024;

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers":
    "authorization, x-client-info, apikey, content-type, traceparent, tracestate, baggage",
  "access-control-max-age": "86400",
};

/**
 * A function as Supabase's edge runtime and our server run it: the part that all functions share.
 * Refuses other methods (405), bodies over 64 KB (413) and bodies that aren't a JSON object (400).
 */
export function endpoint({ method, reads, query = [], answer, failure }: Endpoint) {
  const headers = { ...CORS, "access-control-allow-methods": `${method}, OPTIONS` };
  const fail = (status: number, message: string) =>
    Response.json(failure(message), {
      status,
      headers: status === 405 ? { ...headers, allow: `${method}, OPTIONS` } : headers,
    });

  return {
    query,
    /** @param given a `Host` if our server calls; see host.ts */
    async fetch(request: Request, given?: unknown): Promise<Response> {
      if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
      if (request.method !== method) return fail(405, `Use ${method} for this function.`);
      try {
        const body = method === "GET" || reads ? {} : await readJsonObject(request);
        return Response.json(await answer({ request, host: hostOf(given), body }), { headers });
      } catch (error) {
        if (error instanceof HttpError) return fail(error.status, error.message);
        console.error(error instanceof Error ? error.message : error);
        return fail(500, "Something went wrong on the server. Please try again.");
      }
    },
  };
}

async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const parsed = parseJson(new TextDecoder().decode(await readBytes(request, MAX_BODY_BYTES)));
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw refused(400, "The request must be a JSON object.");
  return parsed as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(400, "The request is not valid JSON.");
  }
}

/** @throws HttpError 413 as soon as more than this many bytes arrived */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const tooLarge = () => refused(413, "The request is too large.");
  const declared = Number(request.headers.get("content-length"));
  if (declared > most) throw tooLarge();
  let bytes = new Uint8Array(declared || 65_536);
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const needed = length + part.value.byteLength;
    if (needed > most) throw tooLarge();
    if (needed > bytes.length) {
      const larger = new Uint8Array(Math.min(Math.max(needed, 2 * bytes.length), most));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(part.value, length);
    length = needed;
  }
  return bytes.subarray(0, length);
}
