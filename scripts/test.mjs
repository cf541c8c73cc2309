// `npm test`: installs what the tests need, runs every suite, and sums them up in one line.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { chromiumPath } from "./chromium.mjs";
import { flaky, literally } from "./flaky.mjs";
import { build, inRoot, install, node, run } from "./prepare.mjs";

install();
process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
// Hundreds of processes read the same packages.
process.env.NODE_COMPILE_CACHE ??= inRoot("node_modules", ".cache", "compiled");

// A Chromium and a Java of the system, or Debian's installed now; for want of Chromium the test
// runner's own download.
const java = () => spawnSync("java", ["-version"], { stdio: "ignore" }).status === 0;
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
  console.error("Java is missing: the checker of HTML needs a Java runtime, version 11 or newer.");
  process.exit(1);
}
build();

const results = inRoot("test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/**
 * Runs one suite to its end and counts it; a suite that dies without a report counts as one failure.
 * @param aside what it prints waits for its end, since another one prints meanwhile
 */
async function suite(name, [command, ...args], count, { aside = false } = {}) {
  const child = spawn(command, args, {
    cwd: inRoot(),
    stdio: ["ignore", ...(aside ? ["pipe", "pipe"] : ["inherit", "inherit"])],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => said.push(part));
  if (!aside) console.log(`\n${name}`);
  const status = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (aside) console.log(`\n${name}\n${Buffer.concat(said)}`);
  let counted = { passed: 0, failed: 0 };
  try {
    counted = count(status);
  } catch (error) {
    console.error(`${name} left no report: ${error.message}`);
  }
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  return counted;
}

const report = (file) => JSON.parse(readFileSync(inRoot("test-results", file), "utf8"));
const whole = (status) => (status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/**
 * A journey that failed once, in the crowd, has to pass this often by itself. What it is that wavers
 * stays to be found: the output names it either way.
 */
const TRIES = 6;
function passesAlone(title) {
  console.log(`\nFailed, though its second try passed; ${TRIES} more: ${title}`);
  const more = [
    `--grep=${literally(title)}`,
    `--repeat-each=${TRIES}`,
    "--retries=0",
    "--workers=1",
  ];
  const { status } = spawnSync("npx", ["playwright", "test", "--reporter=list", ...more], {
    cwd: inRoot(),
    stdio: "inherit",
  });
  console.log(`${status === 0 ? "Wavered, and passes by itself" : "Fails by itself"}: ${title}`);
  return status === 0;
}

/** These use one core; what else runs meanwhile has the others. */
async function checks() {
  const check = (name, command) => suite(name, command, whole, { aside: true });
  return [
    await check("Lint", ["npx", "biome", "check", "--error-on-warnings"]),
    // Before the dead code, which is judged with the routes' types that this makes.
    await check("Types", ["npm", "run", "-s", "typecheck"]),
    await check("Dead code", ["npx", "knip", "--no-progress", "--no-config-hints"]),
  ];
}

const rules = () =>
  suite("Rules, permissions, backend", ["npx", "vitest", "run"], () => {
    const { numPassedTests, numFailedTests } = report("vitest.json");
    return { passed: numPassedTests, failed: numFailedTests };
  });

const journeys = () =>
  suite("Journeys", ["npx", "playwright", "test"], () => {
    const played = report("playwright.json");
    const { hung, wavering } = flaky(played);
    for (const title of hung) console.log(`Passed once the hung browser was replaced: ${title}`);
    const failing = wavering.filter((title) => !passesAlone(title));
    const { expected, flaky: second, unexpected } = played.stats;
    return { passed: expected + second - failing.length, failed: unexpected + failing.length };
  });

const suites = (await Promise.all([checks(), rules()])).flat();
suites.push(await journeys());

const sum = (key) => suites.reduce((total, counts) => total + counts[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") === 0 ? 0 : 1);
