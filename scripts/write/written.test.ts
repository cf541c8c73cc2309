import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
