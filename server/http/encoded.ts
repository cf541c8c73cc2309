import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

type Compressed = "br" | "gzip";
type Encoding = Compressed | "identity";

interface Variant {
  body: Buffer;
  /** flat list of names and values, the fastest form for writeHead */
  headers: string[];
}

/** A complete response: bytes and headers per encoding, with nothing left to compute. */
export interface Encoded {
  status: number;
  etag: string;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
  notModified: string[];
  /** Adds a header to all variants. */
  say(name: string, value: string): void;
  /** Creates a compressed variant on first use; undefined if not compressible. */
  compress?: (encoding: Compressed) => Promise<void>;
}

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json|xml)|image\/svg)/;

/** The smallest window that covers the whole body, as brotli's power of two. */
const windowFor = ({ length }: Buffer) =>
  Math.min(
    Math.max(Math.ceil(Math.log2(length + 16)), constants.BROTLI_MIN_WINDOW_BITS),
    constants.BROTLI_MAX_WINDOW_BITS,
  );

/**
 * Compresses with a window of the body's size. Brotli would otherwise clear a 4 MB window for each body,
 * which costs more than compressing a page quickly.
 * @param quality 0 to 11
 */
export const brotli = (body: Buffer, quality: number) =>
  brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(body),
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });

const flat = (headers: OutgoingHttpHeaders) =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);

/** Brotli quality while someone waits: 40% less work than quality 4, and 5% more bytes. */
const QUICK = 3;

const quickly = {
  br: (body: Buffer) => brotli(body, QUICK),
  gzip: (body: Buffer) => gzipAsync(body, { level: 6 }),
};

/**
 * Prepares a response for all clients. It is compressed quickly the first time a client accepts an encoding
 * (`compress`). A cached response (`cached`) then also gets brotli 11, which takes some 70 ms for a page and runs
 * in the background, unless it was precompressed (`best`).
 */
export function encode(
  status: number,
  headers: Record<string, string>,
  body: Buffer,
  { cached, best }: { cached: boolean; best?: Buffer | undefined },
): Encoded {
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const common: Record<string, string> = { ...headers, etag, vary: "accept-encoding" };
  const variant = (bytes: Buffer, encoding: Encoding): Variant => ({
    body: bytes,
    headers: flat({
      ...common,
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
      "content-length": bytes.length,
    }),
  });
  const { "content-type": type = "", ...rest } = common;
  const encoded: Encoded = {
    status,
    etag,
    variants: { identity: variant(body, "identity") },
    notModified: flat(rest),
    say(name, value) {
      common[name] = value;
      const { br, gzip, identity } = encoded.variants;
      for (const form of [br?.headers, gzip?.headers, identity.headers, encoded.notModified])
        form?.push(name, value);
    },
  };
  if (body.length <= 256 || !COMPRESSIBLE.test(type)) return encoded;
  const put = (encoding: Compressed) => (bytes: Buffer) => {
    encoded.variants[encoding] = variant(bytes, encoding);
  };
  if (best) put("br")(best);
  const under: Partial<Record<Compressed, Promise<void>>> = {};
  encoded.compress = (encoding) => {
    under[encoding] ??= quickly[encoding](body).then(
      (bytes) => {
        put(encoding)(bytes);
        // Without the best one, the quick one stays.
        if (encoding === "br" && cached) brotli(body, 11).then(put("br"), () => {});
      },
      (cause) => {
        // The next request tries again.
        delete under[encoding];
        throw cause;
      },
    );
    return under[encoding];
  };
  return encoded;
}

const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;

/** The best encoding that the client accepts; `q=0` refuses one. @see RFC 9110 section 12.5.3 */
function acceptable(accept: string | null | undefined): Encoding {
  if (!accept) return "identity";
  if (TAKES_BROTLI.test(accept)) return "br";
  return TAKES_GZIP.test(accept) ? "gzip" : "identity";
}

/**
 * Compresses a page for the one client it was rendered for, in an encoding that the client accepts.
 * @param headers the response headers; this sets those about the encoding
 */
export async function encodeOnce(
  accept: string | null,
  headers: Headers,
  body: Buffer<ArrayBuffer>,
) {
  const encoding = acceptable(accept);
  const bytes = encoding === "identity" ? body : await quickly[encoding](body);
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  headers.set("vary", "accept-encoding");
  headers.set("content-length", String(bytes.length));
  return bytes;
}

/** Whether the client's copy is current. @see RFC 9110 section 13.1.2 */
const matches = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch === etag || ifNoneMatch === "*" || ifNoneMatch.includes(etag);

const acceptedBy = ({ headers }: IncomingMessage) =>
  acceptable(headers["accept-encoding"] as string | undefined);

/**
 * Writes a complete response to a GET or HEAD, unless it must first be compressed for this client.
 * @returns whether it was written
 */
export function send(req: IncomingMessage, res: ServerResponse, encoded: Encoded): boolean {
  const ifNoneMatch = req.headers["if-none-match"];
  if (ifNoneMatch && encoded.status === 200 && matches(ifNoneMatch, encoded.etag)) {
    res.writeHead(304, encoded.notModified);
    res.end();
    return true;
  }
  const { variants, compress } = encoded;
  const variant = variants[acceptedBy(req)] ?? (compress ? undefined : variants.identity);
  if (!variant) return false;
  res.writeHead(encoded.status, variant.headers);
  if (req.method === "HEAD") res.end();
  else res.end(variant.body);
  return true;
}

/** Writes the response, after compressing it for this client if needed. */
export async function sendCompressed(
  req: IncomingMessage,
  res: ServerResponse,
  encoded: Encoded,
): Promise<void> {
  if (send(req, res, encoded)) return;
  await encoded.compress?.(acceptedBy(req) as Compressed);
  send(req, res, encoded);
}
