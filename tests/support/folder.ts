import { chmodSync, mkdtempSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { FILE_FOLDER } from "../../scripts/run-folder.mjs";

const made: string[] = [];

/**
 * A temporary folder that the database's system user can enter, as DATA_DIR's parent must be. It is removed
 * after the test file.
 */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ld-test-"));
  made.push(folder);
  await chmod(folder, 0o755);
  return folder;
}

/** Removes the folders that `temporaryFolder` made. Call it after a test file. */
export async function removeFolders(): Promise<void> {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** Puts temporary folders of this test file into one of its own, so that a leftover names the file. */
export function enterFolderOf(testFile: string, run = tmpdir()): string {
  // Short, because a database's socket path below it has a length limit.
  const name = basename(testFile).replace(/\.(test|spec)\.tsx?$/, "");
  const folder = mkdtempSync(join(run, `${FILE_FOLDER}${name.slice(0, 20)}-`));
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return folder;
}
