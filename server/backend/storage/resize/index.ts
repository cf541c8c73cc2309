import { type ChildProcess, fork } from "node:child_process";
import type { ImageFormat } from "#contract/image-widths.ts";

/** One image to resize, from file to file. */
export interface Work {
  id: number;
  source: string;
  target: string;
  width: number;
  format: ImageFormat;
}

export interface Answer {
  id: number;
  /** omitted: the target is written */
  problem?: "no image" | "not written";
  message?: string;
}

/** Long enough for the next image of a page, but short, since the process holds much memory. */
const IDLE_MS = 10_000;

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (cause: Error) => void;
}

/**
 * Resizes images in a child process. It starts with the first image and ends when idle, which
 * returns its memory to the system.
 * @param idleMs milliseconds
 */
export function createResizer(idleMs = IDLE_MS) {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  function start(): ChildProcess {
    const started = fork(new URL("./process.ts", import.meta.url), {
      env: { PATH: process.env.PATH },
      execArgv: [],
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
      const error = new Error("the process that resizes images ended", { cause });
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

  /** Resizes `source`. Rejects when the child process is lost. */
  return (work: Omit<Work, "id">): Promise<Answer> => {
    clearTimeout(idle);
    child ??= start();
    const id = ++count;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.set(id, { resolve, reject });
    child.send({ id, ...work });
    return promise;
  };
}
