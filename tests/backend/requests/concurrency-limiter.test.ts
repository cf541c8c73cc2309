import { expect, test, vi } from "vitest";
import {
  type ConcurrencyLimiter,
  createLimiter,
  createLimiters,
} from "#server/backend/gateway/concurrency-limiter.ts";
import { TurnQueue } from "#server/backend/gateway/turn-queue.ts";

const OPTIONS = { width: 2, waiting: 2, maxWaitMs: 60_000 };

/** Work that ends on demand. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { start: vi.fn(() => promise), end: () => resolve("done") };
}

test("runs up to its width at once, in order", async () => {
  const limiter = createLimiter(OPTIONS);
  const all = [work(), work(), work(), work()];
  const ends = all.map(({ start }) => limiter.run(start));
  const started = () => all.map(({ start }) => start.mock.calls.length);
  await Promise.resolve();
  expect(started()).toEqual([1, 1, 0, 0]);
  all[1]?.end();
  await ends[1];
  await vi.waitFor(() => expect(started()).toEqual([1, 1, 1, 0]));
  for (const { end } of all) end();
  expect(await Promise.all(ends)).toHaveLength(4);
  expect(limiter.load().busy).toBe(0);
});

test("rejects beyond its queue, and says when to retry", async () => {
  const limiter = createLimiter(OPTIONS);
  const all = [work(), work(), work(), work()];
  const ends = all.map(({ start }) => limiter.run(start));
  const late = work();
  await expect(limiter.run(late.start)).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "2" },
  });
  expect(late.start).not.toHaveBeenCalled();
  for (const { end } of all) end();
  await Promise.all(ends);
});

test("rejects after too long a wait", async () => {
  vi.useFakeTimers();
  const limiter = createLimiter({ ...OPTIONS, width: 1 });
  const [first, second, third] = [work(), work(), work()];
  const done = limiter.run(first.start);
  const waited = limiter.run(second.start).catch((error) => error.status);
  await vi.advanceTimersByTimeAsync(OPTIONS.maxWaitMs);
  vi.useRealTimers();
  expect(await waited).toBe(503);
  first.end();
  await done;
  const last = limiter.run(third.start);
  third.end();
  expect(await last).toBe("done");
  expect(second.start).not.toHaveBeenCalled();
});

test("frees the place of failed work", async () => {
  const limiter = createLimiter({ ...OPTIONS, width: 1 });
  await expect(limiter.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await limiter.run(() => Promise.resolve("next"))).toBe("next");
});

test("takes turns between callers", async () => {
  const limiter = createLimiter({ ...OPTIONS, width: 1, waiting: 4 });
  const began: string[] = [];
  const ask = (key: string) =>
    limiter.run(async () => void began.push(key), { key }).catch(({ status }) => status);
  const ends = ["many", "many", "many", "many", "one", "other"].map(ask);
  // The sixth found the queue full, so the last of the longest line was dropped.
  expect(await Promise.all(ends)).toEqual([
    undefined,
    undefined,
    undefined,
    503,
    undefined,
    undefined,
  ]);
  expect(began).toEqual(["many", "many", "one", "other", "many"]);
});

test("a full queue refuses the key that already waits the most", async () => {
  const limiter = createLimiter({ ...OPTIONS, width: 1 });
  const all = [work(), work(), work(), work()];
  const ends = all.map(({ start }, number) =>
    limiter.run(start, { key: number < 3 ? "many" : "one" }).catch(({ status }) => status),
  );
  expect(await ends[2]).toBe(503);
  await expect(limiter.run(work().start, { key: "one" })).rejects.toMatchObject({ status: 503 });
  for (const { end } of all) end();
  expect(await Promise.all(ends)).toEqual(["done", "done", 503, "done"]);
});

test("skips queued work of disconnected clients", async () => {
  const limiter = createLimiter({ ...OPTIONS, width: 1 });
  const [first, second] = [work(), work()];
  const done = limiter.run(first.start);
  await expect(limiter.run(second.start, { sent: Promise.resolve() })).rejects.toMatchObject({
    status: 499,
    message: "The client disconnected.",
  });
  first.end();
  await done;
  expect(second.start).not.toHaveBeenCalled();
  expect(limiter.load().busy).toBe(0);
});

test("does not let one address delay others", async () => {
  const limiters = createLimiters({ ...OPTIONS, width: 1 });
  const [mine, more, other] = [work(), work(), work()];
  const ends = [limiters("a")(mine.start), limiters("a")(more.start), limiters("b")(other.start)];
  await vi.waitFor(() => expect(other.start).toHaveBeenCalled());
  expect(more.start).not.toHaveBeenCalled();
  for (const { end } of [mine, more, other]) end();
  expect(await Promise.all(ends)).toHaveLength(3);
});

test("starts work only when its largest response can be delivered", async () => {
  const KB = 1024;
  const limiter = createLimiter({ ...OPTIONS, width: 3, unsent: 800 * KB, reserves: 400 * KB });
  const sent = Promise.withResolvers<void>();
  const delivery = { sent: sent.promise, hasCapacity: () => true, hold() {} };
  await limiter.run(async () => limiter.deliver(401 * KB, delivery));
  const all = [work(), work()];
  const ends = all.map(({ start }) => limiter.run(start));
  const started = () => all.map(({ start }) => start.mock.calls.length);
  await Promise.resolve();
  expect(started()).toEqual([0, 0]);
  sent.resolve();
  await vi.waitFor(() => expect(started()).toEqual([1, 1]));
  for (const { end } of all) end();
  expect(await Promise.all(ends)).toEqual(["done", "done"]);
});

test("refuses a large response that would have to wait with too many bytes", async () => {
  const KB = 1024;
  const limiter = createLimiter({ ...OPTIONS, unsent: 200 * KB });
  const sent = Promise.withResolvers<void>();
  const deliver = (bytes: number, hasCapacity = true) =>
    limiter.deliver(bytes, { sent: sent.promise, hasCapacity: () => hasCapacity, hold() {} });
  const busy = expect.objectContaining({ status: 503, headers: { "retry-after": "2" } });
  deliver(200 * KB);
  expect(() => deliver(64 * KB + 1)).toThrow(busy);
  // A connection takes a small one at once.
  deliver(64 * KB);
  sent.resolve();
  await sent.promise;
  deliver(100 * KB);
  expect(() => deliver(100 * KB + 1)).toThrow(busy);
  expect(() => deliver(64 * KB + 1, false)).toThrow(busy);
  deliver(64 * KB, false);
});

test("keeps an address's limiter only while it has work, or a response that is not sent", async () => {
  const limiters = new Map<string, ConcurrencyLimiter>();
  const run = createLimiters(OPTIONS, limiters);
  const sent = Promise.withResolvers<void>();
  const [first, second] = [work(), work()];
  const ends = [run("a")(first.start), run("a")(second.start)];
  await run("b")(async () => "done", { sent: sent.promise, holds: true });
  first.end();
  await ends[0];
  expect([...limiters.keys()]).toEqual(["a", "b"]);
  second.end();
  await ends[1];
  expect([...limiters.keys()]).toEqual(["b"]);
  sent.resolve();
  await vi.waitFor(() => expect([...limiters.keys()]).toEqual([]));
});

test("a full queue evicts the last turn of the first of its longest lines", () => {
  const queue = new TurnQueue();
  const refused: string[] = [];
  const turnOf = (name: string) => ({ start() {}, refuse: () => void refused.push(name) });
  const gone = turnOf("gone");
  queue.add("a", gone);
  expect([queue.delete("b", gone), queue.delete("a", gone), queue.delete("a", gone)]).toEqual([
    false,
    true,
    false,
  ]);
  for (const name of ["a1", "a2", "b1", "b2"]) queue.add(name.charAt(0), turnOf(name));
  // Its own line would be as long.
  queue.add("c", turnOf("c1"));
  expect(queue.evictFor("c")).toBe(false);
  expect(queue.evictFor("d")).toBe(true);
  expect([refused, queue.size]).toEqual([["a2"], 4]);
});
