import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Load {
  connections?: number;
  seconds?: number;
  /** wrk's own threads; the server gets the rest of the machine */
  threads?: number;
  headers?: readonly string[];
}

export interface Measured {
  /** requests per second */
  rate: number;
  /** median response time in milliseconds */
  p50: number;
}

/** Requests `url` as fast as possible (needs `wrk`). @throws when any response is an error */
export async function load(
  url: string,
  { connections = 64, seconds = 4, threads = 1, headers = [] }: Load = {},
): Promise<Measured> {
  const { stdout } = await run("wrk", [
    `--threads=${threads}`,
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    "--latency",
    ...["Accept-Encoding: br", ...headers].flatMap((header) => ["--header", header]),
    url,
  ]);
  if (/Non-2xx or 3xx/.test(stdout)) throw new Error(`errors under load:\n${stdout}`);
  const [, time, unit = ""] = /50%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  return { rate, p50: Number(time) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? Number.NaN) };
}
