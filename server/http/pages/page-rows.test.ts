// Not injected: Reads in the same event-loop turn are batched, so this starts the next turn.
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { type AskParts, batched, createPageRows, type Part } from "./page-rows.ts";

const services: Part = { table: "services", columns: ["id"] };
const settings: Part = { table: "site_settings", columns: ["setting_key"] };
const answerTo = ({ table }: Part, until: string | null = null) => ({
  rows: [{ id: table }],
  until,
});

/** Pages that read rows, with a backend that responds only on request. */
function pages(keeps = true, until: string | null = null) {
  const state = { keeps, now: 0 };
  const waiting: (() => void)[] = [];
  const ask = vi.fn<AskParts>(
    (parts) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(parts.map((part) => answerTo(part, until))));
      }),
  );
  const rows = createPageRows({ keeps: () => state.keeps, now: () => state.now });
  const answer = async () => {
    await nextTurn();
    for (const go of waiting.splice(0)) go();
    await nextTurn();
  };
  return { state, ask, rows, answer, page: () => rows.through(batched(ask)) };
}

test("batches simultaneous reads of a page, and splits the answer", async () => {
  const ask = vi.fn<AskParts>(async () => [answerTo(services), { failed: "42501" }]);
  const read = batched(ask);
  const [first, second, third] = await Promise.allSettled([
    read(services),
    Promise.resolve().then(() => read(settings)),
    Promise.resolve().then(() => read({ table: "faq_items", columns: [] })),
  ]);
  expect(ask).toHaveBeenCalledOnce();
  expect(ask.mock.calls[0]?.[0]).toEqual([services, settings, { table: "faq_items", columns: [] }]);
  expect(first).toEqual({ status: "fulfilled", value: answerTo(services) });
  expect(second).toMatchObject({ reason: new Error("site_settings can't be read: 42501") });
  expect(third).toMatchObject({ reason: new Error("faq_items can't be read: no answer") });
  ask.mockRejectedValueOnce(new Error("busy"));
  const failed = await Promise.allSettled([read(services), read(settings)]);
  expect(failed.map((result) => "reason" in result && result.reason.message)).toEqual([
    ...["busy", "busy"],
  ]);
});

test("shares reads between pages, at the same time and later", async () => {
  const { ask, answer, page } = pages();
  const reads = [page()(services), page()(services), page()(settings)];
  await answer();
  const [one, other] = await Promise.all(reads);
  expect(other).toBe(one);
  expect(ask.mock.calls.flat(2)).toEqual([services, settings]);
  expect(await page()(services)).toBe(one);
  expect(ask).toHaveBeenCalledTimes(2);
  // Rows are shared, so a change would affect every page.
  expect(() => Object.assign(one?.rows[0] ?? {}, { id: "x" })).toThrow(TypeError);
});

test("empties the cache on a change, and ignores reads from before it", async () => {
  const { ask, answer, page, rows } = pages();
  const before = page()(services);
  await nextTurn();
  rows.clear();
  const after = page()(services);
  await answer();
  expect(await before).not.toBe(await after);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(await page()(services)).toBe(await after);
  rows.clear();
  const last = page()(services);
  await answer();
  expect(await last).not.toBe(await after);
});

test("caches nothing while live updates don't work", async () => {
  const { ask, answer, page, state } = pages();
  const cachedRead = page()(services);
  await answer();
  state.keeps = false;
  const read = page()(services);
  const shared = page()(services);
  await answer();
  expect(await read).not.toBe(await cachedRead);
  expect(await shared).toBe(await read);
  void page()(services);
  await nextTurn();
  expect(ask).toHaveBeenCalledTimes(3);
});

test("caches rows until the time at which they change", async () => {
  const { ask, answer, page, state } = pages(true, new Date(1_000).toISOString());
  void page()(services);
  await answer();
  state.now = 999;
  void page()(services);
  await answer();
  expect(ask).toHaveBeenCalledTimes(1);
  state.now = 1_000;
  void page()(services);
  await answer();
  expect(ask).toHaveBeenCalledTimes(2);
});

test("does not cache a failed read", async () => {
  const rows = createPageRows({ keeps: () => true });
  const read = vi.fn(async () => answerTo(services));
  read.mockRejectedValueOnce(new Error("ill"));
  const page = rows.through(read);
  await expect(page(services)).rejects.toThrow("ill");
  expect(await page(services)).toEqual(answerTo(services));
});

test("drops the oldest part when it is full", async () => {
  const rows = createPageRows({ keeps: () => true, maxParts: 2 });
  const read = vi.fn(async (part: Part) => answerTo(part));
  const page = rows.through(read);
  for (const table of ["a", "b", "c", "b", "a"]) await page({ table, columns: [] });
  expect(read.mock.calls.map(([{ table }]) => table)).toEqual(["a", "b", "c", "a"]);
});
