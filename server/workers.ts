// The first process of a site with several workers: it runs the embedded database, starts the workers, and
// starts another one for each that ends. docs/scale.md describes it.
import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "#server/backend/index.ts";
import { keepOfRefused } from "#server/limits/mask-ip.ts";
import { readEnv } from "#server/runtime/env.ts";
import { END_MS, RETIRE, surviveFaults } from "#server/runtime/lifecycle.ts";
import { createLog } from "#server/runtime/log.ts";
import { createLogStream } from "#server/runtime/log-stream.ts";
import { errorLogged } from "#server/runtime/signals.ts";
import { notifyWorkers, startWorker } from "#server/runtime/workers/siblings.ts";

/** Before another worker is started; twice as long after each that didn't start. */
const PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;
/** After the workers had their time, the database needs a moment. */
const DATABASE_MS = 3_000;

const env = readEnv(process.env);
const out = createLogStream();
const log = createLog(env.logLevel, out, keepOfRefused(env.logAddress));

// For the System screen.
errorLogged.listen((error) => notifyWorkers("errors", error));

const database = await openDatabase(env, log);
const exit = async (code: number) => {
  await database.stop();
  await out.flush();
  process.exit(code);
};

type Started = ReturnType<typeof startWorker>;
const running = new Set<Started>();
let stopping = false;

function start(index: number): Started {
  const started = startWorker(index);
  running.add(started);
  void started.ended.then(() => running.delete(started));
  return started;
}

process.on("SIGTERM", stop);
process.on("SIGINT", stop);

// The first prepares the database. If that fails, it has said why.
const first = start(0);
const lines = await first.ready;
if (!lines && !stopping) await exit((await first.ended).code ?? 1);
/** The current worker of each index. */
const workers = [first];
for (let index = 1; index < env.workers && !stopping; index++) workers.push(start(index));
const said = await Promise.all(workers.map(({ ready }) => ready));
surviveFaults(log);
for (const index of workers.keys()) void keepRunning(index);
process.on(RETIRE, replaceAll);
if (!stopping) console.log([...new Set(said.flatMap((lines) => lines ?? []))].join("\n"));

async function keepRunning(index: number): Promise<void> {
  let pause = PAUSE_MS;
  for (;;) {
    const current = workers[index] as Started;
    const ready = (await current.ready) !== undefined;
    const ended = await current.ended;
    if (stopping) return;
    if (workers[index] !== current) continue;
    pause = ready ? PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
    log.error({ worker: index, ...ended }, "a worker ended unexpectedly; starting another");
    await delay(pause);
    if (stopping) return;
    workers[index] = start(index);
  }
}

let replacing = false;

/** Replaces one worker after another; each serves until the next one does. */
async function replaceAll(): Promise<void> {
  if (replacing || stopping) return;
  replacing = true;
  for (const index of workers.keys()) {
    const next = start(index);
    const ready = await next.ready;
    if (stopping) return;
    if (!ready) {
      log.error({ worker: index }, "the new worker did not start; the old ones continue");
      break;
    }
    const old = workers[index] as Started;
    workers[index] = next;
    old.worker.process.kill(RETIRE);
    await old.ended;
    log.info({ worker: index }, "replaced a worker");
  }
  replacing = false;
}

/** Ends the workers, then the database. */
async function stop(): Promise<void> {
  const enough = stopping;
  stopping = true;
  for (const { worker } of running) worker.process.kill("SIGTERM");
  // A second signal only makes the workers hurry.
  if (enough) return;
  setTimeout(() => {
    log.error("not everything finished in time; stopping the rest");
    process.exit(1);
  }, END_MS + DATABASE_MS).unref();
  const all = await Promise.all([...running].map(({ ended }) => ended));
  // One that was still starting ends by the signal.
  await exit(all.some(({ code }) => code) ? 1 : 0);
}
