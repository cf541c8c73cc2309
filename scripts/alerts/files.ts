/** What the files for Prometheus and Grafana name, read from the files themselves. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

export const RULES = "deploy/alerts.yml";
export const RULE_TESTS = "scripts/alerts/tests.yml";
const DASHBOARD = "deploy/grafana-dashboard.json";
const RUNBOOK = "docs/runbook.md";

const found = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, name = ""]) => name);

/** A histogram is told as three. */
const plain = (name: string) => name.replace(/_(bucket|sum|count)$/, "");

/** Metrics of ours and of Node's that a file speaks of; `up` is Prometheus's own. */
const metricsIn = (path: string) => [
  ...new Set(found(read(path), /\b((?:loading_dock|nodejs|process)_[a-z0-9_]+)/g).map(plain)),
];

export const metricsNamed = () => [...new Set([RULES, DASHBOARD].flatMap(metricsIn))].sort();
export const alerts = () => found(read(RULES), /^\s+- alert: (\w+)$/gm);
export const headings = () => found(read(RUNBOOK), /^## (\w+)$/gm);

/** Alarms that a test makes go off. */
export const alertsTested = () =>
  new Set(found(read(RULE_TESTS), /alertname: (\w+)\n\s+exp_alerts:\n/g));
