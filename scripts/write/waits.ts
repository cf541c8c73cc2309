/**
 * Writes the list of tests/README.md: where tests wait, or read the machine's clock, chance or memory, and why.
 * `npm run waits:write`. The reason stands in the code, in a comment on the line or above it: `// Not injected: …`.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
export const LIST = join(ROOT, "tests/README.md");

const FILES = ["{app,contract,scripts,server,supabase}/**/*.test.{ts,tsx}", "tests/**/*.ts"];
/** Violence, a command of its own, which waits for what it broke; and the samples of what is looked for. */
const LEFT_OUT = ["tests/chaos/**", "scripts/write/waits.test.ts"];

/** Milliseconds: the shortest deadline of a wait, unless it uses the test runner's (tests/support). */
const PATIENCE_MS = 30_000;

const UNSTEADY =
  /(?<!test\.|")\bset(?:Timeout|Interval|Immediate)\b|\bDate\.now\b|\bnew Date\(\)|\bperformance(?:\.now\b|, "now")|\bmemoryUsage\(|\bMath\.random\b|\bsleep\(|\bpg_sleep\b|\bwaitForTimeout\b|\bnetworkidle\b|\bdelay\(|\bAbortSignal\.timeout\(/;
/** A deadline that is given as an option of the test runner or of the code: `answerMs: 300`. Ages are none. */
const DEADLINE = /\b(?:timeout|deadline|(?!keepMs|filledInMs)\w+Ms): ([\d_]+)/g;
/** What an import brings is found where it is used, by the one name that it has everywhere. */
const IMPORT = /^import \{[^}]*\bsetTimeout as delay\b[^}]*\} from "node:timers\/promises";$/;

const REASON = /\bNot injected: (.+)$/;

export interface Wait {
  file: string;
  line: number;
  /** as the code has it */
  text: string;
  /** undefined: nobody has given one */
  reason: string | undefined;
}

const isUnsteady = (text: string) =>
  UNSTEADY.test(text) || [...text.matchAll(DEADLINE)].some(([, ms = ""]) => isShort(ms));

const isShort = (ms: string) => Number(ms.replaceAll("_", "")) < PATIENCE_MS;

/** The lines of one file that wait for time to pass, or read what a test does not control. */
export function waitsIn(file: string, source: string): Wait[] {
  const lines = source.split("\n").map((text) => text.trim());
  return lines.flatMap((text, at) => {
    const [code = ""] = text.split(/(?:^|\s)(?:\/\/|\/?\*)\s/);
    if (IMPORT.test(text) || !isUnsteady(code)) return [];
    return [{ file, line: at + 1, text, reason: REASON.exec(text)?.[1] ?? reasonAbove(lines, at) }];
  });
}

/** The comment that ends right above a line, as one sentence. */
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

/** The README's text with the list as the code has it: a reason a line, with the files that give it. */
export function withList(readme: string, waits: Wait[]): string {
  const files = new Map<string, Set<string>>();
  for (const { file, reason = "" } of waits)
    files.set(reason, (files.get(reason) ?? new Set()).add(`\`${file}\``));
  const rows = [...files].map(([reason, where]) => `| ${reason} | ${[...where].join(", ")} |`);
  const list = [BEGIN, "", "| why | where |", "|---|---|", ...rows, "", END].join("\n");
  return readme.replace(new RegExp(`${BEGIN}[\\s\\S]*${END}`), () => list);
}

if (import.meta.main) writeFileSync(LIST, withList(readFileSync(LIST, "utf8"), allWaits()));
