import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, expect } from "vitest";
import { enterFolderOf, removeFolders } from "./folder.ts";
import "./patience.ts";

// Runs before each test file, which has a temporary folder of its own where nothing stays.
const run = tmpdir();
const folder = enterFolderOf(expect.getState().testPath ?? "");
afterAll(async () => {
  await removeFolders();
  process.env.TMPDIR = run;
  expect(readdirSync(folder), "left behind in the temporary folder").toEqual([]);
});
