import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "#server/runtime/log.ts";

/**
 * Functions log problems to the console, as on Supabase's edge runtime. While one handles a request,
 * its console output becomes one line in our log, with the request's id.
 */
const current = new AsyncLocalStorage<Log>();
let guarded = false;

/** Runs a request's work so that console output within it goes to `log`. */
export function withConsoleLog<T>(log: Log, work: () => Promise<T>): Promise<T> {
  guardConsole();
  return current.run(log, work);
}

function guardConsole() {
  if (guarded) return;
  guarded = true;
  for (const method of ["error", "warn"] as const) {
    const print = console[method];
    console[method] = (...args: unknown[]) => {
      const log = current.getStore();
      if (!log) return print(...args);
      const found = args.find(isErrorLike);
      const err = found?.cause ?? found ?? new Error(args.map(String).join(" "));
      log.warn({ err }, "refused by the backend");
    };
  }
}

const isErrorLike = (value: unknown): value is { message: string; cause?: unknown } =>
  typeof value === "object" && value !== null && "message" in value;
