import { randomUUID } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import type { Env } from "#server/runtime/env.ts";
import type { MediaStore } from "./disk-store.ts";

/** Any storage that speaks S3, addressed by path: `<endpoint>/<bucket>/media/<version>`. */
export function s3Store(settings: NonNullable<Env["s3"]>): MediaStore {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", retries: 3 });
  const urlOf = (version: string) =>
    `${endpoint.replace(/\/+$/, "")}/${encodeURIComponent(bucket)}/media/${version}`;

  async function call(version: string, init: RequestInit, alsoFine?: number): Promise<Response> {
    const response = await client.fetch(urlOf(version), init);
    if (response.ok || response.status === alsoFine) return response;
    const reason = (await response.text()).slice(0, 300);
    throw new Error(`S3 answered ${response.status} to ${init.method} ${version}: ${reason}`);
  }

  return {
    async put(version, content, contentType) {
      // S3 wants the length first, and a form does not tell it: the file waits on disk meanwhile.
      const temporary = join(tmpdir(), `ld-upload-${randomUUID()}`);
      try {
        await pipeline(content, createWriteStream(temporary, { flags: "wx", mode: 0o600 }));
        const body = await openAsBlob(temporary);
        await call(version, { method: "PUT", body, headers: { "content-type": contentType } });
        return body.size;
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async read(version, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : undefined;
      const { body } = await call(version, { method: "GET", headers });
      if (!body) throw new Error(`S3 sent nothing for ${version}`);
      return body;
    },
    async remove(version) {
      const response = await call(version, { method: "DELETE" }, 404);
      await response.body?.cancel();
    },
  };
}
