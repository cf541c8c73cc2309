import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, expect } from "vitest";
import { enterFolderOf, removeFolders } from "./folder.ts";
import "./timeouts.ts";

// Runs before each test file, which gets its own temporary folder and must leave nothing in it.
const run = tmpdir();
const folder = enterFolderOf(expect.getState().testPath ?? "");
afterAll(async () => {
  await removeFolders();
  process.env.TMPDIR = run;
  expect(readdirSync(folder), "left behind in the temporary folder").toEqual([]);
});
