import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PresentPerson, PresentPlace } from "#app/lib/data/database.types.ts";
import { whoIsThere } from "./presence-note.tsx";

/** What the page sent: where the person is, and where they left. */
let said: { here: string[]; gone: string[] }[];
let goodbye: string[][];
let answer: () => Promise<PresentPerson[]>;
const rows = (places: PresentPlace[]) => places.map(({ row }) => row);

vi.mock("./say-present.ts", () => ({
  sayPresent: (here: PresentPlace[], gone: PresentPlace[]) => {
    said.push({ here: rows(here), gone: rows(gone) });
    return answer();
  },
  sayGone: (gone: PresentPlace[]) => void goodbye.push(rows(gone)),
}));

const page = Object.assign(new EventTarget(), { hidden: false });
const view = new EventTarget();
const browser = { onLine: true };
const at = (row: string): PresentPlace => ({ table: "services", row });
const dana = { ...at("1"), field: "", name: "Dana Ortiz", since: "" };
let presence: typeof import("./presence.ts");

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", view);
  vi.stubGlobal("navigator", browser);
  Object.assign(page, { hidden: false });
  browser.onLine = true;
  [said, goodbye, answer] = [[], [], async () => []];
  vi.resetModules();
  presence = await import("./presence.ts");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("reports everything that is open in one request, repeatedly until it is closed", async () => {
  const leave = [presence.hold(at("1")), presence.hold(at("2")), presence.hold(at("2"))];
  await pass(250);
  expect(said).toEqual([{ here: ["1", "2"], gone: [] }]);
  await pass(8_000);
  expect(said).toHaveLength(2);
  leave[1]?.();
  leave[0]?.();
  await pass(250);
  expect(said.at(-1)).toEqual({ here: ["2"], gone: ["1"] });
  leave[2]?.();
  await pass(60_000);
  expect(said.slice(3)).toEqual([{ here: [], gone: ["2"] }]);
});

test("shows others until they leave or stop reporting", async () => {
  answer = async () => [dana, { ...dana, name: "Mia" }];
  const reported = vi.fn();
  const stop = presence.listen(reported);
  await pass(250);
  expect(reported).toHaveBeenCalledTimes(1);
  expect(presence.othersAt(at("1"))).toEqual(["Dana Ortiz", "Mia"]);
  expect(presence.othersAt(at("2"))).toEqual([]);
  answer = async () => [];
  await pass(8_000);
  expect(presence.othersAt(at("1"))).toEqual([]);
  answer = async () => [dana];
  await pass(8_000);
  answer = () => Promise.reject(new Error("ill"));
  await pass(19_000);
  expect(presence.othersAt(at("1"))).toEqual(["Dana Ortiz"]);
  await pass(1_000);
  expect(presence.othersAt(at("1"))).toEqual([]);
  stop();
});

test("asks an unresponsive server less and less often, also when someone joins", async () => {
  answer = () => Promise.reject(new Error("ill"));
  const stop = presence.listen(() => undefined);
  await pass(250);
  const leave = presence.hold(at("1"));
  await pass(15_000);
  expect(said).toHaveLength(1);
  await pass(1_000);
  expect(said).toHaveLength(2);
  answer = async () => [];
  await pass(32_000);
  expect(said).toHaveLength(3);
  await pass(8_000);
  expect(said).toHaveLength(4);
  leave();
  stop();
});

test("reports someone who arrives during a request right after it", async () => {
  let done: (people: PresentPerson[]) => void = () => undefined;
  answer = () =>
    new Promise((resolve) => {
      done = resolve;
    });
  const leave = presence.hold(at("1"));
  await pass(250);
  presence.hold(at("2"));
  await pass(1_000);
  expect(said).toHaveLength(1);
  done([]);
  await pass(250);
  expect(said.at(-1)?.here).toEqual(["1", "2"]);
  leave();
});

test("reports nothing in a hidden tab, without a network, or after five idle minutes", async () => {
  const stop = presence.listen(() => undefined);
  await pass(250);
  Object.assign(page, { hidden: true });
  await pass(60_000);
  Object.assign(page, { hidden: false });
  browser.onLine = false;
  await pass(60_000);
  expect(said).toHaveLength(1);
  browser.onLine = true;
  view.dispatchEvent(new Event("online"));
  await pass(250);
  expect(said).toHaveLength(2);
  page.dispatchEvent(new Event("keydown"));
  await pass(10 * 60_000);
  const { length } = said;
  expect(length).toBeLessThan(2 + 300 / 8 + 1);
  await pass(60_000);
  expect(said).toHaveLength(length);
  page.dispatchEvent(new Event("pointerdown"));
  await pass(250);
  expect(said).toHaveLength(length + 1);
  stop();
});

test("reports a closed page at once", async () => {
  const stop = presence.listen(() => undefined);
  presence.hold(at("1"));
  view.dispatchEvent(new Event("pagehide"));
  expect(goodbye).toEqual([["1"]]);
  stop();
  view.dispatchEvent(new Event("pagehide"));
  expect(goodbye).toHaveLength(1);
});

test("names the first person and counts the others", () => {
  expect(whoIsThere([])).toBe("");
  expect(whoIsThere(["Dana Ortiz"])).toBe("Dana Ortiz is editing this");
  expect(whoIsThere(["Dana Ortiz", "Mia"])).toBe("Dana Ortiz and 1 other are editing this");
  expect(whoIsThere(["Dana Ortiz"], "answering")).toBe("Dana Ortiz is replying");
  expect(whoIsThere(["Dana Ortiz"], "open")).toBe("Dana Ortiz is here too");
  expect(whoIsThere(["Dana Ortiz", "Mia"], "open")).toBe("Dana Ortiz and 1 other are here too");
});
