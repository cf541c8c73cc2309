import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { createLog } from "#server/runtime/log.ts";
import { createSendBuffers } from "./send-buffers.ts";

const log = createLog("silent");
let stop = () => {};
afterEach(() => stop());

/** A connection with only what is checked here: what was written to it, and what was read. */
class Connection {
  destroyed = false;
  readonly answers = new Set<Answer>();
  _handle: { bytesWritten: number; writeQueueSize: number } | null = {
    bytesWritten: 0,
    writeQueueSize: 0,
  };
  destroy() {
    this.destroyed = true;
    this._handle = null;
    for (const answer of this.answers) answer.emit("close");
  }
  take(bytes: number) {
    if (this._handle) this._handle.writeQueueSize -= bytes;
  }
}

class Answer extends EventEmitter {
  writableLength = 0;
  readonly socket: Connection;
  constructor(socket: Connection) {
    super();
    this.socket = socket;
    socket.answers.add(this);
  }
}

function sending() {
  let time = 0;
  const bounds = {
    address: 100,
    all: 250,
    stalledMs: 60, // Not injected: Milliseconds on the test's fake clock.
    stalledWhenFullMs: 5, // Not injected: Milliseconds on the test's fake clock.
    pipelined: 3,
  };
  const addresses = new Map<unknown, string>();
  const buffers = createSendBuffers({
    log,
    bounds,
    now: () => time,
    lookMs: 1_000_000,
    addressOf: ({ socket }) => addresses.get(socket) ?? "unknown",
  });
  stop = buffers.stop;

  function open(address: string) {
    const socket = new Connection();
    addresses.set(socket, address);
    return socket;
  }
  /** Responds with `bytes` bytes, none of which the client reads. */
  function answer(socket: Connection, bytes: number) {
    const res = new Answer(socket);
    const both = [{ socket }, res] as unknown as [IncomingMessage, ServerResponse];
    const delivery = buffers.follow(...both);
    res.writableLength = bytes;
    if (socket._handle) {
      socket._handle.bytesWritten += bytes;
      socket._handle.writeQueueSize += bytes;
    }
    buffers.written(...both);
    return { res, delivery };
  }
  return {
    buffers,
    open,
    answer,
    wait(ms: number) {
      time += ms;
      buffers.look();
    },
  };
}

test("closes and logs a connection that reads nothing for the timeout", () => {
  const { open, answer, wait } = sending();
  const logged = vi.spyOn(log, "info");
  const socket = open("7.7.7.7");
  answer(socket, 30);
  wait(59);
  expect(socket.destroyed).toBe(false);
  wait(1);
  expect(socket.destroyed).toBe(true);
  expect(logged.mock.calls[0]?.[0]).toMatchObject({
    address: "7.7.7.7",
    reason: "answers_not_read",
  });
});

test("keeps connections that read slowly or have nothing to read", () => {
  const { open, answer, wait } = sending();
  const [slow, idle] = [open("7.7.7.7"), open("8.8.8.8")];
  answer(slow, 30);
  answer(idle, 0);
  for (let minute = 0; minute < 20; minute += 1) {
    wait(59);
    slow.take(1);
  }
  expect([slow.destroyed, idle.destroyed]).toEqual([false, false]);
});

test("does not count a new request as reading", () => {
  const { open, answer, wait } = sending();
  const socket = open("7.7.7.7");
  answer(socket, 10);
  wait(40);
  answer(socket, 10);
  wait(20);
  expect(socket.destroyed).toBe(true);
});

test("closes stalled connections sooner while more than an eighth of all bytes wait", () => {
  const { open, answer, wait } = sending();
  const sockets = ["1.1.1.1", "2.2.2.2"].map(open);
  for (const socket of sockets) answer(socket, 15);
  wait(5);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  answer(open("3.3.3.3"), 2);
  wait(1);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test("closes only the connection that exceeds an address's share", () => {
  const { buffers, open, answer } = sending();
  const [first, second, stranger] = [open("7.7.7.7"), open("7.7.7.7"), open("8.8.8.8")];
  answer(first, 60);
  answer(second, 40);
  const third = open("7.7.7.7");
  answer(third, 1);
  answer(stranger, 100);
  const closed = [first, second, third, stranger].map(({ destroyed }) => destroyed);
  expect([closed, buffers.waiting()]).toEqual([[false, false, true, false], 200]);
});

test("limits the waiting bytes of all addresses", () => {
  const { buffers, open, answer } = sending();
  const sockets = Array.from({ length: 500 }, (_, i) => open(`10.0.${i >> 8}.${i & 255}`));
  for (const socket of sockets) {
    answer(socket, 90);
    expect(buffers.waiting()).toBeLessThanOrEqual(250);
  }
  expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(2);
});

test("closes the address that holds the most bytes, not a small reader", () => {
  const { buffers, open, answer } = sending();
  const large = ["1.1.1.1", "2.2.2.2", "3.3.3.3"].map(open);
  [80, 90, 80].map((bytes, number) => answer(large[number] as Connection, bytes));
  const small = open("7.7.7.7");
  const { delivery } = answer(small, 1);
  expect([...large, small].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  expect(buffers.waiting()).toBe(161);
  answer(open("4.4.4.4"), 85);
  expect([delivery.hasCapacity(60), delivery.hasCapacity(90)]).toEqual([true, false]);
});

test("counts a stream by the bytes that wait", () => {
  const { buffers, open, answer, wait } = sending();
  const { res } = answer(open("7.7.7.7"), 0);
  res.writableLength = 64;
  wait(1);
  expect(buffers.waiting()).toBe(64);
  res.writableLength = 16;
  wait(1);
  expect(buffers.waiting()).toBe(16);
  res.emit("close");
  expect(buffers.waiting()).toBe(0);
});

test("counts a file's read-ahead without closing connections", () => {
  const { buffers, open, answer, wait } = sending();
  const socket = open("7.7.7.7");
  const { res, delivery } = answer(socket, 0);
  delivery.hold(80);
  expect([buffers.waiting(), delivery.hasCapacity(20), delivery.hasCapacity(21)]).toEqual([
    80,
    true,
    false,
  ]);
  for (let minute = 0; minute < 3; minute += 1) wait(60);
  expect(socket.destroyed).toBe(false);
  res.emit("close");
  delivery.hold(80);
  expect(buffers.waiting()).toBe(0);
});

test("closes a connection that asks for more at once than clients do", () => {
  const { open, answer } = sending();
  const socket = open("7.7.7.7");
  for (let i = 0; i < 3; i += 1) answer(socket, 1);
  expect(socket.destroyed).toBe(false);
  answer(socket, 1);
  expect(socket.destroyed).toBe(true);
});

test("reports when a response is sent or dropped, and the free capacity", async () => {
  const { buffers, open, answer } = sending();
  const first = answer(open("7.7.7.7"), 60);
  expect([first.delivery.hasCapacity(40), first.delivery.hasCapacity(41)]).toEqual([true, false]);
  first.res.emit("close");
  await first.delivery.sent;
  expect(first.delivery.hasCapacity(100)).toBe(true);

  const gone = open("8.8.8.8");
  const second = answer(gone, 10);
  gone.destroy();
  await second.delivery.sent;
  await answer(gone, 10).delivery.sent;
  expect(buffers.waiting()).toBe(0);
});

test("follows the same answer once", () => {
  const { buffers, open, answer } = sending();
  const socket = open("7.7.7.7");
  const { res, delivery } = answer(socket, 60);
  const again = buffers.follow({ socket } as unknown as IncomingMessage, res as never);
  expect([again === delivery, buffers.waiting()]).toEqual([true, 60]);
});
