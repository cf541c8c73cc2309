import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  clusterFolders,
  finishInterruptedSwap,
  majorOfData,
  removeOldCluster,
  swapClusters,
} from "./cluster-folders.ts";

vi.mock("node:fs/promises", { spy: true });

let dataDir: string;
let folders: ReturnType<typeof clusterFolders>;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "ld-clusters-"));
  folders = clusterFolders(dataDir);
  make("live", 17);
  make("next", 18);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function make(which: keyof typeof folders, major: number) {
  mkdirSync(folders[which], { recursive: true });
  writeFileSync(join(folders[which], "PG_VERSION"), `${major}\n`);
}

test("replaces the old data, and keeps it until it is dropped", async () => {
  await swapClusters(dataDir);
  await finishInterruptedSwap(dataDir);
  expect([majorOfData(folders.live), majorOfData(folders.before)]).toEqual([18, 17]);
  await removeOldCluster(dataDir);
  expect([existsSync(folders.before), existsSync(folders.live)]).toEqual([false, true]);
});

test.each([
  ["before the swap", 0, 17],
  ["between its two renames", 1, 18],
] as const)("killed %s, the next start has data in their place", async (_, done, major) => {
  let renames = 0;
  const { rename: really } =
    await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises");
  vi.mocked(rename).mockImplementation(async (from, to) => {
    if (renames++ >= done) throw new Error("killed");
    await really(from, to);
  });
  await expect(swapClusters(dataDir)).rejects.toThrow("killed");
  vi.mocked(rename).mockImplementation(really);
  expect(existsSync(folders.live)).toBe(done === 0);
  await finishInterruptedSwap(dataDir);
  expect(majorOfData(folders.live)).toBe(major);
});

test("never activates incomplete data", async () => {
  rmSync(folders.live, { recursive: true });
  make("before", 17);
  await finishInterruptedSwap(dataDir);
  expect(majorOfData(folders.live)).toBe(17);
});

test("a folder without data has no version", () => {
  expect(majorOfData(dataDir)).toBeUndefined();
});
