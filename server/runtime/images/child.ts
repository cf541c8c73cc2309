import { type ChildProcess, fork } from "node:child_process";

/** Long enough for the next image of a page, but short, since such a process holds much memory. */
const IDLE_MS = 10_000;

interface ChildOptions {
  /** milliseconds without work until the process ends */
  idleMs?: number;
  /** milliseconds until a piece of work counts as stuck and the process is killed; omitted: never */
  workMs?: number;
}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (cause: Error) => void;
}

/**
 * Works with images in a child process (`file`). It starts with the first piece of work and ends when idle,
 * which returns its memory to the system. It gets each piece with an `id`, and sends that back in its answer.
 * @returns a function that does one piece of work. It rejects when the process is lost.
 */
export function createChild<Work extends object, Answer extends { id: number }>(
  file: URL,
  { idleMs = IDLE_MS, workMs }: ChildOptions = {},
) {
  const waiting = new Map<number, Waiting<Answer>>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  function start(): ChildProcess {
    const started = fork(file, {
      env: { PATH: process.env.PATH },
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    // It doesn't keep the server from ending, and ends when the server has.
    started.unref();
    started.channel?.unref();
    started.on("message", (answer: Answer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
      if (waiting.size === 0) idle = setTimeout(end, idleMs).unref();
    });
    const lost = (cause?: unknown) => {
      if (child !== started) return;
      child = undefined;
      const error = new Error("the process that works with images ended", { cause });
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on("error", lost);
    started.on("exit", (code, signal) => lost(signal ?? code));
    return started;
  }

  function end() {
    const last = child;
    child = undefined;
    last?.disconnect();
  }

  return (work: Work): Promise<Answer> => {
    clearTimeout(idle);
    child ??= start();
    const worker = child;
    const id = ++count;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.set(id, { resolve, reject });
    worker.send({ id, ...work });
    const stuck = workMs && setTimeout(() => worker.kill("SIGKILL"), workMs);
    return promise.finally(() => clearTimeout(stuck));
  };
}
