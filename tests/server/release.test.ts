import { execFileSync } from "node:child_process";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/folder.ts";
import { copyEnv, copyOfTheProject } from "../../scripts/project-copy.ts";

let project: string;
let unpacked: string;
beforeAll(async () => {
  project = await copyOfTheProject();
  unpacked = await temporaryFolder();
  await cp("build", join(project, "build"), { recursive: true });
  run(project, "git", "init", "--quiet");
  run(project, "git", "add", "--all");
  run(project, "git", ...author, "commit", "--quiet", "--message", "A release");
});
afterAll(async () => {
  for (const folder of [project, unpacked]) await rm(folder, { recursive: true, force: true });
});

const author = ["user.name=A", "user.email=a@example.com", "commit.gpgsign=false"].flatMap(
  (setting) => ["-c", setting],
);
const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, env: copyEnv, encoding: "utf8", stdio: "pipe" });
const release = () => run(project, process.execPath, "scripts/release.mjs");

test("a release is built, needs no Git, and has only what is committed", async () => {
  const [, archive = ""] = /Written: (\S+\.tar\.gz)/.exec(release()) ?? [];
  run(project, "tar", "-xzf", archive, "-C", unpacked, "--strip-components=1");
  expect(run(unpacked, process.execPath, "scripts/build.mjs")).toBe("");
  // The check can fail: another text is another program.
  await writeFile(join(unpacked, "app/root.tsx"), "");
  expect(() => run(unpacked, process.execPath, "scripts/build.mjs", "--check")).toThrow(
    /has changed since its last build/,
  );
  await writeFile(join(project, "app/unfinished.tsx"), "");
  expect(release).toThrow(/There are uncommitted changes/);
});
