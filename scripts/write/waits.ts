/**
 * Writes the list in tests/README.md: where tests wait, or read the machine's clock, randomness or memory,
 * and why. `npm run waits:write`. The reason is a comment on the line or above it: `// Not injected: …`.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
export const LIST = join(ROOT, "tests/README.md");

const FILES = ["{app,contract,scripts,server,supabase}/**/*.test.{ts,tsx}", "tests/**/*.ts"];
/** The chaos tests, a separate command, wait for what they broke; the other file contains samples. */
const LEFT_OUT = ["tests/chaos/**", "scripts/write/waits.test.ts"];

/** Milliseconds: the shortest allowed deadline, unless it is the test runner's own (tests/support). */
const SHORT_MS = 30_000;

const UNSTEADY =
  /(?<!test\.|")\bset(?:Timeout|Interval|Immediate)\b|\bDate\.now\b|\bnew Date\(\)|\bperformance(?:\.now\b|, "now")|\bmemoryUsage\(|\bMath\.random\b|\bsleep\(|\bpg_sleep\b|\bwaitForTimeout\b|\bnetworkidle\b|\bdelay\(|\bAbortSignal\.timeout\(/;
/** A deadline passed as an option to the test runner or the code: `answerMs: 300`. Ages don't count. */
const DEADLINE = /\b(?:timeout|deadline|(?!keepMs|filledInMs)\w+Ms): ([\d_]+)/g;
/** An import is not a wait: its uses are found by the name `delay`, the same everywhere. */
const IMPORT = /^import \{[^}]*\bsetTimeout as delay\b[^}]*\} from "node:timers\/promises";$/;

const REASON = /\bNot injected: (.+)$/;

export interface Wait {
  file: string;
  line: number;
  /** as written in the code */
  text: string;
  /** undefined if none is given */
  reason: string | undefined;
}

const isUnsteady = (text: string) =>
  UNSTEADY.test(text) || [...text.matchAll(DEADLINE)].some(([, ms = ""]) => isShort(ms));

const isShort = (ms: string) => Number(ms.replaceAll("_", "")) < SHORT_MS;

/** The lines of a file that wait for time to pass, or read something a test doesn't control. */
export function waitsIn(file: string, source: string): Wait[] {
  const lines = source.split("\n").map((text) => text.trim());
  return lines.flatMap((text, at) => {
    const [code = ""] = text.split(/(?:^|\s)(?:\/\/|\/?\*)\s/);
    if (IMPORT.test(text) || !isUnsteady(code)) return [];
    return [{ file, line: at + 1, text, reason: REASON.exec(text)?.[1] ?? reasonAbove(lines, at) }];
  });
}

/** The comment directly above a line, joined into one line. */
function reasonAbove(lines: string[], at: number): string | undefined {
  let first = at;
  while (lines[first - 1]?.startsWith("// ")) first -= 1;
  const comment = lines.slice(first, at).map((line) => line.replace(/^\/\/ /, ""));
  return REASON.exec(comment.join(" "))?.[1];
}

export const allWaits = (): Wait[] =>
  globSync(FILES, { cwd: ROOT, exclude: LEFT_OUT })
    .sort()
    .flatMap((file) => waitsIn(file, readFileSync(join(ROOT, file), "utf8")));

const [BEGIN, END] = ["<!-- npm run waits:write -->", "<!-- end -->"];

/** The README with the current list: a row per reason, with the files that give it. */
export function withList(readme: string, waits: Wait[]): string {
  const files = new Map<string, Set<string>>();
  for (const { file, reason = "" } of waits)
    files.set(reason, (files.get(reason) ?? new Set()).add(`\`${file}\``));
  const rows = [...files].map(([reason, where]) => `| ${reason} | ${[...where].join(", ")} |`);
  const list = [BEGIN, "", "| why | where |", "|---|---|", ...rows, "", END].join("\n");
  return readme.replace(new RegExp(`${BEGIN}[\\s\\S]*${END}`), () => list);
}

if (import.meta.main) writeFileSync(LIST, withList(readFileSync(LIST, "utf8"), allWaits()));
