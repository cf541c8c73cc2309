import cluster from "node:cluster";
import { write as writeCallback, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { linesLost } from "#server/runtime/signals.ts";

const writeAsync = promisify(writeCallback);

/** The longest a line waits to be batched, and the number of characters that flushes at once. */
const SOON_MS = 100;
const ENOUGH = 16_384;
/** Only a stalled reader makes more wait: then lines are lost, instead of running out of memory. */
const MOST = 8 * 1024 * 1024;
/** Retry delay for a full pipe, in milliseconds. */
const FULL_MS = 20;
const LAST_MS = 1_000;
/** A pipe takes this many bytes in one piece (PIPE_BUF on Linux). */
const PIECE = 4_096;

interface LogStreamOptions {
  /** of an open file; standard output by default */
  fd?: number;
  /** characters that may be buffered */
  most?: number;
  /** milliseconds the reader gets at exit */
  last?: number;
  /** whether other processes write there too: then each write is of whole lines that a pipe takes at once */
  shared?: boolean;
}

const isFull = (cause: unknown) => (cause as NodeJS.ErrnoException).code === "EAGAIN";
const linesIn = (text: string) => text.split("\n").length - 1;

/** The number of bytes from `at` of the whole lines that fit into a piece, or of one line that is longer. */
export function pieceOf(bytes: Buffer, at: number): number {
  if (bytes.length - at <= PIECE) return bytes.length - at;
  const fits = bytes.lastIndexOf("\n", at + PIECE - 1);
  return (fits >= at ? fits : bytes.indexOf("\n", at)) + 1 - at;
}

/** Through process.stdout, a full pipe is an error to retry, and not a thread that hangs at exit. */
const standardOutput = () => process.stdout.fd;

/**
 * Writes complete lines in batches, in the background: a line per request costs about a
 * microsecond, and a stalled reader does not stop the server.
 */
export function createLogStream({
  fd = standardOutput(),
  most = MOST,
  last = LAST_MS,
  shared = cluster.isWorker,
}: LogStreamOptions = {}) {
  let waiting = "";
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;

  function lose(lines: number) {
    lost += lines;
    if (linesLost.hasListeners()) linesLost.publish(lines);
  }

  function take(): Buffer {
    const said = { level: "warn", time: new Date(), lines: lost, msg: "log lines were lost" };
    const text = lost > 0 ? `${JSON.stringify(said)}\n${waiting}` : waiting;
    lost = 0;
    waiting = "";
    return Buffer.from(text);
  }

  async function put(bytes: Buffer) {
    for (let at = 0; at < bytes.length; ) {
      try {
        const length = shared ? pieceOf(bytes, at) : bytes.length - at;
        at += (await writeAsync(fd, bytes, at, length)).bytesWritten;
      } catch (cause) {
        // If nobody reads or the disk is full, only a later line can report the loss.
        if (!isFull(cause)) return lose(linesIn(bytes.toString("utf8", at)));
        await delay(FULL_MS, undefined, { ref: false });
      }
    }
  }

  async function drain() {
    while (waiting !== "") await put(take());
  }

  function start() {
    clearTimeout(timer);
    timer = undefined;
    writing ??= drain().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  process.once("exit", () => {
    const bytes = take();
    const until = Date.now() + last;
    // Tries at least once: on a busy machine the time may be up before the first write.
    for (let at = 0; at < bytes.length; ) {
      try {
        at += writeSync(fd, bytes, at);
      } catch (cause) {
        if (!isFull(cause)) return;
      }
      if (Date.now() >= until) return;
    }
  });

  return {
    /** @param line ends with a line feed */
    write(line: string): void {
      if (waiting.length + line.length > most) lose(1);
      else waiting += line;
      if (writing) return;
      if (waiting.length >= ENOUGH) void start();
      else timer ??= setTimeout(start, SOON_MS).unref();
    },
    /** Resolves when all is written, or nobody reads it. Later lines are written at exit. */
    async flush(): Promise<void> {
      // Nothing else may keep the process alive by now, and the retry timer for a full pipe is unref'd.
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, last);
      await Promise.race([start(), late]);
      clearTimeout(timer);
    },
  };
}

export type LogStream = ReturnType<typeof createLogStream>;
