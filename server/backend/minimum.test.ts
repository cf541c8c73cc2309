import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnv } from "#server/runtime/env.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { belowMinimum, type Resources } from "./minimum.ts";

const MB = 1024 * 1024;
const ENOUGH: Resources = { memory: 320 * MB, disk: 1024 * MB, handles: 1024 };
const EMBEDDED = readEnv({ WORKERS: "1" });
const DATABASE = readEnv({ DATABASE_URL: "postgres://site@localhost/site" });
const HOSTED = {
  SUPABASE_URL: "https://project.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_none",
};
const SUPABASE = readEnv(HOSTED);

test("does not warn about a machine that just meets the minimum", async () => {
  expect(await belowMinimum(EMBEDDED, ENOUGH)).toEqual([]);
  const { handles: _, ...unknown } = ENOUGH;
  expect(await belowMinimum(EMBEDDED, unknown)).toEqual([]);
  expect(await belowMinimum(DATABASE, { ...ENOUGH, disk: 128 * MB })).toEqual([]);
  expect(await belowMinimum(SUPABASE, { ...ENOUGH, memory: 192 * MB })).toEqual([]);
  const two = readEnv({ WORKERS: "2" });
  expect(await belowMinimum(two, { ...ENOUGH, memory: 576 * MB })).toEqual([]);
  expect(await belowMinimum(two, { ...ENOUGH, memory: 575 * MB })).toHaveLength(1);
});

test.each<[Partial<Resources>, string]>([
  [
    { memory: 256 * MB },
    "This process can use 256 MB of memory but needs 320 MB, so it may be killed under load. Raise the limit of its container or service, or give the machine more.",
  ],
  [
    { disk: 1000 * MB },
    "DATA_DIR's disk has 1000 MB free; at least 1024 MB is recommended. Below 512 MB, uploads are refused.",
  ],
  [
    { handles: 1023 },
    "This process can open only 1023 files and connections at once; it needs at least 1024. Raise the limit (ulimit -n, or LimitNOFILE in the unit).",
  ],
])("warns about %j", async (less, sentence) => {
  expect(await belowMinimum(EMBEDDED, { ...ENOUGH, ...less })).toEqual([sentence]);
});

test("neither creates nor checks DATA_DIR with Supabase", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  await belowMinimum(readEnv({ ...HOSTED, DATA_DIR: dataDir }));
  expect(existsSync(dataDir)).toBe(false);
});

test("reads the limits of the machine running the test", async () => {
  const shortages = await belowMinimum(EMBEDDED);
  // Only the memory of a test machine is known to be enough.
  expect(shortages.filter((sentence) => sentence.includes("of memory"))).toEqual([]);
});
