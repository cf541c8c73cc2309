/**
 * Checks the alert rules, runs their tests, and looks at what a real server tells: `npm run test:alerts`.
 * Needs a build, and Prometheus's promtool (Debian: apt-get install prometheus).
 */
import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { benchFolder, startOurs } from "../../bench/tools/server.ts";
import { metricsNamed, RULE_TESTS, RULES } from "./files.ts";

const TOKEN = "only-for-this-measurement";
let failed = 0;
let passed = 0;

function tell(what: string, fault: string) {
  if (fault) failed += 1;
  else passed += 1;
  console.log(`${fault ? "failed" : "passed"}: ${what}${fault && `\n${fault}`}`);
}

/** @returns what it found wrong; nothing when all is well */
function promtool(args: string[], input = ""): string {
  const { error, status, stdout, stderr } = spawnSync("promtool", args, {
    input,
    encoding: "utf8",
  });
  if (error) {
    console.error("promtool is missing. On Debian: apt-get install prometheus");
    process.exit(1);
  }
  return status === 0 && !stderr.trim() ? "" : `${stdout}${stderr}`.trim() || `status ${status}`;
}

tell("promtool check rules", promtool(["check", "rules", RULES]));
tell("promtool test rules", promtool(["test", "rules", RULE_TESTS]));

const folder = await benchFolder("alerts");
const site = await startOurs(folder, "site", { settings: { METRICS_TOKEN: TOKEN } });
try {
  const ended = new Promise((resolve) => site.child.once("exit", resolve));
  // Something to tell of: a page made and kept, a refusal, a statement.
  for (const path of ["/", "/", "/none", "/%ff", "/readyz"]) await fetch(`${site.url}${path}`);
  const answer = await fetch(`${site.url}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const text = await answer.text();
  tell("/metrics answers who has the token", answer.ok ? "" : `status ${answer.status}`);
  const stranger = await fetch(`${site.url}/metrics`);
  tell("and nobody else", stranger.status === 401 ? "" : `status ${stranger.status}`);
  tell("promtool check metrics", promtool(["check", "metrics"], text));
  const told = new Set(Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name));
  const missing = metricsNamed().filter((name) => !told.has(name));
  tell("what dashboard and alarms name is told", missing.join(", "));
  const valueless = metricsNamed().filter(
    (name) => !new RegExp(`^${name}[_a-z]*[ {]`, "m").test(text),
  );
  tell("and has a value", valueless.join(", "));
  site.child.kill("SIGTERM");
  await ended;
} finally {
  site.child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
