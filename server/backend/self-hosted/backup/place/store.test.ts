import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { diskStore } from "#server/backend/storage/disk-store.ts";
import { readEnv } from "#server/runtime/env.ts";
import { openStore } from "./store.ts";

let folder: string | undefined;
afterEach(() => folder && rm(folder, { recursive: true }));

/** Fails before anybody can have started to read it. */
function failing() {
  const content = new Readable({ read() {} });
  process.nextTick(() => content.destroy(new Error("EIO: i/o error, read")));
  return content;
}

test.each([
  ["files", (path: string) => diskStore(path)],
  ["backups", (path: string) => openStore(readEnv({ BACKUP_TO: path, DATA_DIR: path }))],
])("treats content that fails before it is read as a refusal by %s", async (_, open) => {
  folder = await mkdtemp(join(tmpdir(), "ld-store-"));
  const store = open(folder);
  const content = failing();
  const stored = store.put("00000000-name", content, "image/png");
  // Node ends a process on an "error" event without a listener.
  expect(content.listenerCount("error")).toBe(1);
  await expect(stored).rejects.toThrow("EIO");
  const left = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});

test("removes no partial file when it is given up while the folder answers", async () => {
  folder = await mkdtemp(join(tmpdir(), "ld-store-"));
  const store = openStore(readEnv({ BACKUP_TO: folder, DATA_DIR: folder }));
  await writeFile(join(folder, "archive.part"), "");
  const givenUp = new AbortController();
  const cleared = store.clear(givenUp.signal);
  givenUp.abort();
  await expect(cleared).rejects.toThrow("aborted");
  expect(await readdir(folder)).toEqual(["archive.part"]);
});
