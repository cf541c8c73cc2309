/** Its path: the setting's, or the first that is there; undefined where a library's own will do. */
export function chromiumPath(): string | undefined;
