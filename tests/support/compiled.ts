import { resolve } from "node:path";

/** For a server's environment: half of a start is reading TypeScript that the start before has read. */
export const compiled = {
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, "../../node_modules/.cache/compiled"),
};
