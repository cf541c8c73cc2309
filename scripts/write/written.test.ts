import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readEnv } from "../../server/runtime/env.ts";
import { API_DOCS, apiDocs } from "./bounds.ts";
import { ENV_EXAMPLE, envExample } from "./env-example.ts";
import { seedFile, seedSql } from "./seed.ts";

test("docs/api.md lists the gateway's limits (npm run bounds:write)", () => {
  expect(readFileSync(API_DOCS, "utf8")).toBe(apiDocs());
});

test(".env.example names every setting of the schema, as README does (npm run env:write)", () => {
  expect(readFileSync(ENV_EXAMPLE, "utf8")).toBe(envExample());
});

test("supabase/seed.sql holds the words of app/content; run `npm run seed:write` if not", async () => {
  expect(readFileSync(seedFile, "utf8")).toBe(await seedSql());
});

test("each line of .env.example works when it is uncommented", () => {
  const lines = envExample().matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm);
  const settings = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
  expect(Object.keys(settings).length).toBeGreaterThan(30);
  const more = { ADMIN_EMAIL: settings.ADMIN_EMAIL, METRICS_PORT: "9464" };
  expect(readEnv({ ...settings, ...more })).toEqual(readEnv(more));
});
