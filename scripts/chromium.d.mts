/** Its path: CHROMIUM_PATH, or the first one installed; undefined to use a library's own. */
export function chromiumPath(): string | undefined;
