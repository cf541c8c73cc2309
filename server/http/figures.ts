import { randomUUID } from "node:crypto";
import type { Backend } from "#server/backend/types.ts";
import { every } from "#server/runtime/jobs.ts";
import type { Log } from "#server/runtime/log.ts";

/**
 * On hosted Supabase every write comes from this server's address, and the database accepts ten a day per
 * address, so write every 2.5 hours.
 */
const WRITE_HOSTED_S = 9_000;
const WRITE_MS = 3_000;

export interface FiguresParts {
  backend: Backend;
  log: Log;
}

/** Writes what was counted every `seconds`, and once more at the end. @returns a function that ends it */
export function writeRegularly(
  { backend, log }: FiguresParts,
  what: string,
  seconds: number,
  write: () => Promise<void>,
) {
  const pause = backend.kind === "hosted" ? WRITE_HOSTED_S : seconds;
  const stop = every(pause, what, write, log, pause);
  return async () => {
    await stop();
    await write().catch((err) => log.warn({ err }, `${what} failed`));
  };
}

/** Adds counts to the database's figures. @param name of the SQL function that takes them */
export async function addFigures(backend: Backend, name: string, counts: object): Promise<void> {
  const request = new Request(`${backend.serverUrl}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: { apikey: backend.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(counts),
    signal: AbortSignal.timeout(WRITE_MS),
  });
  const answer = await backend.fetch(request, {
    clientAddress: "127.0.0.1",
    requestId: randomUUID(),
    asks: "page",
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the backend answers ${answer.status}`);
}
