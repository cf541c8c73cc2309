import { createHash } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { Env } from "#server/runtime/env.ts";
import type { ByteRange } from "./disk-store.ts";

export type S3Settings = NonNullable<Env["s3"]>;

/** An S3 request without a response for this long is aborted, and the caller may retry. */
const QUIET_MS = 30_000;
/** bytes per second of the slowest connection that we support */
const SLOWEST = 64 * 1024;
/** How often a request is repeated that S3 answered with 429 or 5xx. */
const RETRIES = 3;

/** S3 refused a request or didn't respond. */
export class S3Error extends Error {
  override name = "S3Error";
  /** of the response; omitted: there was none */
  readonly status: number | undefined;

  constructor(message: string, status?: number, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

interface Listed {
  key: string;
  bytes: number;
}

/**
 * One bucket of any S3-compatible storage, addressed by path: `<endpoint>/<bucket>/<key>`.
 * @param quietMs maximum wait for a response, in addition to the time for sending
 */
export function s3Client(
  { endpoint, bucket, accessKeyId, secretAccessKey }: S3Settings,
  quietMs = QUIET_MS,
) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3" });
  const root = `${endpoint.replace(/\/+$/, "")}/${encodeURIComponent(bucket)}`;
  const pathOf = (key: string) => key.split("/").map(encodeURIComponent).join("/");

  /**
   * The client's own `fetch` passes the signal inside a Request. Node forgets that signal at the next
   * garbage collection, so a silent S3 would never be given up.
   */
  async function send(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    for (let retry = 0; ; retry++) {
      const response = await fetch(await client.sign(url, init), { signal });
      const mayPass = response.status === 429 || response.status >= 500;
      if (!mayPass || retry === RETRIES) return response;
      await response.body?.cancel();
      await delay(Math.random() * 50 * 2 ** retry, undefined, { signal });
    }
  }

  /** @param bytes of the request body; receiving a response has no time limit */
  async function call(
    address: string,
    init: RequestInit,
    { alsoFine, bytes = 0 }: { alsoFine?: number; bytes?: number } = {},
  ): Promise<Response> {
    const limit = new AbortController();
    const asked = `${init.method} ${address}`;
    const late = new S3Error(`S3 did not answer ${asked} in time.`);
    const timer = setTimeout(() => limit.abort(late), quietMs + (bytes / SLOWEST) * 1000);
    const response = await send(`${root}${address}`, init, limit.signal)
      .catch((cause) => {
        if (limit.signal.aborted) throw late;
        throw new S3Error(`S3 did not answer ${asked}: ${reasonOf(cause)}`, undefined, cause);
      })
      .finally(() => clearTimeout(timer));
    if (response.ok || response.status === alsoFine) return response;
    const reason = (await response.text()).slice(0, 300);
    throw new S3Error(`S3 answered ${response.status} to ${asked}: ${reason}`, response.status);
  }

  return {
    /**
     * S3 requires the length first, but a stream has none, so a temporary file stores the bytes.
     * @param temporary its path; a leftover of a killed process is overwritten
     * @returns the number of bytes
     */
    async put(key: string, content: Readable, contentType: string, temporary: string) {
      await mkdir(dirname(temporary), { recursive: true });
      try {
        const md5 = createHash("md5");
        const weighed = new Transform({
          transform(chunk, _encoding, done) {
            md5.update(chunk);
            done(null, chunk);
          },
        });
        await pipeline(content, weighed, createWriteStream(temporary, { mode: 0o600 }));
        const body = await openAsBlob(temporary);
        // Makes every S3 refuse data that was changed in transit (BadDigest).
        const headers = { "content-type": contentType, "content-md5": md5.digest("base64") };
        const put = { method: "PUT", body, headers };
        const response = await call(`/${pathOf(key)}`, put, { bytes: body.size });
        await response.body?.cancel();
        return body.size;
      } finally {
        await rm(temporary, { force: true });
      }
    },

    async get(key: string, range?: ByteRange): Promise<ReadableStream> {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : undefined;
      const { body } = await call(`/${pathOf(key)}`, { method: "GET", headers });
      if (!body) throw new Error(`S3 sent nothing for ${key}`);
      return body;
    },

    async remove(key: string) {
      const response = await call(`/${pathOf(key)}`, { method: "DELETE" }, { alsoFine: 404 });
      await response.body?.cancel();
    },

    /** Every object with this key prefix (ListObjectsV2). Keys must need no escaping in XML. */
    async list(prefix: string): Promise<Listed[]> {
      const listed: Listed[] = [];
      let after: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (after) query.set("continuation-token", after);
        const xml = await (await call(`?${query}`, { method: "GET" })).text();
        for (const [, content = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = textOf(content, "Key");
          if (key) listed.push({ key, bytes: Number(textOf(content, "Size")) });
        }
        after = textOf(xml, "NextContinuationToken");
      } while (after);
      return listed;
    },
  };
}

/** The reason behind fetch's "fetch failed". */
const reasonOf = ({ message, cause }: Error & { cause?: { code?: string } }) =>
  cause?.code ?? message;

const textOf = (xml: string, element: string) =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
