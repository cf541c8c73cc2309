import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const runbook = readFileSync("docs/runbook.md", "utf8");
const code = globSync("{server,supabase/functions}/**/*.ts")
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** What the runbook greps in the site's log; "killed process" is from the kernel's. */
const patterns = Array.from(
  runbook.matchAll(/(?:journalctl [^`\n]*|… )\| grep (?:-\w+ )?(?:'([^'\n]+)'|"([^"\n]+)")/g),
  ([, single, double = ""]) => single ?? double,
);
const quoted = Array.from(
  runbook.matchAll(/(?:The (?:log|cause).*\s+)?(?:after|behind) `([^`]+)`/g),
  ([, line = ""]) => line,
);
const lines = [...patterns.filter((text) => !text.startsWith('"')), ...quoted]
  .flatMap((text) => text.split("|"))
  .filter(Boolean);

test("finds the lines that the runbook quotes", () => {
  expect(lines).toContain("a page took too long");
  expect(lines).toContain("live updates don't work");
  expect(lines).toContain("files can't be stored");
  expect(lines).toContain("checking the history failed");
});

test.each(lines)("the server logs what the runbook looks for: %s", (line) => {
  // For recurring jobs, the log has the name and "failed" (server/runtime/jobs.ts).
  const job = /^(.+) failed$/.exec(line)?.[1];
  expect(code.includes(line) || code.includes(`"${job}"`), line).toBe(true);
});

test.each(patterns.flatMap((text) => Array.from(text.matchAll(/^"(\w+)":(?:"(\w+)")?/g))))(
  "the log's lines have %s",
  (...found) => {
    const [, key = "", value] = found;
    expect(code).toContain(key);
    if (value) expect(code).toContain(`"${value}"`);
  },
);

test("names no variable of a shell that it does not set", () => {
  const set = Array.from(runbook.matchAll(/^([A-Z_]+)=/gm), ([, name]) => name);
  const used = Array.from(runbook.matchAll(/\$\{?([A-Z][A-Z_0-9]+)/g), ([, name]) => name);
  expect(used.length).toBeGreaterThan(0);
  for (const name of used) expect(set).toContain(name);
});
