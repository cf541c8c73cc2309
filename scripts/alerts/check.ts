/**
 * Checks the alert rules, runs their tests, and checks a real server's metrics: `npm run test:alerts`.
 * Needs a build, and Prometheus's promtool (Debian: apt-get install prometheus).
 */
import { spawnSync } from "node:child_process";
import { openOurs, until } from "../tools/server.ts";
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

// A mailbox, so that its metric has a value, whatever it is.
const mailbox = {
  IMAP_URL: "imap://reply:secret@127.0.0.1:9",
  REPLY_ADDRESS: "reply+*@example.com",
};
await using site = await openOurs("alerts", { settings: { METRICS_TOKEN: TOKEN, ...mailbox } });
// Generate some metrics: a rendered and a cached page, a refused request, a SQL statement.
for (const path of ["/", "/", "/none", "/%ff", "/readyz"]) await fetch(`${site.url}${path}`);
const scrape = () =>
  fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
const answer = await scrape();
await report("/metrics answers who has the token", answer.ok ? "" : `status ${answer.status}`);
const stranger = await fetch(`${site.url}/metrics`);
await report("and nobody else", stranger.status === 401 ? "" : `status ${stranger.status}`);
const valueless = (text: string) =>
  metricsNamed().filter((name) => !new RegExp(`^${name}[_a-z]*[ {]`, "m").test(text));
// The server checks its history some seconds after the start. A check that never comes is a failure.
const deadline = performance.now() + 120_000;
const text = await until(async () => {
  const all = await (await scrape()).text();
  return valueless(all).length === 0 || performance.now() > deadline ? all : undefined;
});
await report("promtool check metrics", promtool(["check", "metrics"], text));
const exported = new Set(Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name));
const missing = metricsNamed().filter((name) => !exported.has(name));
await report("exports every metric of the dashboard and alerts", missing.join(", "));
await report("and has a value", valueless(text).join(", "));
process.exitCode = summary();
