import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/folder.ts";
import { createLogStream, pieceOf } from "./stream.ts";

/** A pipe with room for 64 KB that is read only on demand; both ends are in this process. */
async function pipe() {
  const path = join(await temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(1024 * 1024);
  return {
    fd,
    read: () => buffer.toString("utf8", 0, readSync(fd, buffer)),
    close: () => closeSync(fd),
  };
}

const line = (n: number) => `${JSON.stringify({ n, text: "x".repeat(100) })}\n`;

test("writes whole lines in order, shortly after or on demand", async () => {
  const { fd, read, close } = await pipe();
  const out = createLogStream({ fd });
  out.write(line(1));
  out.write(line(2));
  expect(read).toThrow("EAGAIN");
  await out.flush();
  expect(read()).toBe(line(1) + line(2));
  out.write(line(3));
  await expect.poll(() => read()).toBe(line(3));
  close();
});

test("cuts into whole lines that a pipe takes at once", () => {
  const lines = [...Array(90).keys()].map(line);
  lines.splice(60, 0, `${"a long line ".repeat(500)}\n`);
  const bytes = Buffer.from(lines.join(""));
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = pieceOf(bytes, at);
    pieces.push(bytes.toString("utf8", at, at + length));
    at += length;
  }
  expect(pieces.join("")).toBe(lines.join(""));
  for (const piece of pieces) expect(piece).toMatch(/\n$/);
  const long = pieces.filter((piece) => piece.length > 4_096);
  expect(long).toEqual([lines[60]]);
  expect(pieces.length).toBeLessThan(8);
});

test("writes all lines where others write too", async () => {
  const { fd, read, close } = await pipe();
  const out = createLogStream({ fd, shared: true });
  const lines = [...Array(90).keys()].map(line).join("");
  out.write(lines);
  await out.flush();
  expect(read()).toBe(lines);
  close();
});

test("drops lines for a stopped reader, and reports how many", async () => {
  const { fd, read, close } = await pipe();
  const out = createLogStream({ fd, most: 10_000 });
  for (let n = 0; n < 2_000; n++) {
    out.write(line(n));
    // Not injected: Lets the stream write in between; the result doesn't depend on it.
    if (n % 50 === 0) await new Promise(setImmediate);
  }
  let text = "";
  /** Of the complete lines so far: how many the writer wrote, and how many were lost. */
  const counted = () => {
    const lines = text.split("\n").slice(0, -1);
    const lost = lines.map((one) => JSON.parse(one).lines ?? 0).filter((count) => count > 0);
    return {
      written: lines.length - lost.length,
      lost: lost.reduce((sum, count) => sum + count, 0),
    };
  };
  await expect
    .poll(() => {
      try {
        text += read();
      } catch (cause) {
        expect((cause as NodeJS.ErrnoException).code).toBe("EAGAIN");
      }
      return counted().written + counted().lost;
    })
    .toBe(2_000);
  expect(text).toContain("log lines were lost");
  expect(counted().lost).toBeGreaterThan(1_000);
  await out.flush();
  expect(read).toThrow("EAGAIN");
  close();
});

const PROGRAM = `
  const { createLogStream } = await import(${JSON.stringify(join(import.meta.dirname, "stream.ts"))});
  const out = createLogStream();
  for (let n = 0; n < 5000; n++) out.write(JSON.stringify({ n }) + "\\n");
`;
const FIVE_THOUSAND = Array.from({ length: 5_000 }, (_, n) => `{"n":${n}}`).join("\n");

test.each(["process.exit(0)", "await out.flush(); process.exit(0)", "throw new Error('ill')"])(
  "loses nothing when the process ends by: %s",
  async (end) => {
    const child = promisify(execFile)(process.execPath, [
      "--input-type=module",
      "--eval",
      PROGRAM + end,
    ]).catch((failed) => failed);
    const { stdout } = await child;
    expect(stdout.trim().split("\n").sort(byNumber).join("\n")).toBe(FIVE_THOUSAND);
  },
);

const byNumber = (a: string, b: string) => JSON.parse(a).n - JSON.parse(b).n;

/** Writes many times what a pipe holds; its reader gets `last` milliseconds at the end. */
const long = (last: number) => `
  const { createLogStream } = await import(${JSON.stringify(join(import.meta.dirname, "stream.ts"))});
  const out = createLogStream({ last: ${last} });
  for (let n = 0; n < 5000; n++) out.write("x".repeat(199) + "\\n");
  const flushed = out.flush();
  console.error("ending");
  await flushed;
  process.exit(0);
`;

test("waits for a slow reader at the end", async () => {
  const { child, exited } = startProgram(long(60_000));
  child.stdout.pause();
  await once(child.stderr, "data");
  let bytes = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  child.stdout.resume();
  expect(await exited).toBe(0);
  await expect.poll(() => bytes).toBe(1_000_000);
});

test("does not wait for a stopped reader at the end", async () => {
  const { child, exited } = startProgram(long(0));
  child.stdout.pause();
  expect(await exited).toBe(0);
});

test("writes once at the end, even if the time is up by then", async () => {
  const program = `
    const { createLogStream } = await import(${JSON.stringify(join(import.meta.dirname, "stream.ts"))});
    createLogStream({ last: 0 }).write("the last line\\n");
    process.exit(0);
  `;
  const args = ["--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toBe("the last line\n");
});

function startProgram(program: string) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { child, exited: new Promise<number | null>((resolve) => child.once("exit", resolve)) };
}

test("continues with a full disk", async () => {
  const fd = openSync("/dev/full", "w");
  const out = createLogStream({ fd });
  out.write(line(1));
  await out.flush();
  out.write(line(2));
  await out.flush();
  closeSync(fd);
});
