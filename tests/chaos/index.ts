import { parseArgs } from "node:util";
import { isBroken, keep, print, write } from "./report.ts";
import type { Scenario } from "./scenario.ts";
import { clocks } from "./scenarios/clocks.ts";
import { firstStart } from "./scenarios/first-start.ts";
import { frozen } from "./scenarios/frozen.ts";
import { fullDisk } from "./scenarios/full-disk.ts";
import { kills } from "./scenarios/kills.ts";
import { mail } from "./scenarios/mail.ts";
import { s3 } from "./scenarios/s3.ts";
import { silent } from "./scenarios/silent.ts";

const SCENARIOS: Record<string, Scenario> = {
  kills,
  "first-start": firstStart,
  "full-disk": fullDisk,
  frozen,
  mail,
  s3,
  silent,
  clocks,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    rounds: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

for (const name of ["SIGTERM", "SIGINT"]) process.once(name, () => process.exit(1));

const seed = Number(values.seed);
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
const names = positionals.length > 0 || values.write ? positionals : Object.keys(SCENARIOS);
let broken = 0;
for (const name of names) {
  const scenario = SCENARIOS[name];
  if (!scenario)
    throw new Error(`There is no scenario ${name}. Choose ${Object.keys(SCENARIOS).join(", ")}.`);
  const started = performance.now();
  const result = { scenario: name, ...(await scenario({ seed, rounds })) };
  const saved = { ...result, seed, seconds: Math.round((performance.now() - started) / 1000) };
  keep(saved);
  print(saved);
  if (isBroken(result)) broken += 1;
}
if (names.length > 0) console.log(`\n${names.length - broken} passed, ${broken} failed`);
if (values.write) write("docs/chaos.md");
process.exitCode = broken > 0 ? 1 : 0;
