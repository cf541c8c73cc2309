import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBefore } from "#server/backend/self-hosted/migrations/baseline.ts";

const ROOT = join(import.meta.dirname, "..");
const PUBLISHED = 83;

const files = await filesBefore();
const manual = readFileSync(join(ROOT, "docs/deploy.md"), "utf8");
const [, about = ""] = /^### From before the baseline\n(.+?)\n\*\*/ms.exec(manual) ?? [];

/** A shell script's output, run in the repository, which another system user may own. */
const shell = (script: string) =>
  execFileSync("sh", ["-ec", script], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
    },
  }).trim();

function hasWholeHistory(): boolean {
  try {
    return shell("git rev-parse --is-shallow-repository") === "false";
  } catch {
    return false;
  }
}

test("the archive has the listed migrations in their order", () => {
  const listed = readFileSync(join(ROOT, "supabase/before-baseline.txt"), "utf8")
    .trim()
    .split("\n");
  expect(files.map(({ file }) => file.slice(0, 14))).toEqual(listed);
  expect(listed).toHaveLength(93);
});

test("the manual's command finds the version with the 83 published migrations", () => {
  expect(about).toContain("in a complete clone (`git fetch --unshallow` completes one)");
  const [, gone, commit] = /^gone=(.+)\ngit checkout (".+")$/m.exec(about) ?? [];
  expect(gone).toBe(files[PUBLISHED - 1]?.file);
  // A shallow clone or an unpacked archive can't answer; the manual says so.
  if (!hasWholeHistory()) return;
  const listed = shell(`gone=${gone}; git ls-tree ${commit} supabase/migrations/`);
  const blobs = listed.split("\n").map((line) => {
    const [, hash, file] = /^\S+ blob (\S+)\tsupabase\/migrations\/(.+)$/.exec(line) ?? [];
    return { file, hash };
  });
  expect(blobs).toEqual(
    files.slice(0, PUBLISHED).map(({ file, text }) => ({ file, hash: blobHash(text) })),
  );
});

const blobHash = (text: string) =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex");
