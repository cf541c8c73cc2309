import { execFileSync } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { waitForIdleTurn } from "./lifecycle.ts";

const QUICK = 0.05;
const BUSY = 40;

/** How many turns pass until one is quiet. @param turns how long each takes, and what it accepts */
async function turnsUntilQuiet(turns: { ms: number; accepts?: boolean }[]): Promise<number> {
  const server = new EventEmitter();
  let [time, asked] = [0, 0];
  await waitForIdleTurn(server, () => {
    // Asked before and after each turn.
    if (asked++ % 2 === 0) return time;
    const { ms, accepts } = turns[(asked >> 1) - 1] ?? { ms: BUSY };
    if (accepts) server.emit("connection");
    time += ms;
    return time;
  });
  expect(server.listenerCount("connection")).toBe(0);
  return asked / 2;
}

test("waits for an idle turn of the event loop", async () => {
  expect(await turnsUntilQuiet([{ ms: QUICK }])).toBe(1);
  expect(await turnsUntilQuiet([{ ms: BUSY }, { ms: BUSY }, { ms: QUICK }])).toBe(3);
});

test("goes on after a quick turn that accepted a connection", async () => {
  expect(await turnsUntilQuiet([{ ms: QUICK, accepts: true }, { ms: QUICK }])).toBe(2);
});

test("gives up when every turn is busy", async () => {
  expect(await turnsUntilQuiet([])).toBe(2_000);
});

test("accepts a pending connection before shutting down", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  let accepted = 0;
  server.on("connection", (socket) => {
    accepted++;
    socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  // A signal, like a file that was read, is handled after the turn has accepted what waited.
  await readFile(import.meta.filename);
  // Another process connects while this one is busy, so nothing is accepted meanwhile.
  const connect = `require("node:net").connect(${port}, "127.0.0.1", () => process.exit())`;
  execFileSync(process.execPath, ["-e", connect]);
  expect(accepted).toBe(0);
  await waitForIdleTurn(server);
  expect(accepted).toBe(1);
  server.close();
});
