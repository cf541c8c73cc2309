// `npm run test:stress`: runs the tests repeatedly under CPU load, each time in a different order, and names
// every test that failed at least once. `-- FILES` selects tests; STRESS_RULES and STRESS_JOURNEYS set the
// number of rounds. New ids rise in one round and fall in the next (tests/support/cluster.ts). Each
// round of journeys delays something different in every page (tests/e2e/late.ts).
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { endOnSignals, journeys, LATE, newSeed, prepare, rules } from "./suites.mjs";

const files = process.argv.slice(2).filter((word) => word !== "--");
const ofJourneys = (file) => file.includes("e2e");
/** Zero when only files of the other kind are given. */
const times = (setting, usual, wanted) =>
  files.length > 0 && !files.some(wanted) ? 0 : Number(process.env[setting] ?? usual);

const parts = [
  {
    name: "Rules, permissions, backend",
    run: rules,
    files: files.filter((file) => !ofJourneys(file)),
    times: times("STRESS_RULES", 20, (file) => !ofJourneys(file)),
  },
  {
    name: "Journeys",
    run: journeys,
    files: files.filter(ofJourneys),
    times: times("STRESS_JOURNEYS", 5, ofJourneys),
  },
];

endOnSignals();
prepare();
// Worker threads, so that they end with this process in any case.
const load = Array.from(
  { length: availableParallelism() },
  () => new Worker("for (;;);", { eval: true }),
);

/** Each failed test with the seeds it failed with. */
const failed = new Map();
for (const { name, run, files, times } of parts)
  for (let round = 1; round <= times; round++) {
    const seed = newSeed();
    process.env.TEST_IDS = round % 2 === 1 ? "rising" : "falling";
    if (run === journeys) process.env.TEST_LATE = LATE[(round - 1) % LATE.length];
    const started = performance.now();
    const { TEST_IDS, TEST_LATE = "nothing" } = process.env;
    console.log(
      `\n${name}, ${round} of ${times}, SEED=${seed} TEST_IDS=${TEST_IDS}, late: ${TEST_LATE}`,
    );
    const counts = await run(seed, { files });
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    console.log(`SEED=${seed}: ${counts.passed} passed, ${counts.failed} failed, ${minutes} min`);
    for (const { test } of counts.failures) failed.set(test, [...(failed.get(test) ?? []), seed]);
  }
await Promise.all(load.map((worker) => worker.terminate()));

const rounds = parts.map(({ name, times }) => `${name} ${times} times`).join(", ");
console.log(`\n${rounds}. ${failed.size} tests failed at least once.`);
if (failed.size > 0) {
  console.log("\n| test | times | seeds |\n|---|---|---|");
  for (const [test, seeds] of failed)
    console.log(`| ${test} | ${seeds.length} | ${seeds.join(", ")} |`);
}
process.exit(failed.size === 0 ? 0 : 1);
