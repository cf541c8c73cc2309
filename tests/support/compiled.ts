import { tmpdir } from "node:os";
import { join } from "node:path";

/** For a server's environment: half of a start is reading TypeScript that the start before has read. */
export const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), "ld-compiled") };
