// `npm test`: installs what the tests need, runs every suite, and sums them up in one line.
import { bin, endOnSignals, journeys, newSeed, prepare, rules, suite, whole } from "./suites.mjs";

const seed = Number(process.env.SEED) || newSeed();
console.log(
  `Running tests in random order (seed ${seed}). To repeat this order: SEED=${seed} npm test`,
);
endOnSignals();
prepare();

/** These use one core; what else runs meanwhile has the others. */
async function checks() {
  const check = (name, command) => suite(name, command, whole, { aside: true });
  return [
    await check("Lint", [bin("biome"), "check", "--error-on-warnings"]),
    // Before the dead code, which is judged with the routes' types that this makes.
    await check("Types", ["npm", "run", "-s", "typecheck"]),
    await check("Dead code", [bin("knip"), "--no-progress", "--no-config-hints"]),
  ];
}

const suites = (await Promise.all([checks(), rules(seed)])).flat();
suites.push(await journeys(seed));

const sum = (key) => suites.reduce((total, counts) => total + counts[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") === 0 ? 0 : 1);
