import type { every } from "#server/runtime/jobs.ts";

type Job = Parameters<typeof every>[2];

/** What a server does now and then, by name: here each runs when a test says so, and at no other time. */
const jobs = new Map<string, Job>();

/** In the place of server/runtime/jobs.ts. */
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

/** In the place of server/backend/self-hosted/changes.ts, whose heartbeat would be counted. */
export const noChanges = {
  listenForChanges: async () => ({ heard: () => true, age: () => 0, stop: async () => {} }),
};
