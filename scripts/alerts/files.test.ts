import { expect, test } from "vitest";
import { createRegistry } from "#server/http/metrics/index.ts";
import { alerts, alertsTested, headings, metricsNamed } from "./files.ts";

test("exports each metric that dashboard and alerts use", () => {
  const backend = { kind: "database" as const, watch: async () => ({ answers: true }) };
  const { registry } = createRegistry({ backend, addresses: new Set<string>() });
  const exported = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  expect(metricsNamed().length).toBeGreaterThan(20);
  expect(metricsNamed().filter((name) => !exported.has(name))).toEqual([]);
});

test("shows each of our metrics on the dashboard or in an alert", () => {
  const backend = { kind: "database" as const, watch: async () => ({ answers: true }) };
  const { registry } = createRegistry({ backend, addresses: new Set<string>() });
  const ours = registry.getMetricsAsArray().map(({ name }) => name);
  const named = new Set(metricsNamed());
  expect(ours.filter((name) => name.startsWith("loading_dock_") && !named.has(name))).toEqual([]);
});

test("the runbook has exactly one heading per alert, in the same order", () => {
  expect(alerts().length).toBeGreaterThan(10);
  expect(headings()).toEqual(alerts());
});

test("fires each alert in its own test", () => {
  const tested = alertsTested();
  expect(alerts().filter((alert) => !tested.has(alert))).toEqual([]);
});
