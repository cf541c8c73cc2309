import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Env } from "./env.ts";
import { SettingError } from "./env.ts";
import type { Log } from "./log.ts";
import { explainStart } from "./start-errors.ts";

/** Requests under way get this long to finish. */
const DRAIN_MS = 8_000;
/** After a signal the process is gone by then, whatever hangs; service managers wait for 30 s or more. */
const END_MS = 24_000;

/**
 * Ends the process: a fault that can be mended is one sentence, any other keeps its stack for the report. A
 * connection that is lost in a transaction ends nothing here: the code that waits for the transaction says so, and
 * cleans up.
 */
export const exitWithMessage = (cause: unknown) => exitSaying(cause, inWords);

/** The same, with other words. */
export function exitSaying(cause: unknown, words: (cause: unknown) => unknown) {
  if (isLostWrite(cause)) return;
  console.error(words(cause));
  process.exit(1);
}

function inWords(cause: unknown): unknown {
  const known = explainStart(cause);
  return known instanceof SettingError ? known.message : known;
}

/**
 * From now on a promise that fails with nobody waiting is logged: one visitor's fault must not end all. Nor
 * may a database that is lost in the middle of a transaction (see `isLostWrite`); whatever else nobody
 * foresaw ends the process.
 */
export function surviveFaults(log: Log) {
  process.off("unhandledRejection", exitWithMessage);
  process.on("unhandledRejection", (err) => log.error({ err }, "unhandled promise rejection"));
  process.off("uncaughtException", exitWithMessage);
  process.on("uncaughtException", (err) => {
    if (!isLostWrite(err)) exitWithMessage(err);
    log.warn({ err }, "a database connection was lost in the middle of a transaction");
  });
}

/**
 * postgres.js 3.4 writes a statement to a connection that was closed (a transaction's rollback, for one) in a
 * turn of its own, where nobody can catch that there is no socket any more. The code that waited for the
 * transaction has been told that its connection closed.
 */
const isLostWrite = (error: unknown): boolean =>
  error instanceof TypeError &&
  /\(reading 'write'\)$/.test(error.message) &&
  /^\s+at .*\bnextWrite \(.*[/\\]postgres[/\\]/m.test(error.stack ?? "");

/**
 * Binds the port; resolves to the one taken (0 takes any).
 * @param settings what port and host are called in the settings
 * @throws SettingError when it is in use
 */
export function listen(
  server: Server,
  { port, host }: Pick<Env, "port" | "host">,
  [portName, hostName] = ["PORT", "HOST"],
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (err: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `${portName} ${port} is in use by another program. Stop it, or set ${portName} to a free port.`,
        EACCES: `${portName} ${port} needs more permissions than this user has. Set ${portName} to 1024 or higher.`,
        EADDRNOTAVAIL: `${hostName} ${host} is not an address of this machine. Set ${hostName} to 127.0.0.1 or 0.0.0.0.`,
        ENOTFOUND: `${hostName} ${host} is unknown. Set ${hostName} to 127.0.0.1 or 0.0.0.0.`,
      };
      const sentence = reasons[err.code ?? ""];
      reject(sentence ? new SettingError(sentence) : err);
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/**
 * On SIGTERM or SIGINT: take no more, finish what is under way, close, end with 0; all in 25 s.
 * @param drain comes before all; a second signal says that it has been waited long enough
 */
export function stopOnSignals(
  server: Server,
  log: Log,
  drain: (enough: AbortSignal) => Promise<void>,
  close: () => Promise<void>,
) {
  const enough = new AbortController();
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return enough.abort();
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.error("not everything finished in time; stopping the rest");
      process.exit(1);
    }, END_MS).unref();
    await drain(enough.signal);
    const forced = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // A connection that has its last answer would be kept for the next request, which is not to come.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    await new Promise((resolve) => server.close(resolve));
    clearTimeout(forced);
    clearInterval(idle);
    await close().catch((err) => {
      log.error({ err }, "stopping failed");
      process.exitCode = 1;
    });
    process.exit();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
