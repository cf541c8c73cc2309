import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noWarnings } from "./no-warnings.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "ld-bundle-"));
  await writeFile(join(root, "seed.js"), "export const seed = [1];");
  await writeFile(join(root, "late.js"), 'export default () => import("./seed.js");');
  await writeFile(join(root, "twice.js"), 'import "./seed.js"; import("./seed.js");');
});
afterAll(() => rm(root, { recursive: true, force: true }));

const built = (input: string) =>
  build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [noWarnings()],
    build: { write: false, rolldownOptions: { input: join(root, input) } },
  });

test("passes a build without warnings", async () => {
  await expect(built("late.js")).resolves.toBeDefined();
});

test("fails a build whose lazy module is also loaded at once", async () => {
  await expect(built("twice.js")).rejects.toThrow("INEFFECTIVE_DYNAMIC_IMPORT");
});
