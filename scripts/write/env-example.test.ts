import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ENV_EXAMPLE, envExample } from "./env-example.ts";

test(".env.example names every setting of the schema, as README does (npm run env:write)", () => {
  expect(readFileSync(ENV_EXAMPLE, "utf8")).toBe(envExample());
});
