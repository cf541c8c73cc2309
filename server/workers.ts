// The first process of a site with several workers: it runs the embedded database, starts the workers, and
// starts another one for each that ends. docs/scale.md describes it.
import { openDatabase } from "#server/backend/index.ts";
import { maskRefusedIp } from "#server/limits/mask-ip.ts";
import { readEnv } from "#server/runtime/env.ts";
import { END_MS, RETIRE, surviveFaults } from "#server/runtime/lifecycle.ts";
import { createLogStream } from "#server/runtime/log/stream.ts";
import { createLog } from "#server/runtime/log.ts";
import { errorLogged } from "#server/runtime/signals.ts";
import { notifyWorkers, startWorker } from "#server/runtime/workers/siblings.ts";
import { createSupervisor } from "#server/runtime/workers/supervisor.ts";

/** After the workers had their time, the database needs a moment. */
const DATABASE_MS = 3_000;

const env = readEnv(process.env);
const out = createLogStream();
const log = createLog(env.logLevel, out, maskRefusedIp(env.logAddress));

// For the System screen.
errorLogged.listen((error) => notifyWorkers("errors", error));

const database = await openDatabase(env, log);
const exit = async (code: number) => {
  await database.stop();
  await out.flush();
  process.exit(code);
};

const stopping = new AbortController();
const supervisor = createSupervisor({ startWorker, stop: stopping.signal, log });

process.on("SIGTERM", stop);
process.on("SIGINT", stop);

// The first prepares the database. If that fails, it has said why.
const first = supervisor.add();
const lines = await first.ready;
if (!lines && !stopping.signal.aborted) await exit((await first.ended).code ?? 1);
const workers = [first];
while (workers.length < env.workers && !stopping.signal.aborted) workers.push(supervisor.add());
const said = await Promise.all(workers.map(({ ready }) => ready));
surviveFaults(log);
supervisor.keepAllRunning();
process.on(RETIRE, supervisor.replaceAll);
if (!stopping.signal.aborted)
  console.log([...new Set(said.flatMap((lines) => lines ?? []))].join("\n"));

/** Ends the workers, then the database. */
async function stop(): Promise<void> {
  const enough = stopping.signal.aborted;
  stopping.abort();
  for (const { worker } of supervisor.running) worker.process.kill("SIGTERM");
  // A second signal only makes the workers hurry.
  if (enough) return;
  setTimeout(() => {
    log.error("not everything finished in time; stopping the rest");
    process.exit(1);
  }, END_MS + DATABASE_MS).unref();
  const all = await Promise.all([...supervisor.running].map(({ ended }) => ended));
  // One that was still starting ends by the signal.
  await exit(all.some(({ code }) => code) ? 1 : 0);
}
