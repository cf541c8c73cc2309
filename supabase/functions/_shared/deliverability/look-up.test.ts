import { afterEach, expect, test, vi } from "vitest";
import { boundedLookUp, lookUpByDeno } from "./look-up.ts";
import { readDeliverability } from "./read.ts";

const { signal } = new AbortController();
afterEach(() => void vi.unstubAllGlobals());

test("asks each name once, and only so many", async () => {
  const asked: string[] = [];
  const ask = boundedLookUp(async (name) => {
    asked.push(name);
    return [];
  }, signal);
  expect(await ask("a.com")).toEqual([]);
  for (let number = 1; number <= 100; number += 1) await ask("a.com");
  expect(asked).toEqual(["a.com"]);
  for (let number = 1; number <= 100; number += 1) await ask(`n${number}.com`);
  expect(asked).toHaveLength(36);
  expect(await ask("n100.com")).toBeNull();
});

test("reads only so much of an answer, without control characters", async () => {
  const huge = Array.from({ length: 500 }, () => `\u0000\n${"x".repeat(60_000)}`);
  const texts = await boundedLookUp(async () => huge, signal)("a.com");
  expect(texts).toHaveLength(40);
  expect(texts?.[0]).toHaveLength(2_048);
  expect(texts?.[0]?.slice(0, 3)).toBe("  x");
});

test("never exceeds the number of names, whatever DNS says", async () => {
  const asked = new Set<string>();
  const includes = Array.from({ length: 9 }, (_, at) => `include:i${at}.%s`).join(" ");
  const facts = await readDeliverability(
    async (name) => {
      asked.add(name);
      return [`v=spf1 ${includes.replaceAll("%s", name.slice(0, 60))} -all`, "v=DMARC1; p=none"];
    },
    `hello@${"a.".repeat(60)}shop.com`,
    {
      selector: "s",
      signer: `${"b.".repeat(60)}shop.com`,
      bounce: `${"c.".repeat(60)}shop.com`,
    },
  );
  expect(asked.size).toBeLessThanOrEqual(36);
  expect(JSON.stringify(facts).length).toBeLessThan(64 * 1024);
});

const answering = (resolveDns: (name: string) => Promise<string[][]>) =>
  vi.stubGlobal("Deno", { resolveDns: async (name: string) => resolveDns(name) });

test("asks Deno on Supabase: a missing record differs from no answer", async () => {
  answering(async () => [["v=spf1 ", "-all"], ["x"]]);
  expect(await lookUpByDeno("a.com", signal)).toEqual(["v=spf1 -all", "x"]);
  answering(() => Promise.reject(Object.assign(new Error("no records"), { name: "NotFound" })));
  expect(await lookUpByDeno("a.com", signal)).toEqual([]);
  answering(() => Promise.reject(Object.assign(new Error("late"), { name: "TimedOut" })));
  expect(await lookUpByDeno("a.com", signal)).toBeNull();
  vi.unstubAllGlobals();
  expect(await lookUpByDeno("a.com", signal)).toBeNull();
});

test.each([
  [undefined, null],
  ["shop@gmail.com", "shared"],
  ["no-reply@localhost", "local"],
])("looks nothing up for %s", async (sender, kind) => {
  const lookUp = vi.fn();
  const { from, dns } = await readDeliverability(lookUp, sender, {});
  expect([from?.kind ?? null, dns]).toEqual([kind, null]);
  expect(lookUp).not.toHaveBeenCalled();
});
