import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompress, brotliDecompressSync, gunzipSync, gzip } from "node:zlib";
import { expect, test, vi } from "vitest";
import { brotli, encodeOnce, encode as layOut, send, sendCompressed } from "./encoded.ts";

vi.mock("node:zlib", async (original) => {
  const real = await original<typeof import("node:zlib")>();
  return { ...real, brotliCompress: vi.fn(real.brotliCompress), gzip: vi.fn(real.gzip) };
});
/** What the next compression does instead. */
const fails = ((...asked: unknown[]) =>
  (asked.at(-1) as (error: Error) => void)(new Error("out of memory"))) as typeof gzip;

const HTML = { "content-type": "text/html; charset=utf-8", "x-own": "1" };
const LONG = Buffer.from("a box, ".repeat(100));

/** A response with all its variants. */
async function encode(...asked: Parameters<typeof layOut>) {
  const encoded = layOut(...asked);
  await Promise.all([encoded.compress?.("br"), encoded.compress?.("gzip")]);
  return encoded;
}

/** Converts a flat list of names and values to an object. */
const pairs = (flat: readonly string[]) =>
  Object.fromEntries(flat.flatMap((name, i) => (i % 2 ? [] : [[name, flat[i + 1]]])));

/** What is sent in response to a request with these headers. */
function sent(encoded: Parameters<typeof send>[2], headers: object, method = "GET") {
  const res = { writeHead: vi.fn(), end: vi.fn() };
  send({ method, headers } as IncomingMessage, res as unknown as ServerResponse, encoded);
  const [status, flat] = res.writeHead.mock.calls[0] as [number, string[]];
  return { status, headers: pairs(flat), body: res.end.mock.calls[0]?.[0] as Buffer | undefined };
}
const accept = (encoding: string) => ({ "accept-encoding": encoding });

test("encodes a response in every encoding, and declares it", async () => {
  const encoded = await encode(200, HTML, LONG, { cached: false });
  const { identity, br, gzip } = encoded.variants;
  const common = { ...HTML, etag: encoded.etag, vary: "accept-encoding" };
  const laidOut = (variant: typeof identity | undefined, encoding?: string) =>
    expect(pairs(variant?.headers ?? [])).toEqual({
      ...common,
      ...(encoding && { "content-encoding": encoding }),
      "content-length": String(variant?.body.length),
    });
  laidOut(identity);
  laidOut(br, "br");
  laidOut(gzip, "gzip");
  expect(identity.body).toBe(LONG);
  expect(brotliDecompressSync(br?.body ?? "")).toEqual(LONG);
  expect(gunzipSync(gzip?.body ?? "")).toEqual(LONG);
  const { "content-type": _, ...rest } = common;
  expect(pairs(encoded.notModified)).toEqual(rest);
  expect(encoded.etag).toMatch(/^W\/"[\w-]{22}"$/);
});

test.each([
  ["text/css", 257, true],
  ["application/json", 257, true],
  ["application/manifest+json", 257, true],
  ["image/svg+xml", 257, true],
  ["text/css", 256, false],
  ["image/png", 9_999, false],
  ["x-text/css", 9_999, false],
])("compresses %s of %i bytes: %s", async (type, length, compressed) => {
  const body = Buffer.alloc(length, "a");
  const { variants } = await encode(200, { "content-type": type }, body, { cached: false });
  expect("br" in variants).toBe(compressed);
});

test("sends responses without a type unchanged", async () => {
  expect(Object.keys((await encode(200, {}, LONG, { cached: true })).variants)).toEqual([
    "identity",
  ]);
});

test("compresses a cached page again at the highest level, once", async () => {
  const text = Buffer.from(Array.from({ length: 2_000 }, (_, n) => `${n * 7919} boxes`).join());
  const [quick, best] = await Promise.all([brotli(text, 3), brotli(text, 11)]);
  expect(best.length).toBeLessThan(quick.length);
  const cached = layOut(200, HTML, text, { cached: true });
  // Nothing else is awaited: by the end of another compression, the best one may have replaced this one.
  await cached.compress?.("br");
  expect(cached.variants.br?.body).toEqual(quick);
  expect(layOut(200, HTML, text, { cached: true, best: LONG }).variants.br?.body).toBe(LONG);
  await vi.waitFor(() => expect(cached.variants.br?.body).toEqual(best));
  expect(pairs(cached.variants.br?.headers ?? [])["content-encoding"]).toBe("br");
  const passing = await encode(200, HTML, text, { cached: false });
  await brotli(text, 11);
  await brotli(text, 11);
  expect(passing.variants.br?.body).toEqual(quick);
});

test("tries again after a compression that failed", async () => {
  const encoded = layOut(200, HTML, LONG, { cached: false });
  vi.mocked(gzip).mockImplementationOnce(fails);
  await expect(encoded.compress?.("gzip")).rejects.toThrow("out of memory");
  await encoded.compress?.("gzip");
  expect(gunzipSync(encoded.variants.gzip?.body ?? "")).toEqual(LONG);
});

test("keeps the quick form of a cached page when the best one can't be made", async () => {
  const quick = await brotli(LONG, 3);
  const compress = vi.mocked(brotliCompress);
  compress.mockClear();
  const real = compress.getMockImplementation() as typeof brotliCompress;
  compress.mockImplementationOnce(real).mockImplementationOnce(fails as typeof brotliCompress);
  const cached = layOut(200, HTML, LONG, { cached: true });
  // A rejection that nobody handles would fail the whole run.
  await cached.compress?.("br");
  await brotli(LONG, 3);
  expect(compress).toHaveBeenCalledTimes(3);
  expect(cached.variants.br?.body).toEqual(quick);
});

// A stream's first bits encode its window size: RFC 7932, section 9.1.
test.each([
  [10, "0100001"],
  [1_000, "0100001"],
  [60_000, "0"],
  [70_000, "0000001"],
  [140_000, "0011"],
  [20_000_000, "1111"],
])("compresses a body of %i bytes with a window of its size, not 4 MB", async (length, bits) => {
  const [first = 0] = await brotli(Buffer.alloc(length, "a box, "), 3);
  expect(first.toString(2).padStart(8, "0").slice(-bits.length)).toBe(bits);
});

const TAKEN: [accept: string | undefined, encoding: string | undefined][] = [
  [undefined, undefined],
  ["", undefined],
  ["gzip, deflate, br", "br"],
  ["br;q=0.1", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.00, gzip;q=0.5", "gzip"],
  ["br ; q=0", undefined],
  ["gzip;q=0", undefined],
  ["gzip ; q=0.0,br;q=0", undefined],
  ["gzip;q=0.01", "gzip"],
  ["deflate, zstd", undefined],
  ["brotli, gzipped", undefined],
];

test.each(TAKEN)("a reader who takes %j gets %s", async (header, encoding) => {
  const encoded = await encode(200, HTML, LONG, { cached: false });
  const out = sent(encoded, header === undefined ? {} : accept(header));
  expect(out.headers["content-encoding"]).toBe(encoding);
  expect(out.body).toBe(encoded.variants[(encoding ?? "identity") as "br"]?.body);

  const headers = new Headers();
  const bytes = await encodeOnce(header ?? null, headers, LONG);
  expect(headers.get("content-encoding") ?? undefined).toBe(encoding);
  expect(headers.get("content-length")).toBe(String(bytes.length));
  expect(headers.get("vary")).toBe("accept-encoding");
  const read = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""];
  expect(read ? read(bytes) : bytes).toEqual(LONG);
});

test("sends a response unchanged without a common encoding", async () => {
  const encoded = await encode(200, HTML, Buffer.from("short"), { cached: false });
  expect(sent(encoded, accept("br")).body?.toString()).toBe("short");
});

test("compresses once for simultaneous requests", async () => {
  const encoded = layOut(200, HTML, LONG, { cached: false });
  const compress = vi.spyOn(encoded as Required<typeof encoded>, "compress");
  const ask = (headers: object) => {
    const res = { writeHead: vi.fn(), end: vi.fn() };
    const req = { method: "GET", headers } as IncomingMessage;
    return { req, res: res as unknown as ServerResponse, end: res.end };
  };
  const asWhole = ask({});
  expect(send(asWhole.req, asWhole.res, encoded)).toBe(true);
  const first = ask(accept("br"));
  expect(send(first.req, first.res, encoded)).toBe(false);
  expect(first.end).not.toHaveBeenCalled();
  const second = ask(accept("br"));
  await Promise.all([first, second].map(({ req, res }) => sendCompressed(req, res, encoded)));
  expect(first.end.mock.calls[0]?.[0]).toBe(second.end.mock.calls[0]?.[0]);
  expect(brotliDecompressSync(first.end.mock.calls[0]?.[0])).toEqual(LONG);
  expect(compress.mock.calls).toEqual([["br"], ["br"]]);
  expect(Object.keys(encoded.variants)).toEqual(["identity", "br"]);
});

test("answers HEAD with headers only", async () => {
  const encoded = await encode(200, HTML, LONG, { cached: false });
  const { status, headers, body } = sent(encoded, {}, "HEAD");
  expect([status, headers["content-length"], body]).toEqual([200, String(LONG.length), undefined]);
});

test("answers 304 for the current copy, and sends it otherwise", async () => {
  const encoded = await encode(200, HTML, LONG, { cached: false });
  const ask = (tag: string) => sent(encoded, { "if-none-match": tag });
  for (const tag of [encoded.etag, "*", `"other", ${encoded.etag}`]) {
    const { status, headers, body } = ask(tag);
    expect([status, body, headers.etag]).toEqual([304, undefined, encoded.etag]);
    expect(headers).not.toHaveProperty("content-length");
  }
  expect(ask('W/"other"').status).toBe(200);
  const missing = await encode(404, HTML, LONG, { cached: false });
  expect(sent(missing, { "if-none-match": missing.etag }).status).toBe(404);
});
