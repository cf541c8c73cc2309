// The suites of `npm test` and `npm run test:stress`: their prerequisites, and how one is run and counted.
import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname } from "node:path";
import { chromiumPath } from "../chromium.mjs";
import { build, inRoot, install, node, run } from "../prepare.mjs";
import { failedJourneys, failedRules, failure } from "./failures.mjs";

/** Installs the test prerequisites, and builds the app. */
export function prepare() {
  install();
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  // Hundreds of processes load the same packages.
  process.env.NODE_COMPILE_CACHE ??= inRoot("node_modules", ".cache", "compiled");

  // Use the system's Chromium and Java, or install Debian's. If there is no Chromium, download the
  // test runner's own.
  const java = () =>
    spawnSync("java", ["-XX:-UsePerfData", "-version"], { stdio: "ignore" }).status === 0;
  const missing = [
    ...(chromiumPath() ? [] : ["chromium-headless-shell"]),
    ...(java() ? [] : ["default-jre-headless"]),
  ];
  if (missing.length > 0 && existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    console.log(`Installing ${missing.join(" and ")}…`);
    run("apt-get", ["update", "-q"]);
    run("apt-get", ["install", "-qy", "--no-install-recommends", ...missing]);
  }
  if (!chromiumPath())
    run("npx", ["playwright", "install", "--only-shell", "chromium"], { stdio: "inherit" });
  if (!java()) {
    console.error(
      "Java is missing: the checker of HTML needs a Java runtime, version 11 or newer.",
    );
    process.exit(1);
  }
  build();
  const results = inRoot("test-results");
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
}

/** What TEST_LATE can delay in the pages of journeys (tests/e2e/late.ts). */
export const LATE = /** @type {const} */ (["frames", "timers", "renders", "requests", "answers"]);

/** The seed that determines the order of a run's tests. */
export const newSeed = () => randomInt(1, 1_000_000);

const running = new Set();
let interrupted = false;

/** On Ctrl+C or SIGTERM: interrupts the running suites, lets them clean up, and then exits. */
export function endOnSignals() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      interrupted = true;
      process.exitCode = 128 + constants.signals[signal];
      // Playwright handles only SIGINT; a second one makes it exit without waiting for its workers.
      for (const child of running) child.kill("SIGINT");
    });
}

/**
 * Runs one suite to its end and counts its results. A suite that dies without a report is one failure.
 * @param aside buffers its output until the end, because another suite prints meanwhile
 * @param env additional environment variables
 */
export async function suite(name, [command, ...args], count, { aside = false, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd: inRoot(),
    env: { ...process.env, ...env },
    stdio: ["ignore", ...(aside ? ["pipe", "pipe"] : ["inherit", "inherit"])],
  });
  running.add(child);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => said.push(part));
  if (!aside) console.log(`\n${name}`);
  const status = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  running.delete(child);
  if (interrupted) {
    // Another suite may still be cleaning up: the last one to end exits the process.
    if (running.size === 0) process.exit();
    await new Promise(() => {});
  }
  const output = Buffer.concat(said).toString();
  if (aside) console.log(`\n${name}\n${output}`);
  let counted = { passed: 0, failed: 0, failures: [] };
  try {
    counted = { failures: [], ...count(status) };
  } catch (error) {
    console.error(`${name} left no report: ${error.message}`);
  }
  if (status !== 0 && counted.failures.length === 0) {
    counted.failed ||= 1;
    counted.failures.push(failure(name, output || `ended with exit code ${status}`));
  }
  return counted;
}

/** A package's command, run directly: npm's wrapper doesn't forward signals. */
export const bin = (name) => inRoot("node_modules", ".bin", name);

const reportOf = (file) => inRoot("test-results", file);
const report = (file) => JSON.parse(readFileSync(reportOf(file), "utf8"));
/** A run that dies without a report must not be counted by the previous run's report. */
const forget = (file) => rmSync(reportOf(file), { force: true });

/** Counts a check that has a single result. */
export const whole = (status) =>
  status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** Rules, permissions and backend tests: all, or the given files. */
export function rules(seed, { files = [], ...options } = {}) {
  forget("vitest.json");
  return suite(
    "Rules, permissions, backend",
    [bin("vitest"), "run", ...files],
    () => {
      const results = report("vitest.json");
      const failures = failedRules(results);
      // A file that fails outside its tests, such as in teardown, counts as a failure too.
      const failed = Math.max(results.numFailedTests, failures.length);
      return { passed: results.numPassedTests, failed, failures };
    },
    { ...options, env: { SEED: String(seed) } },
  );
}

/** Browser journeys in Chromium: all, or the given files. */
export function journeys(seed, { files = [], ...options } = {}) {
  forget("playwright.json");
  return suite(
    "Journeys",
    [bin("playwright"), "test", `--shuffle=${seed}`, ...files],
    () => {
      const played = report("playwright.json");
      const { expected, unexpected } = played.stats;
      return { passed: expected, failed: unexpected, failures: failedJourneys(played) };
    },
    options,
  );
}
