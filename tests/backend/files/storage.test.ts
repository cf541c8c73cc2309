import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestBackend } from "#tests/support/backend.ts";
import { admin, bucket, picture, png, publicPath, t, upload, withSite } from "./storage-steps.ts";

withSite();

const MB = 1024 * 1024;

/** Every file under DATA_DIR/media, in any folder. */
async function filesOnDisk() {
  const entries = await readdir(join(t.env.dataDir, "media"), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test("a browser's File arrives byte for byte, typed by its content and not by its name", async () => {
  await upload("uploads/logo.exe", png, "logo.exe");
  const response = await t.request(publicPath("uploads/logo.exe"));
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
});

test("a raw body arrives byte for byte", async () => {
  const { data, error } = await bucket(admin).upload("uploads/raw.png", png, {
    contentType: "text/html",
  });
  expect(error).toBeNull();
  expect(data?.fullPath).toBe("media/uploads/raw.png");
  const response = await t.request(publicPath("uploads/raw.png"));
  expect(response.headers.get("content-type")).toBe("image/png");
  expect((await response.arrayBuffer()).byteLength).toBe(png.length);
});

test.each([
  ["a web page", "<!doctype html><svg></svg><script>alert(1)</script>"],
  ["a script", "alert(1)"],
  ["nothing", ""],
])("refuses %s named .png, and leaves nothing behind", async (_what, text) => {
  const before = await filesOnDisk();
  const { error } = await bucket(admin).upload("uploads/evil.png", new Blob([text]));
  expect(error).toMatchObject({ status: 415 });
  expect(await filesOnDisk()).toEqual(before);
  const row = await t.sql`select 1 from storage.objects where name = 'uploads/evil.png'`;
  expect(row).toHaveLength(0);
});

test("refuses a file above the limit, with or without its length", async () => {
  const tooLarge = Buffer.concat([png, Buffer.alloc(2 * MB)]);
  const { error } = await bucket(admin).upload("uploads/big.png", tooLarge);
  expect(error).toMatchObject({ status: 413, message: expect.stringContaining("2 MB") });
  const form = await bucket(admin).upload("uploads/big.png", new Blob([tooLarge]));
  expect(form.error).toMatchObject({ status: 413 });
  expect(await filesOnDisk()).not.toContainEqual(expect.stringContaining(".part"));
});

test("nothing is overwritten by accident, and a replacement keeps the address", async () => {
  await upload("uploads/same.png", png);
  const second = await bucket(admin).upload("uploads/same.png", png);
  expect(second.error).toMatchObject({ status: 409 });

  const jpeg = await picture("jpeg");
  const before = (await filesOnDisk()).length;
  const { error } = await bucket(admin).update(
    "uploads/same.png",
    new File([new Uint8Array(jpeg)], "n"),
  );
  expect(error).toBeNull();
  const response = await t.request(publicPath("uploads/same.png"));
  expect(response.headers.get("content-type")).toBe("image/jpeg");
  expect(await filesOnDisk()).toHaveLength(before);
});

test("a replacement canceled as its last bytes arrive keeps the old file", async () => {
  await upload("uploads/canceled.png", png);
  const { data } = await admin.auth.getSession();
  const canceled = new AbortController();
  const next = await picture("png", 800);
  const lastBytes = {
    pull(stream: ReadableStreamDefaultController) {
      canceled.abort();
      stream.enqueue(next);
      stream.close();
    },
  };
  const body = new ReadableStream(lastBytes, { highWaterMark: 0 });
  const init: RequestInit & { duplex: "half" } = {
    method: "PUT",
    headers: { authorization: `Bearer ${data.session?.access_token}` },
    body,
    duplex: "half",
    signal: canceled.signal,
  };
  const answer = await t.request("/storage/v1/object/media/uploads/canceled.png", init);
  expect(answer.status).toBe(400);
  const response = await t.request(publicPath("uploads/canceled.png"));
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
});

test("removing takes the row, the file and its resized copies", async () => {
  await upload("uploads/gone.png", png);
  await t.request("/storage/v1/render/image/public/media/uploads/gone.png?width=320&format=webp");
  const before = (await filesOnDisk()).length;
  const { data } = await bucket(admin).remove(["uploads/gone.png"]);
  expect(data).toMatchObject([{ name: "uploads/gone.png" }]);
  expect(await filesOnDisk()).toHaveLength(before - 1);
  expect((await t.request(publicPath("uploads/gone.png"))).status).toBe(404);
  expect(
    await t.sql`select 1 from loading_dock.files_to_remove where due_at <= now()`,
  ).toHaveLength(0);
});

test("lets visitors and strangers only read by address", async () => {
  await upload("uploads/kept.png", png);
  for (const client of [t.visitor(), await t.stranger()]) {
    const { error } = await bucket(client).upload("uploads/mine.png", png);
    expect(error?.message).toMatch(/Sign in first|Only an admin/);
    expect((await bucket(client).update("uploads/kept.png", png)).error).not.toBeNull();
    expect((await bucket(client).remove(["uploads/kept.png"])).data ?? []).toEqual([]);
    expect((await bucket(client).list("uploads")).data ?? []).toEqual([]);
  }
  expect((await t.request(publicPath("uploads/kept.png"))).status).toBe(200);
});

test("lets an admin list the folder", async () => {
  await upload("uploads/listed.png", png);
  const { data } = await bucket(admin).list("uploads", { search: "listed" });
  expect(data).toMatchObject([{ name: "listed.png", metadata: { mimetype: "image/png" } }]);
});

test("a 200 MB video streams into its file, and little of it is held in memory", async () => {
  const big = await openTestBackend({ MEDIA_MAX_MB: "250" });
  const {
    data: { session },
  } = await (await big.admin()).auth.getSession();
  const head = Buffer.from(
    "000000206674797069736f6d0000020069736f6d69736f32617663316d703431",
    "hex",
  );
  const chunk = new Uint8Array(MB);
  let sent = 0;
  let most = 0;
  /** MB that were sent but aren't in a file yet. */
  const held = async () => {
    const { dataDir } = big.env;
    const names = await readdir(dataDir, { recursive: true });
    const sizes = await Promise.all(
      // The upload may have been renamed to its final name by now.
      names.map((name) =>
        stat(join(dataDir, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    return sent - Math.max(0, ...sizes) / MB;
  };
  const body = new ReadableStream({
    async pull(controller) {
      most = Math.max(most, await held());
      controller.enqueue(sent === 0 ? new Uint8Array(head) : chunk);
      sent += 1;
      if (sent > 200) controller.close();
    },
  });
  const response = await big.request("/storage/v1/object/media/uploads/film.mp4", {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${session?.access_token}` },
    duplex: "half",
  } as RequestInit);
  expect(await response.json()).toMatchObject({ Key: "media/uploads/film.mp4" });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(16);
  const range = await big.request(publicPath("uploads/film.mp4"), {
    headers: { range: `bytes=${150 * MB}-${150 * MB + 9}` },
  });
  expect((await range.arrayBuffer()).byteLength).toBe(10);
  await big.close();
});
