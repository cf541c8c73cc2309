import { mkdir, readFile } from "node:fs/promises";
import type { Env } from "#server/runtime/env.ts";
import { PROCESS_BYTES, thisMachine, WORKER_BYTES } from "#server/runtime/workers/machine.ts";
import { diskOf, reservedBytes } from "./disk-space.ts";
import { readableSize } from "./readable-size.ts";

const MB = 1024 * 1024;

/** The resources that this process has. */
export interface Resources {
  /** bytes of memory: the machine's, or the limit of its cgroup */
  memory: number;
  /** bytes free on the disk of DATA_DIR; omitted with Supabase, and if it can't be used, which stops the start */
  disk?: number;
  /** files and sockets that may be open at once; omitted if unknown */
  handles?: number;
}

/** docs/deploy.md lists these and says how they were measured. */
const leastOf = (env: Env): Required<Resources> => ({
  // Resizing images takes the most memory, and Supabase resizes its own.
  memory: (env.supabase ? 192 * MB : PROCESS_BYTES) + (env.workers - 1) * WORKER_BYTES,
  disk: 2 * reservedBytes(env),
  handles: 1024,
});

/** What this process has too little of, as sentences for the startup log. */
export async function belowMinimum(env: Env, resources?: Resources): Promise<string[]> {
  const least = leastOf(env);
  const { memory, disk, handles } = resources ?? (await available(env));
  const shortages: string[] = [];
  if (memory < least.memory)
    shortages.push(
      `This process can use ${readableSize(memory)} of memory but needs ${readableSize(least.memory)}, so it may be killed under load. Raise the limit of its container or service, or give the machine more.`,
    );
  if (disk !== undefined && disk < least.disk)
    shortages.push(
      `DATA_DIR's disk has ${readableSize(disk)} free; at least ${readableSize(least.disk)} is recommended. Below ${readableSize(reservedBytes(env))}, uploads are refused.`,
    );
  if (handles !== undefined && handles < least.handles)
    shortages.push(
      `This process can open only ${handles} files and connections at once; it needs at least ${least.handles}. Raise the limit (ulimit -n, or LimitNOFILE in the unit).`,
    );
  return shortages;
}

async function available({ dataDir, supabase }: Env): Promise<Resources> {
  const disk = supabase
    ? undefined
    : await mkdir(dataDir, { recursive: true })
        .then(() => diskOf(dataDir))
        .catch(() => undefined);
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const handles = /^Max open files +(\d+)/m.exec(limits)?.[1];
  return {
    memory: thisMachine().memory,
    ...(disk && { disk: disk.free }),
    ...(handles && { handles: Number(handles) }),
  };
}
