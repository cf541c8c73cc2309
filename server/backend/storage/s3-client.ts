import { randomUUID } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import type { Env } from "#server/runtime/env.ts";
import type { ByteRange } from "./disk-store.ts";

export type S3Settings = NonNullable<Env["s3"]>;

interface Listed {
  key: string;
  bytes: number;
}

/** One bucket of any storage that speaks S3, addressed by path: `<endpoint>/<bucket>/<key>`. */
export function s3Client({ endpoint, bucket, accessKeyId, secretAccessKey }: S3Settings) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", retries: 3 });
  const root = `${endpoint.replace(/\/+$/, "")}/${encodeURIComponent(bucket)}`;
  const pathOf = (key: string) => key.split("/").map(encodeURIComponent).join("/");

  async function call(address: string, init: RequestInit, alsoFine?: number): Promise<Response> {
    const response = await client.fetch(`${root}${address}`, init);
    if (response.ok || response.status === alsoFine) return response;
    const reason = (await response.text()).slice(0, 300);
    throw new Error(`S3 answered ${response.status} to ${init.method} ${address}: ${reason}`);
  }

  return {
    /**
     * S3 wants the length first, and a stream does not tell it: the bytes wait on disk meanwhile.
     * @param folder where they wait
     * @returns their number
     */
    async put(key: string, content: Readable, contentType: string, folder: string) {
      const temporary = join(folder, `ld-upload-${randomUUID()}`);
      try {
        await pipeline(content, createWriteStream(temporary, { flags: "wx", mode: 0o600 }));
        const body = await openAsBlob(temporary);
        const headers = { "content-type": contentType };
        const response = await call(`/${pathOf(key)}`, { method: "PUT", body, headers });
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
      const response = await call(`/${pathOf(key)}`, { method: "DELETE" }, 404);
      await response.body?.cancel();
    },

    /** Every object whose key begins so (ListObjectsV2). Keys must need no escaping in XML. */
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

const textOf = (xml: string, element: string) =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];

export const asReadable = (stream: ReadableStream) => Readable.fromWeb(stream as WebStream);
