/**
 * Checks the alert rules, runs their tests, and checks a real server's metrics: `npm run test:alerts`.
 * Needs a build, and Prometheus's promtool (Debian: apt-get install prometheus).
 */
import { spawnSync } from "node:child_process";
import { openOurs } from "../tools/server.ts";
import { expectNothing, step, summary } from "../tools/steps.ts";
import { metricsNamed, RULE_TESTS, RULES } from "./files.ts";

const TOKEN = "only-for-this-measurement";
/** A step that succeeds when `fault` is empty. */
const report = (what: string, fault: string) => step(what, () => expectNothing(fault));

/** @returns what promtool reports as wrong; empty when all is well */
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

await report("promtool check rules", promtool(["check", "rules", RULES]));
await report("promtool test rules", promtool(["test", "rules", RULE_TESTS]));

await using site = await openOurs("alerts", { settings: { METRICS_TOKEN: TOKEN } });
// Generate some metrics: a rendered and a cached page, a refused request, a SQL statement.
for (const path of ["/", "/", "/none", "/%ff", "/readyz"]) await fetch(`${site.url}${path}`);
const answer = await fetch(`${site.url}/metrics`, {
  headers: { authorization: `Bearer ${TOKEN}` },
});
const text = await answer.text();
await report("/metrics answers who has the token", answer.ok ? "" : `status ${answer.status}`);
const stranger = await fetch(`${site.url}/metrics`);
await report("and nobody else", stranger.status === 401 ? "" : `status ${stranger.status}`);
await report("promtool check metrics", promtool(["check", "metrics"], text));
const exported = new Set(Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name));
const missing = metricsNamed().filter((name) => !exported.has(name));
await report("exports every metric of the dashboard and alerts", missing.join(", "));
const valueless = metricsNamed().filter(
  (name) => !new RegExp(`^${name}[_a-z]*[ {]`, "m").test(text),
);
await report("and has a value", valueless.join(", "));
process.exitCode = summary();
