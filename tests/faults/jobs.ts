import type { every } from "#server/runtime/jobs.ts";

type Job = Parameters<typeof every>[2];

/** The server's periodic jobs by name; here a job runs only when a test runs it. */
const jobs = new Map<string, Job>();

/** Replaces server/runtime/jobs.ts. */
export const jobsByHand = {
  every(_seconds: number, name: string, job: Job) {
    jobs.set(name, job);
    return async () => {};
  },
};

export async function runJob(name: string): Promise<void> {
  const job = jobs.get(name);
  if (!job) throw new Error(`There is no job "${name}": ${[...jobs.keys()].join(", ")}`);
  await job(new AbortController().signal);
}

/** Replaces server/backend/self-hosted/changes.ts, whose heartbeat would be counted. */
export const noChanges = {
  listenForChanges: async () => ({ isListening: () => true, age: () => 0, stop: async () => {} }),
};
