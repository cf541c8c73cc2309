import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { createRegistry } from "#server/http/metrics/index.ts";
import { health } from "#server/http/middleware/health.ts";
import { readEnv } from "#server/runtime/env.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { picture } from "#tests/support/samples/png.ts";
import { fakeS3 } from "#tests/support/stand-ins/s3.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An S3 with one bucket and one key. */
async function s3With(settings: Partial<Record<string, string>> = {}) {
  const s3 = await fakeS3({
    instead(request, response) {
      if (request.url?.startsWith("/site/")) return false;
      response.writeHead(404).end("<Code>NoSuchBucket</Code>");
      return true;
    },
  });
  closing.push(s3.close);
  return { ...s3, settings: { ...s3.settings, ...settings } };
}

const checked = async (settings: Record<string, string>) => {
  const env = readEnv({ DATA_DIR: await temporaryFolder(), ...settings });
  return openFiles(env).check();
};

test("the check writes, reads and deletes, and leaves nothing", async () => {
  const s3 = await s3With();
  await checked(s3.settings);
  expect(s3.stored.size).toBe(0);
  await checked({});
});

test.each([
  [{ S3_ACCESS_KEY_ID: "other" }, /^S3 refuses the key\./],
  [{ S3_BUCKET: "other" }, "S3 has no such bucket. Check S3_BUCKET."],
  [{ S3_ENDPOINT: "http://127.0.0.1:9" }, "S3 isn't responding. Check S3_ENDPOINT."],
])("says what is wrong with %j", async (wrong, sentence) => {
  const { settings } = await s3With(wrong);
  await expect(checked(settings as Record<string, string>)).rejects.toThrow(sentence);
});

test("detects a key that can write but not read", async () => {
  const s3 = await fakeS3({
    instead(request, response) {
      if (request.method !== "GET") return false;
      response.writeHead(403).end();
      return true;
    },
  });
  closing.push(s3.close);
  await expect(checked(s3.settings)).rejects.toThrow(/^S3 refuses the key\./);
});

test("starts with a wrong key, and reports it in log, /readyz and metrics", async () => {
  const { settings } = await s3With({ S3_ACCESS_KEY_ID: "other" });
  const lines: string[] = [];
  const t = await openTestBackend(settings as Record<string, string>, lines);
  closing.push(t.close);
  expect(lines.join()).toContain("files can't be stored: S3 refuses the key.");
  const incoming = { headers: { host: "localhost" }, socket: { remoteAddress: "127.0.0.1" } };
  const headers = { host: "localhost" };
  const readyz = await health(t.backend).request("/readyz", { headers }, { incoming });
  expect(readyz.status).toBe(200);
  expect(await readyz.text()).toMatch(/^files: S3 refuses the key\./m);
  const { registry } = createRegistry({ backend: t.backend, addresses: new Set() });
  expect(await registry.metrics()).toContain("loading_dock_files_up 0");
});

const PICTURE = "/storage/v1/object/public/media/uploads/dock.png";
const SMALL = "/storage/v1/render/image/public/media/uploads/dock.png?width=160&format=webp";

async function uploadTo(t: TestBackend, name: string) {
  const { buffer } = await picture("dock.png", "#1f6e4d", 2_000);
  return (await t.admin()).storage.from("media").upload(`uploads/${name}`, buffer);
}

test("pictures that can't be reached answer 503 and when to try again, and so does an upload", async () => {
  const lines: string[] = [];
  const t = await openTestBackend({}, lines);
  closing.push(t.close);
  expect((await uploadTo(t, "dock.png")).error).toBeNull();
  const media = join(t.env.dataDir, "media");
  await rename(media, `${media}-away`);
  await writeFile(media, "in its way");
  for (const path of [PICTURE, SMALL]) {
    const answer = await t.request(path);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await answer.json()).toMatchObject({
      message: "Files can't be reached right now. Try again in a minute.",
    });
  }
  expect(lines.join()).toContain("ENOTDIR");
  const { settings } = await s3With({ S3_BUCKET: "other" });
  const elsewhere = await openTestBackend(settings as Record<string, string>);
  closing.push(elsewhere.close);
  const admin = await elsewhere.admin();
  const { data } = await admin.auth.getSession();
  const refused = await elsewhere.request("/storage/v1/object/media/uploads/more.png", {
    method: "POST",
    headers: { authorization: `Bearer ${data.session?.access_token}`, "content-type": "image/png" },
    body: new Uint8Array((await picture("more.png", "#1f6e4d", 2_000)).buffer),
  });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(await refused.json()).toMatchObject({
    message: "Files can't be reached right now. Try again in a minute.",
  });
});

test("a picture is back as soon as its folder is", async () => {
  const t = await openTestBackend();
  closing.push(t.close);
  await uploadTo(t, "dock.png");
  const media = join(t.env.dataDir, "media");
  await rename(media, `${media}-away`);
  expect((await t.request(PICTURE)).status).toBe(503);
  await rename(`${media}-away`, media);
  expect((await t.request(PICTURE)).status).toBe(200);
});
