import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder that the database's own system user can enter, as DATA_DIR's parent must be. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ld-test-"));
  await chmod(folder, 0o755);
  return folder;
}
