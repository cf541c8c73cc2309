import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Env } from "./env.ts";
import { SettingError } from "./env.ts";
import type { Log } from "./log.ts";

/** Requests under way get this long to finish. */
const DRAIN_MS = 8_000;

/** Ends the process: a setting's fault is one sentence, anything else keeps its stack for the report. */
export function exitInWords(cause: unknown): never {
  console.error(cause instanceof SettingError ? cause.message : cause);
  process.exit(1);
}

/** From now on a promise that fails with nobody waiting is logged: one visitor's fault must not end all. */
export function surviveRejections(log: Log) {
  process.off("unhandledRejection", exitInWords);
  process.on("unhandledRejection", (err) => log.error({ err }, "a promise failed unwatched"));
}

/** Binds the port; resolves to the one taken (PORT=0 takes any). @throws SettingError when it is in use */
export function listen(server: Server, env: Env): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (err: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `PORT ${env.port} is in use by another program. Stop it, or set PORT to a free port.`,
        EACCES: `PORT ${env.port} needs more rights than this user has. Set PORT to 1024 or higher.`,
        EADDRNOTAVAIL: `HOST ${env.host} is not an address of this machine. Set HOST to 127.0.0.1 or 0.0.0.0.`,
        ENOTFOUND: `HOST ${env.host} is not known. Set HOST to 127.0.0.1 or 0.0.0.0.`,
      };
      const sentence = reasons[err.code ?? ""];
      reject(sentence ? new SettingError(sentence) : err);
    });
    server.listen(env.port, env.host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** On SIGTERM or SIGINT: take no more, finish what is under way, close, end with 0. */
export function stopOnSignals(server: Server, log: Log, close: () => Promise<void>) {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    const forced = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // A connection that has its last answer would be kept for the next request, which is not to come.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    await new Promise((resolve) => server.close(resolve));
    clearTimeout(forced);
    clearInterval(idle);
    await close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
