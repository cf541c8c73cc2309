import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { API_DOCS, apiDocs } from "./bounds.ts";

test("docs/api.md lists the gateway's limits (npm run bounds:write)", () => {
  expect(readFileSync(API_DOCS, "utf8")).toBe(apiDocs());
});
