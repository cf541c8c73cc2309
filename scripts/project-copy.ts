import { cp, mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const LEFT_OUT = new Set(["node_modules", "build", "data", ".git", "test-results", "artifacts"]);

/** Copies the project, including uncommitted changes, for experiments. @returns the copy's folder */
export async function copyOfTheProject(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "ld-copy-"));
  await cp(".", copy, { recursive: true, filter: (path) => !LEFT_OUT.has(path) });
  await symlink(resolve("node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Environment for commands in a copy: hides the outer test run from an inner one. */
export const copyEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|TINYPOOL|NODE_ENV|TEST)/.test(name)),
);
