// `npm run audit`: checks package sources, install scripts, licenses and known advisories.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askRegistry, checkAdvisories, packagesOf, type Saved, toSave } from "./advisories.ts";
import { checkLicenses } from "./licenses.ts";
import { checkLock, type Lock, type Manifest } from "./lock.ts";

const ROOT = join(import.meta.dirname, "../..");
const FILE = "scripts/audit/advisories.json";
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

const lock: Lock = read("package-lock.json");
const manifest: Manifest = read("package.json");
const words = process.argv.slice(2);
if (words.some((word) => word !== "--save")) {
  console.error(
    "Write: npm run audit, or npm run audit -- --save to keep what the registry answers.",
  );
  process.exit(1);
}

const answer = askRegistry(ROOT);
const saved: Saved = read(FILE);
const known =
  typeof answer === "string" ? saved : toSave(answer, lock, new Date().toISOString().slice(0, 10));
if (typeof answer === "string")
  console.log(
    `The registry isn't responding (${answer}). Used: ${FILE}, saved ${saved.saved ?? "never"}.`,
  );
else console.log("Used today's answer from the registry.");
if (words.includes("--save")) save();

const problems = [
  ...checkLock(lock, manifest),
  ...checkLicenses(lock),
  ...checkAdvisories(lock, known),
];
for (const problem of problems) console.error(problem);
console.log(
  `${packagesOf(lock).length} packages, ${problems.length} ${problems.length === 1 ? "problem" : "problems"}.`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function save() {
  if (typeof answer === "string") {
    console.error("Nothing was saved.");
    process.exit(1);
  }
  writeFileSync(join(ROOT, FILE), `${JSON.stringify(known, null, 2)}\n`);
  console.log(`Saved: ${FILE}.`);
}
