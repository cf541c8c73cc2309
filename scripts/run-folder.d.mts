export const MEMORY: string;

/** What the name of a test file's own folder in it starts with. */
export const FILE_FOLDER: string;

/** What the name of a folder starts with that is removed with this run. */
export function runPrefix(): string;

/** Points TMPDIR to a folder of this run. `close` removes it, and throws when something is in it. */
export function openRunFolder(): { folder: string; close(): void };
