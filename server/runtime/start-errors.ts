import { SettingError } from "./env.ts";

/** Startup failures that the operator can fix, matched by the system's message. */
const REASONS: [RegExp, (...found: string[]) => string][] = [
  [
    /\b(ENOSPC|EDQUOT|53100)\b|No space left on device|Check free disk space|Disk quota exceeded/,
    () =>
      "The disk is full. Free up space for DATA_DIR and the system's temporary files, then start again.",
  ],
  [
    /\b(EMFILE|ENFILE)\b|Too many open files|insufficient file descriptors/,
    () =>
      "This program's limit of open files is too low. Raise it to at least 1024 (ulimit -n 1024), then start again.",
  ],
  [
    /\b(EROFS)\b|Read-only file system/,
    () =>
      "The disk can be read but not written. Set DATA_DIR to a folder that this user may write to.",
  ],
  [
    /initialized by PostgreSQL version (\S+), which is not compatible with this version (\S+?)\.?(?:\s|$)/,
    (made = "", runs = "") =>
      `The database in DATA_DIR is from PostgreSQL ${made}, but this program includes PostgreSQL ${runs}. Make a backup with the version of this program that made it (npm run backup), and restore that into a new DATA_DIR.`,
  ],
];

/** @returns the one sentence to show instead of the cause, or the cause itself if unknown */
export function explainStart(cause: unknown): unknown {
  const words = wordsOf(cause);
  for (const [pattern, sentence] of REASONS) {
    const found = pattern.exec(words);
    if (found) return new SettingError(sentence(...found.slice(1)), { cause });
  }
  return cause;
}

/** Codes and messages of an error and its causes. */
export function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { code } = cause as { code?: unknown };
  return [code, cause.message, cause.cause && wordsOf(cause.cause)].filter(Boolean).join(" ");
}
