// Placeholder until the schema lands.
// biome-ignore lint/suspicious/noExplicitAny: replaced by the schema's own types
export type Database = any;
