// The checker skips this file, because it contains samples of what the checker looks for.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allWaits, LIST, waitsIn, withList } from "./waits.ts";

test("every wait and every use of clock, chance or memory has a reason", () => {
  const silent = allWaits().filter(({ reason }) => !reason);
  expect(
    silent.map(({ file, line, text }) => `${file}:${line} ${text}`),
    "Inject it, ask the thing itself, or write `// Not injected: <reason>` above the line.",
  ).toEqual([]);
});

test("tests/README.md lists the reasons (npm run waits:write)", () => {
  const readme = readFileSync(LIST, "utf8");
  expect(withList(readme, allWaits())).toBe(readme);
});

test.each([
  "await new Promise((resolve) => setTimeout(resolve, 60));",
  'import { setTimeout as pause } from "node:timers/promises";',
  "await delay(20);",
  "const began = Date.now();",
  "deleted_at: new Date(),",
  "const before = process.memoryUsage().rss;",
  "await page.waitForTimeout(100);",
  "await vi.waitFor(() => done(), { timeout: 2_000 });",
  "await expect.poll(rows, { timeout: 900 }).toEqual([]);",
  "const pool = openPool(url, log, 1, { answerMs: 300 });",
  "await post({ deadline: 300 })(url);",
  "await new Promise((resolve) => setImmediate(resolve));",
  'import { setImmediate as nextTurn } from "node:timers/promises";',
  "const late = AbortSignal.timeout(1);",
  "performance.now = () => 0;",
  'const clock = vi.spyOn(performance, "now");',
])("requires a reason for %s", (text) => {
  expect(waitsIn("a.test.ts", `const a = 1;\n${text}`)).toEqual([
    { file: "a.test.ts", line: 2, text, reason: undefined },
  ]);
});

test.each([
  'import { setTimeout as delay } from "node:timers/promises";',
  "test.setTimeout(120_000);",
  "await expect.poll(rows, { timeout: 60_000 }).toEqual([]);",
  "const pool = openPool(url, log, 1, { answerMs: 60_000 });",
  "const brief = { keepMs: 2_000, degraded: true };",
  "// No setTimeout here.",
  "const day = new Date(0);",
])("requires no reason for %s", (text) => {
  expect(waitsIn("a.test.ts", text)).toEqual([]);
});

test("reads the reason on the line, or in the comment right above it", () => {
  const source = [
    "// Not injected: A rhythm of its own,",
    "// whatever comes.",
    "await delay(20);",
    "await delay(30); // Not injected: The same.",
    "",
    "// Not injected: Too far above.",
    "",
    "await delay(40);",
  ].join("\n");
  expect(waitsIn("a.test.ts", source).map(({ reason }) => reason)).toEqual([
    "A rhythm of its own, whatever comes.",
    "The same.",
    undefined,
  ]);
});
