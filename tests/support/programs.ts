import { spawn } from "node:child_process";
import { resolve } from "node:path";

/** For a server's environment: half of a start is reading TypeScript that the start before has read. */
export const compiled = {
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, "../../node_modules/.cache/compiled"),
};

/**
 * Starts a program of server/cli as npm would.
 * @param settings its whole environment
 * @returns the process, and how it ended: its code (null when it was killed) and all that it printed
 */
export function startCli(program: string, words: string[], settings: NodeJS.ProcessEnv) {
  const args = [`server/cli/${program}.ts`, ...words];
  const child = spawn(process.execPath, args, { env: { ...compiled, ...settings } });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  child.stderr.on("data", (text) => (said += text));
  const ended = new Promise<{ code: number | null; said: string }>((end) =>
    child.once("close", (code) => end({ code, said })),
  );
  return { child, ended };
}

export const runCli = (...call: Parameters<typeof startCli>) => startCli(...call).ended;
