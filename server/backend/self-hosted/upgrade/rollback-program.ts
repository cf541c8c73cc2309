import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { SettingError } from "#server/runtime/env.ts";
import { called, git, isSame, type Program, programFolder } from "./program.ts";

/** How the program is rolled back. */
export interface ProgramPlan {
  /** a sentence for the person who decides */
  words: string;
  /** Whether this program can do it with git. */
  byGit: boolean;
}

/**
 * @param from this program
 * @param to the one that wrote the data; omitted: it wasn't recorded
 * @throws SettingError when git could do it, but something is in the way
 */
export async function planProgram(from: Program, to: Program | undefined): Promise<ProgramPlan> {
  if (!to)
    return {
      words:
        "The backup doesn't say which program version wrote it. Check out or install the version from before the upgrade yourself (git reflog shows it).",
      byGit: false,
    };
  if (isSame(from, to)) return { words: `It stays: ${called(to)}.`, byGit: false };
  if (!from.commit || !to.commit)
    return {
      words: `There is no git history here. Install ${called(to)} by hand, for example the image that ran before.`,
      byGit: false,
    };
  await git("cat-file", "-e", `${to.commit}^{commit}`).catch((cause) => {
    throw new SettingError(
      `git does not have commit ${to.commit} here, which wrote that backup. Fetch it (git fetch --unshallow), then run this again.`,
      { cause },
    );
  });
  const changed = await git("status", "--porcelain", "--untracked-files=no");
  if (changed)
    throw new SettingError(
      `Program files have local changes that git would overwrite:\n${changed}\nStash them (git stash), then run this again.`,
    );
  const words = `From ${called(from)} to ${called(to)}`;
  if (await mayWrite()) return { words: `${words}, by git.`, byGit: true };
  return {
    words: `${words}. This user may not change ${programFolder}. When the data is back, run as root: cd ${programFolder} && git checkout --detach ${to.commit} && npm ci && npm run build && systemctl start loading-dock`,
    byGit: false,
  };
}

/** Whether git can check out here. With systemd, root owns the program, and commands run as the service. */
async function mayWrite(): Promise<boolean> {
  const tracked = await git("ls-tree", "-r", "-d", "-z", "--name-only", "HEAD");
  const folders = [".git", ".", ...tracked.split("\0")].map((name) => join(programFolder, name));
  const checks = folders.map((folder) => access(folder, constants.W_OK));
  return (await Promise.allSettled(checks)).every(
    // A missing folder is created with its parent's permissions.
    (check) => check.status === "fulfilled" || check.reason.code === "ENOENT",
  );
}

/** @throws SettingError when git fails */
export async function checkOutOldProgram({ commit }: Program): Promise<void> {
  await git("checkout", "--quiet", "--detach", String(commit)).catch((cause) => {
    throw new SettingError(
      `The data was restored, but the program wasn't: ${String(cause.stderr || cause.message).trim()}\nFix this, then run npm run rollback -- --yes again.`,
      { cause },
    );
  });
}
