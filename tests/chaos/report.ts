import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Count } from "./promises.ts";

/** What one scenario found. */
export interface Result {
  scenario: string;
  /** the actions, with their numbers */
  done: string;
  counts: Count[];
  /** further observations that are not judged */
  notes: string[];
}

interface SavedResult extends Result {
  seed: number;
  seconds: number;
}

const RESULTS = join(import.meta.dirname, "../../test-results/chaos");

export const isBroken = ({ counts }: Result) => counts.some(({ broken }) => broken > 0);

export function keep(result: SavedResult) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(
    join(RESULTS, `${result.scenario}-${result.seed}.json`),
    JSON.stringify(result, null, 2),
  );
}

export function print({ scenario, done, counts, notes, seed, seconds }: SavedResult) {
  console.log(`\n${scenario}: ${done} (seed ${seed}, ${seconds} s)`);
  for (const { promise, of, broken, examples } of counts)
    console.log(
      `  ${broken ? "BROKEN" : "kept  "}  ${promise}: ${broken}${of > 1 ? ` of ${of}` : ""}${
        examples.length ? `\n          ${examples.join("\n          ")}` : ""
      }`,
    );
  for (const note of notes) console.log(`          ${note}`);
}

/** Writes docs/chaos.md from the saved results of the latest runs. */
export function write(file: string) {
  const results = readdirSync(RESULTS)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name): SavedResult => JSON.parse(readFileSync(join(RESULTS, name), "utf8")));
  const head = readFileSync(join(import.meta.dirname, "chaos-head.md"), "utf8");
  writeFileSync(file, `${head}\n${results.map(section).join("\n")}`);
}

const section = ({ scenario, done, counts, notes: said, seed, seconds }: SavedResult) => {
  const broken = counts.flatMap(({ promise, examples }) =>
    examples.map((example) => `Broken, ${promise}: ${example}.`),
  );
  const notes = [...broken, ...said];
  return `## ${scenario}, seed ${seed}\n${done} It took ${seconds} seconds.\n\n| promise | looked at | broken |\n|---|--:|--:|\n${counts
    .map(({ promise, of, broken }) => `| ${promise} | ${of > 1 ? of : ""} | ${broken} |`)
    .join("\n")}\n${notes.length ? `\n${notes.map((note) => `- ${note}`).join("\n")}\n` : ""}`;
};
