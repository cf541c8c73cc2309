import { SettingError } from "#server/runtime/env.ts";
import { called, git, isSame, type Program } from "./program.ts";

/** How the program comes back. */
export interface ProgramPlan {
  /** a line for whoever decides */
  words: string;
  /** Whether this program can do it by itself. */
  byGit: boolean;
}

/**
 * @param from this program
 * @param to the one that wrote the data; left out: nobody wrote it down
 * @throws SettingError when git could bring it back but for something that is in the way
 */
export async function planProgram(from: Program, to: Program | undefined): Promise<ProgramPlan> {
  if (!to)
    return {
      words:
        "The backup does not say which program wrote it. Check out or install the one that ran before the upgrade by hand (git reflog tells which that was).",
      byGit: false,
    };
  if (isSame(from, to)) return { words: `It stays: ${called(to)}.`, byGit: false };
  if (!from.commit || !to.commit)
    return {
      words: `Here is no git history of it. Install ${called(to)} by hand, for example the image that ran before.`,
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
      `Files of the program were changed by hand, and git would not leave them so:\n${changed}\nPut them away (git stash), then run this again.`,
    );
  return { words: `From ${called(from)} to ${called(to)}, by git.`, byGit: true };
}

/** @throws SettingError when git does not */
export async function bringProgramBack({ commit }: Program): Promise<void> {
  await git("checkout", "--quiet", "--detach", String(commit)).catch((cause) => {
    throw new SettingError(
      `The data are back, and the program is not: ${String(cause.stderr || cause.message).trim()}\nMend that, then run npm run rollback -- --yes again.`,
      { cause },
    );
  });
}
