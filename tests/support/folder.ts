import { chmodSync, mkdtempSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { FILE_FOLDER } from "../../scripts/run-folder.mjs";

const made: string[] = [];

/**
 * A temporary folder that the database's own system user can enter, as DATA_DIR's parent must be. It is
 * removed after the test file.
 */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ld-test-"));
  made.push(folder);
  await chmod(folder, 0o755);
  return folder;
}

/** After a test file: what `temporaryFolder` made for it. */
export async function removeFolders(): Promise<void> {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** From now on temporary folders are made in one for this test file, so that a leftover names it. */
export function enterFolderOf(testFile: string, run = tmpdir()): string {
  // Short: a database's socket may lie below, whose path has a limit.
  const name = basename(testFile).replace(/\.(test|spec)\.tsx?$/, "");
  const folder = mkdtempSync(join(run, `${FILE_FOLDER}${name.slice(0, 20)}-`));
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return folder;
}
