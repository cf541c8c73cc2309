import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { API_DOCS, apiDocs } from "./bounds.ts";

test("docs/api.md has the bounds that the gateway works with (npm run bounds:write)", () => {
  expect(readFileSync(API_DOCS, "utf8")).toBe(apiDocs());
});
