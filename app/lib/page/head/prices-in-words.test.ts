import { expect, test, vi } from "vitest";
import type { ServerContext } from "#contract/render-context.ts";
import { readInWords } from "./prices-in-words.ts";

const RATES = [{ reference: "storage", rate: "$40 per pallet" }];

/** A page's context whose price list is `rates`. */
function pageWith(rates: Promise<typeof RATES>) {
  const rows = vi.fn(() => rates);
  const degrade = vi.fn();
  const deadline = () => new AbortController().signal;
  return { server: { rows, degrade, deadline } as unknown as ServerContext, rows, degrade };
}
const read = (
  { server }: { server: ServerContext },
  rows: object[],
  asIs?: (row: object) => boolean,
) => readInWords(server, "not read", async () => rows, asIs);

test("puts the current price into each text that refers to it", async () => {
  const page = pageWith(Promise.resolve(RATES));
  const plain = { answer: "Free.", display_order: 2 };
  expect(
    await read(page, [{ answer: "It costs {price: storage}.", display_order: 1 }, plain]),
  ).toEqual([{ answer: "It costs $40 per pallet.", display_order: 1 }, plain]);
  expect(page.rows).toHaveBeenCalledExactlyOnceWith("pricing_items", ["reference", "rate"]);
});

test("returns the same rows when none refers to a price, even if prices can't be read", async () => {
  const page = pageWith(Promise.reject(new Error("no such table")));
  const rows = [{ answer: "Free {of charge}." }];
  expect(await read(page, rows)).toBe(rows);
  expect(page.degrade).not.toHaveBeenCalled();
});

test("leaves excluded rows unchanged", async () => {
  const page = pageWith(Promise.resolve(RATES));
  const rows = [{ answer: "{price: storage}" }, { answer: "{price: storage}" }];
  const [first, second] = await read(page, rows, (row) => row === rows[0]);
  expect(first).toBe(rows[0]);
  expect(second).toEqual({ answer: "$40 per pallet" });
  expect(await read(page, rows, () => true)).toBe(rows);
});

test("uses the built-in prices while there are none, or they can't be read", async () => {
  const row = { answer: "{price: storage}" };
  const empty = pageWith(Promise.resolve([]));
  const [builtIn] = await read(empty, [row]);
  expect(builtIn).not.toEqual(row);
  expect(empty.degrade).not.toHaveBeenCalled();
  const failing = pageWith(Promise.reject(new Error("no such table")));
  expect(await read(failing, [row])).toEqual([builtIn]);
  expect(failing.degrade).toHaveBeenCalledOnce();
});
