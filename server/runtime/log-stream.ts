import { write as writeCallback, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { linesLost } from "./signals.ts";

const writeAsync = promisify(writeCallback);

/** A line waits so long for company at most, and not once there are so many characters. */
const SOON_MS = 100;
const ENOUGH = 16_384;
/** More waits only when nobody takes it: then lines are lost, and not the memory of the process. */
const MOST = 8 * 1024 * 1024;
/** A full pipe is tried again after this, in milliseconds. */
const FULL_MS = 20;
const LAST_MS = 1_000;

interface LogStreamOptions {
  /** of a file that is open; left out: standard output */
  fd?: number;
  /** characters that may wait */
  most?: number;
  /** at the end anyone who reads the log gets so many milliseconds */
  last?: number;
}

const isFull = (cause: unknown) => (cause as NodeJS.ErrnoException).code === "EAGAIN";
const linesIn = (text: string) => text.split("\n").length - 1;

/** Once Node has opened it, a full pipe is an error to try again, and not a thread that hangs at the exit. */
const standardOutput = () => process.stdout.fd;

/**
 * Whole lines, written many at once and with nobody waiting: a line for each request costs about a
 * microsecond, and a reader that has stopped reading does not stop the server.
 */
export function createLogStream({
  fd = standardOutput(),
  most = MOST,
  last = LAST_MS,
}: LogStreamOptions = {}) {
  let waiting = "";
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;

  function lose(lines: number) {
    lost += lines;
    if (linesLost.heard()) linesLost.tell(lines);
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
        at += (await writeAsync(fd, bytes, at)).bytesWritten;
      } catch (cause) {
        // Where nobody reads, or the disk is full, there is nowhere to say so but in what comes later.
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
    for (let at = 0; at < bytes.length && Date.now() < until; ) {
      try {
        at += writeSync(fd, bytes, at);
      } catch (cause) {
        if (!isFull(cause)) return;
      }
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
    /** Resolves when all is written, or nobody takes it. What comes later is written at the exit. */
    async flush(): Promise<void> {
      // Nothing else may keep the process alive by now, and a full pipe is tried again by a timer that does not.
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, last);
      await Promise.race([start(), late]);
      clearTimeout(timer);
    },
  };
}

export type LogStream = ReturnType<typeof createLogStream>;
