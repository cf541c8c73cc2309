import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { seedFile, seedSql } from "./seed.ts";

test("supabase/seed.sql holds the words of app/content; run `npm run seed:write` if not", async () => {
  expect(readFileSync(seedFile, "utf8")).toBe(await seedSql());
});
