import { readdir } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { s3Client } from "#server/backend/storage/s3-client.ts";
import { readEnv } from "#server/runtime/env.ts";
import { collectGarbage } from "#server/runtime/v8/gc-when-idle.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { fakeS3 } from "#tests/support/stand-ins/s3.ts";

let close = () => {};
afterEach(() => close());

async function clientOf(behaviour: Parameters<typeof fakeS3>[0], quietMs?: number) {
  const s3 = await fakeS3(behaviour);
  close = s3.close;
  const { s3: settings } = readEnv(s3.settings);
  if (!settings) throw new Error("no settings");
  return { client: s3Client(settings, quietMs), stored: s3.stored };
}

test("refuses a file that arrives in S3 changed, and keeps nothing of it", async () => {
  const folder = await temporaryFolder();
  const waiting = join(folder, "file.part");
  const { client, stored } = await clientOf({ carried: (sent) => sent.subarray(1) });
  await expect(
    client.put("media/one", Readable.from(["content"]), "text/plain", waiting),
  ).rejects.toThrow("BadDigest");
  expect(stored.size).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test("gives up on a silent S3, also after a garbage collection", async () => {
  const instead = () => {
    collectGarbage();
    return true;
  };
  const { client } = await clientOf({ instead }, 500);
  const waiting = join(await temporaryFolder(), "file.part");
  const sent = client.put("media/one", Readable.from(["content"]), "text/plain", waiting);
  await expect(sent).rejects.toThrow("S3 did not answer PUT /media/one in time.");
});

test("repeats what S3 answers with 503, up to three times", async () => {
  let times = 0;
  const instead = (_request: unknown, response: ServerResponse) => {
    times++;
    response.writeHead(503).end();
    return true;
  };
  const { client } = await clientOf({ instead });
  await expect(client.get("media/one")).rejects.toThrow("S3 answered 503 to GET /media/one");
  expect(times).toBe(4);
});

test("does not accept a truncated response as a file", async () => {
  const { client, stored } = await clientOf({
    instead(request, response) {
      if (request.method !== "GET") return false;
      response.writeHead(200, { "content-length": 1_000 });
      response.write("half", () => response.destroy());
      return true;
    },
  });
  stored.set("/site/media/one", { body: Buffer.from("whole"), type: "text/plain" });
  await expect(new Response(await client.get("media/one")).text()).rejects.toThrow();
});
