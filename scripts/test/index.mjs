// `npm test`: installs the test prerequisites, runs every suite, and summarizes them in one line.
import { repeat } from "./failures.mjs";
import { bin, endOnSignals, journeys, newSeed, prepare, rules, suite, whole } from "./suites.mjs";

const seed = Number(process.env.SEED) || newSeed();
console.log(
  `Running tests in random order (seed ${seed}). To repeat this order: SEED=${seed} npm test`,
);
endOnSignals();
prepare();

/** These use one core, so that the other suites can use the rest. */
async function checks() {
  const check = (name, command) => suite(name, command, whole, { aside: true });
  return [
    await check("Lint", [bin("biome"), "check", "--error-on-warnings"]),
    // Before "Dead code", which reads the route types that this generates.
    await check("Types", ["npm", "run", "-s", "typecheck"]),
    await check("Dead code", [bin("knip"), "--no-progress", "--no-config-hints"]),
  ];
}

const suites = (await Promise.all([checks(), rules(seed)])).flat();
suites.push(await journeys(seed));

repeat(suites.flatMap(({ failures }) => failures));
const sum = (key) => suites.reduce((total, counts) => total + counts[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") === 0 ? 0 : 1);
