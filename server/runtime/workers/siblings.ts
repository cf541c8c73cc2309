import cluster, { type Worker } from "node:cluster";

/** The name of the variable that tells a worker its index. */
const INDEX = "LOADING_DOCK_WORKER";

/** Which of the site's workers this process is, from 0; also 0 in a site with only one process. */
export const workerIndex = Number(process.env[INDEX] ?? 0);

/** What a worker tells the process that started it. */
type Message = { ready: string[] } | { siblings: [topic: string, payload: unknown][] };

/** How a process ended: with a code, or by a signal. */
interface Ended {
  code: number | null;
  signal: string | null;
}

/** Starts a worker. @returns it, and the lines that it reports once it answers requests */
export function startWorker(index: number) {
  const worker = cluster.fork({ [INDEX]: String(index) });
  const ready = new Promise<string[] | undefined>((resolve) => {
    worker.on("message", (message: Message) => {
      if ("ready" in message) resolve(message.ready);
      else notifyOthers(worker, message);
    });
    worker.once("exit", () => resolve(undefined));
  });
  const ended = new Promise<Ended>((resolve) =>
    worker.once("exit", (code, signal) => resolve({ code, signal })),
  );
  return { worker, ready, ended };
}

/** Workers that read too slowly: until they have caught up they hear nothing, or the messages would pile up. */
const behind = new WeakSet<Worker>();

function notifyOthers(from: Worker | undefined, message: Message) {
  for (const worker of Object.values(cluster.workers ?? {})) {
    if (!worker?.isConnected() || worker === from || behind.has(worker)) continue;
    // Called once it is sent, or can't be because the worker has just ended.
    const keepsUp = worker.send(message, () => void behind.delete(worker));
    if (!keepsUp) behind.add(worker);
  }
}

/** Tells every worker; for the process that started them. */
export const notifyWorkers = (topic: string, payload: unknown) =>
  notifyOthers(undefined, { siblings: [[topic, payload]] });

/** Prints the lines when this process answers requests; a worker leaves that to the process that started it. */
export function reportReady(lines: string[]): void {
  if (cluster.isWorker) process.send?.({ ready: lines } satisfies Message);
  else console.log(lines.join("\n"));
}

let waiting: [topic: string, payload: unknown][] = [];
const listeners = new Map<string, (payload: never) => void>();

function flush() {
  const message: Message = { siblings: waiting };
  waiting = [];
  // If the first process has just ended, this one is about to.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

if (cluster.isWorker)
  process.on("message", (message: Message) => {
    if (!("siblings" in message)) return;
    for (const [topic, payload] of message.siblings) listeners.get(topic)?.(payload as never);
  });

/**
 * A topic on which the workers of a site tell each other what each has done. Without other workers it costs
 * nothing.
 * @param topic unique
 * @param hear gets what another worker told
 * @returns a function that tells the others; the payload must survive JSON
 */
export function workerTopic<Payload>(topic: string, hear: (payload: Payload) => void) {
  if (!cluster.isWorker) return () => {};
  listeners.set(topic, hear);
  return (payload: Payload): void => {
    // In one message for all of a turn.
    if (waiting.push([topic, payload]) === 1) setImmediate(flush);
  };
}
