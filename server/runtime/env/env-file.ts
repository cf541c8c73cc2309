import { readFileSync } from "node:fs";
import { SettingError } from "#server/runtime/env.ts";

const FLAG = "--env-file-if-exists=";

/**
 * Refuses a settings file that exists and can't be read: Node continues as if there were none, and the defaults
 * would start another, empty site.
 * @param flags Node's own, which name the file
 */
export function refuseUnreadableFile(flags = process.execArgv): void {
  for (const flag of flags) {
    if (!flag.startsWith(FLAG)) continue;
    const file = flag.slice(FLAG.length);
    try {
      readFileSync(file);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === "ENOENT") continue;
      throw new SettingError(
        `${file} can't be read by this user (${code}). Let this user read it, for example with chmod or chown, or remove it.`,
        { cause },
      );
    }
  }
}
