export const NODE_FLAGS: readonly string[];
export const NODE_SETTINGS: Readonly<Record<string, string>>;
