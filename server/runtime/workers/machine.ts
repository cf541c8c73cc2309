import { availableParallelism, totalmem } from "node:os";

const MB = 1024 * 1024;

/** Bytes that one process of the site needs; docs/deploy.md says how they were measured. */
export const PROCESS_BYTES = 320 * MB;
/** Bytes that one more worker needs, under load (bench:workers). */
export const WORKER_BYTES = 256 * MB;

/** What this process may use. */
export interface Machine {
  cores: number;
  /** bytes: the machine's, or the limit of its cgroup */
  memory: number;
}

export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  // Without a limit this is 0 or larger than any machine's memory.
  memory: Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
});
