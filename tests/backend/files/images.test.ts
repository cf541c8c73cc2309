import type { ChildProcess } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { MediaStore } from "#server/backend/storage/disk-store.ts";
import { createResizer, imageVariants, variantsFolder } from "#server/backend/storage/images.ts";
import { createStorage, type StorageParts } from "#server/backend/storage/index.ts";
import type { StoredObject } from "#server/backend/storage/objects.ts";
import { now } from "#tests/support/clock.ts";
import { picture } from "#tests/support/samples/png.ts";

const { fork } = vi.hoisted(() => ({ fork: vi.fn() }));
vi.mock("node:child_process", async (original) => {
  const all = await original<typeof import("node:child_process")>();
  fork.mockImplementation(all.fork);
  return { ...all, fork };
});

let cache: string;
let png: Buffer<ArrayBufferLike>;
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), "ld-images-"));
  png = (await picture("box.png")).buffer;
});
afterAll(() => rm(cache, { recursive: true, force: true }));

const file = (version: string): StoredObject => ({
  id: version,
  version,
  size: png.length,
  type: "image/png",
  updatedAt: now(),
});

/** A store that returns files on demand, and counts the pending reads. */
function heldStore() {
  const waiting: (() => void)[] = [];
  const read = vi.fn(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return new Blob([new Uint8Array(png)]).stream();
  });
  const store: Pick<MediaStore, "read"> = { read };
  return { store: store as MediaStore, read, waiting, letOne: () => waiting.shift()?.() };
}

test("resizes two images at a time, and queues the rest", async () => {
  const { store, read, waiting, letOne } = heldStore();
  const variant = imageVariants(store, cache, { check: async () => {} });
  const made = ["v1", "v2", "v3", "v4"].map((version) => variant(file(version), 160, "webp"));
  for (const [begun, left] of [
    [2, 2],
    [3, 2],
    [4, 2],
    [4, 1],
  ]) {
    // The first image waits for its process, too.
    await vi.waitFor(() => expect([read.mock.calls.length, waiting.length]).toEqual([begun, left]));
    letOne();
  }
  letOne();
  for (const { body, type } of await Promise.all(made)) {
    expect(type).toBe("image/webp");
    await body.cancel();
  }
});

test("resizes once for simultaneous requests", async () => {
  const { store, read, letOne } = heldStore();
  const variant = imageVariants(store, cache, { check: async () => {} });
  const both = [variant(file("same"), 160, "webp"), variant(file("same"), 160, "webp")];
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  letOne();
  for (const { body } of await Promise.all(both)) await body.cancel();
  expect(read).toHaveBeenCalledTimes(1);
});

/**
 * Requests a file and its resized copy from a storage whose file "gone" has just been removed, and whose
 * file "going" is removed after it was read.
 */
function askedFor(rows: (StoredObject | undefined)[]) {
  const read = async (version: string) => {
    if (version === "gone") throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    const bytes = new Blob([new Uint8Array(png)]).stream();
    if (version !== "going") return bytes;
    const folder = variantsFolder(cache, version);
    const removeFolder = async () => {
      await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1));
      await rm(folder, { recursive: true });
    };
    return bytes.pipeThrough(new TransformStream({ flush: removeFolder }));
  };
  const store = { read } as Partial<MediaStore> as MediaStore;
  const variants = imageVariants(store, cache, { check: async () => {} });
  const ask = (name: "file" | "variant") => {
    const left = [...rows];
    const objects = { find: async () => left.shift() };
    const storage = createStorage({ objects, store, variants } as unknown as StorageParts);
    const request = new Request("http://site.test/one.png?width=160&format=webp");
    return storage[name]({ key: "one.png", request } as Parameters<
      (typeof storage)[typeof name]
    >[0]);
  };
  return { file: () => ask("file"), variant: () => ask("variant") };
}

test("a file that is removed while it is served is not found", async () => {
  const { file: plain, variant } = askedFor([file("gone"), undefined]);
  for (const ask of [plain, variant]) await expect(ask()).rejects.toMatchObject({ status: 404 });
});

test("a file that is removed before it is resized is not found", async () => {
  const { variant } = askedFor([file("going"), undefined]);
  await expect(variant()).rejects.toMatchObject({ status: 404 });
});

test("a file that is replaced while it is served is the new one", async () => {
  const { file: plain, variant } = askedFor([file("gone"), file("new")]);
  for (const [ask, etag] of [
    [plain, '"new"'],
    [variant, '"new-160-webp"'],
  ] as const) {
    const answer = await ask();
    expect(answer.headers.get("etag")).toBe(etag);
    await answer.body?.cancel();
  }
});

test("a file whose bytes are missing is an error", async () => {
  const { file: plain, variant } = askedFor([file("gone"), file("gone")]);
  for (const ask of [plain, variant]) await expect(ask()).rejects.toThrow("no such file");
});

test("refuses an image when a hundred wait", async () => {
  const { store, waiting, letOne } = heldStore();
  const variant = imageVariants(store, cache, { check: async () => {} });
  const made = Array.from({ length: 102 }, (_, n) => variant(file(`many-${n}`), 160, "webp"));
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  await expect(variant(file("one-more"), 160, "webp")).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
  });
  const emptied = Promise.all(made.map(async (work) => (await work).body.cancel()));
  // Not injected: Polls until every request has its image.
  const letAll = setInterval(letOne, 1);
  await emptied;
  clearInterval(letAll);
});

test("resizes images in their own process, which ends when idle", async () => {
  const resize = createResizer(1);
  const [source, target] = [join(cache, "source.png"), join(cache, "target.webp")];
  await writeFile(source, png);
  const work = { source, target, width: 160, format: "webp" } as const;
  expect(await resize(work)).toEqual({ id: 1 });
  const children = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap");
  await vi.waitFor(() => expect(children()).toEqual([]));
  expect((await readFile(target)).subarray(8, 12).toString(), "starts over").toBe("WEBP");
  expect(await resize(work)).toEqual({ id: 2 });
});

test("reports an invalid image and an unwritable folder", async () => {
  const resize = createResizer(1);
  const [source, target] = [join(cache, "words.png"), join(cache, "none", "target.webp")];
  await writeFile(source, "words");
  const work = { source, target, width: 160, format: "webp" } as const;
  expect(await resize(work)).toEqual({ id: 1, problem: "no image" });
  await writeFile(source, png);
  expect(await resize(work)).toMatchObject({
    problem: "not written",
    message: expect.stringMatching(/ENOENT/),
  });
});

test("fails requests of a lost process, and starts a new one", async () => {
  const resize = createResizer();
  const [source, target] = [join(cache, "lost.png"), join(cache, "lost.webp")];
  await writeFile(source, png);
  const work = { source, target, width: 160, format: "webp" } as const;
  const lost = resize(work);
  const started = fork.mock.results.at(-1)?.value as ChildProcess;
  started.kill("SIGKILL");
  await expect(lost).rejects.toThrow("the process that works with images ended");
  expect(await resize(work)).toEqual({ id: 2 });
});
