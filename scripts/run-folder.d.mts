/** A folder in memory, if it has room, or else on disk. */
export function quickFolder(): string;

/** Prefix of a test file's own folder inside the run's folder. */
export const FILE_FOLDER: string;

/** Prefix of folders that are removed with this run. */
export function runPrefix(): string;

/** Points TMPDIR to a folder for this run. `close` removes it, and throws when something is left in it. */
export function openRunFolder(): { folder: string; close(): void };
