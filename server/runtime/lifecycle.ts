import cluster from "node:cluster";
import type { Server } from "node:http";
import { type AddressInfo, createServer, type Server as Listener } from "node:net";
import type { Env } from "./env.ts";
import { SettingError } from "./env.ts";
import type { Log } from "./log.ts";
import { explainStart } from "./start-errors.ts";

/** How long requests in progress get to finish. */
const DRAIN_MS = 8_000;
/** The process is gone this long after a signal, whatever hangs; service managers wait 30 s or more. */
export const END_MS = 24_000;

/**
 * Exits the process: prints one sentence for a fixable problem, or the stack for any other. A connection lost
 * in a transaction is ignored here: the code that awaits the transaction reports it, and cleans up.
 */
export const exitWithMessage = (cause: unknown) => exitSaying(cause, inWords);

/** The same, with other wording. */
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
 * From now on, unhandled rejections are logged: one visitor's error must not stop the process. Nor may a
 * database connection lost during a transaction (see `isLostWrite`). Any other uncaught exception exits.
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
 * postgres.js 3.4 may write to a connection that was closed (such as a transaction's rollback) in a separate
 * turn of the event loop, where nobody can catch the missing socket. The code that awaits the transaction has
 * already received the connection error.
 */
const isLostWrite = (error: unknown): boolean =>
  error instanceof TypeError &&
  /\(reading 'write'\)$/.test(error.message) &&
  /^\s+at .*\bnextWrite \(.*[/\\]postgres[/\\]/m.test(error.stack ?? "");

type Address = Pick<Env, "port" | "host">;

/** Binds the port and releases it, before a start creates anything. @throws SettingError like `listen` */
export async function checkAddress(address: Address): Promise<void> {
  const server = createServer();
  await listen(server, address);
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Binds the port. Resolves to the bound one (0 takes any).
 * @param settings the names of the port and host settings
 * @throws SettingError when the port is in use
 */
export function listen(
  server: Listener,
  { port, host }: Address,
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

/** A turn of the event loop this short had next to nothing to do. */
const QUICK_MS = 0.1;
const MOST_TURNS = 2_000;

/**
 * Resolves at the end of a quick turn of the event loop that accepted no connection, or after `MOST_TURNS`.
 * Closing a listening socket resets the connections that wait to be accepted; after such a turn there are
 * hardly any.
 * @param server counts as having accepted what it emits as "connection"
 * @param now monotonic time in milliseconds
 */
export async function waitForIdleTurn(
  server: NodeJS.EventEmitter,
  now = () => performance.now(),
): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted++;
  };
  server.on("connection", count);
  // The rest of the current turn accepts nothing, whatever waits.
  await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const [began, before] = [now(), accepted];
    await new Promise((resolve) => setImmediate(resolve));
    if (now() - began < QUICK_MS && accepted === before) break;
  }
  server.off("connection", count);
}

/** Ends a worker whose successor serves: the site stays ready, so nobody has to move visitors elsewhere. */
export const RETIRE = "SIGUSR2";

/**
 * On SIGTERM or SIGINT: stops accepting, finishes requests in progress, closes, and exits with 0; with 1 after
 * `END_MS`.
 * @param drain runs first; a second signal aborts it
 */
export function stopOnSignals(
  server: Server,
  log: Log,
  drain: (enough: AbortSignal) => Promise<void>,
  close: () => Promise<void>,
) {
  const enough = new AbortController();
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return enough.abort();
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.error("not everything finished in time; stopping the rest");
      process.exit(1);
    }, END_MS).unref();
    if (signal !== RETIRE) await drain(enough.signal);
    await waitForIdleTurn(server);
    const forced = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // After its last response, a connection would stay open for a next request that won't come.
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
  const ignore = () =>
    log.warn("SIGUSR2 replaces workers one by one, so send it to a site with several WORKERS");
  process.on(RETIRE, cluster.isWorker ? stop : ignore);
}
