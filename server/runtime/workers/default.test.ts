import { expect, test } from "vitest";
import { readEnv } from "#server/runtime/env.ts";

const MB = 1024 * 1024;

test.each([
  [1, 16_384, 1],
  [2, 16_384, 1],
  [3, 16_384, 2],
  [5, 16_384, 4],
  [64, 16_384, 4],
  [64, 320, 1],
  [64, 1_023, 1],
  [64, 1_152, 2],
  [64, 4_096, 4],
])("with %i cores and %i MB there are %i workers", (cores, memory, workers) => {
  expect(readEnv({}, { cores, memory: memory * MB }).workers).toBe(workers);
});

test.each([
  { DATABASE_URL: "postgres://site@localhost/site" },
  { SUPABASE_URL: "https://project.supabase.co", SUPABASE_PUBLISHABLE_KEY: "sb_publishable_none" },
  { METRICS_PORT: "9464" },
  { METRICS_TOKEN: "a-long-metrics-token" },
])("with %o there is one, unless WORKERS says otherwise", (settings) => {
  const large = { cores: 8, memory: 16_384 * MB };
  expect(readEnv(settings, large).workers).toBe(1);
  const chosen = { ...settings, METRICS_PORT: "9464", WORKERS: "3" };
  expect(readEnv(chosen, large).workers).toBe(3);
});
