/** Metric and alert names, read from the Prometheus and Grafana files themselves. */
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

/** A histogram is exported as three series. */
const plain = (name: string) => name.replace(/_(bucket|sum|count)$/, "");

/** Our metrics and Node's that a file mentions; `up` is Prometheus's own. */
const metricsIn = (path: string) => [
  ...new Set(found(read(path), /\b((?:loading_dock|nodejs|process)_[a-z0-9_]+)/g).map(plain)),
];

export const metricsNamed = () => [...new Set([RULES, DASHBOARD].flatMap(metricsIn))].sort();
export const alerts = () => found(read(RULES), /^\s+- alert: (\w+)$/gm);
export const headings = () => found(read(RUNBOOK), /^## (\w+)$/gm);

/** Alerts that have a test in which they fire. */
export const alertsTested = () =>
  new Set(found(read(RULE_TESTS), /alertname: (\w+)\n\s+exp_alerts:\n/g));
