import { execFile, spawnSync } from "node:child_process";
import { appendFile, mkdir, mkdtemp, rm, statfs, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MB = 1024 * 1024;
const SLACK = 16 * MB;

function full(error: NodeJS.ErrnoException) {
  if (error.code !== "ENOSPC") throw error;
}

/**
 * A small separate disk: a file with an ext4 file system, mounted on a loop device.
 * @throws with an explanation if this user may not mount
 */
export async function smallDisk(megabytes: number) {
  const home = await mkdtemp(join(tmpdir(), "chaos-disk-"));
  const image = join(home, "image");
  const folder = join(home, "disk");
  await mkdir(folder);
  await writeFile(image, "");
  await truncate(image, megabytes * MB);
  try {
    await run("mkfs.ext4", ["-q", "-m", "0", image]);
    await run("mount", ["-o", "loop", image, folder]);
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw new Error(
      "This scenario makes its own disk: run it as root, where mount and mkfs.ext4 are allowed.",
      { cause: error },
    );
  }
  // Processes on a frozen disk couldn't exit.
  process.once("exit", () => {
    for (const command of ["fsfreeze --unfreeze", "umount -l"])
      spawnSync("sh", ["-c", `${command} ${folder} 2>/dev/null`]);
  });
  await rm(join(folder, "lost+found"), { recursive: true, force: true });
  const ballast = join(folder, "ballast");
  const free = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return {
    folder,
    free,
    /** Fills the disk until `left` bytes are free. */
    async fill(left: number) {
      await rm(ballast, { force: true });
      // The file system needs some space for itself.
      const bytes = (await free()) - Math.max(SLACK, left);
      await run("fallocate", ["-l", String(bytes), ballast]);
      if (left === 0) await appendFile(ballast, Buffer.alloc(SLACK)).catch(full);
    },
    /** Frees the space. */
    empty: () => rm(ballast, { force: true }),
    /** Blocks every write until `thaw`. */
    freeze: () => run("fsfreeze", ["--freeze", folder]),
    thaw: () => run("fsfreeze", ["--unfreeze", folder]),
    async remove() {
      await run("umount", ["-l", folder]);
      await rm(home, { recursive: true, force: true });
    },
  };
}
