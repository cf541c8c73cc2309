import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { authOperations } from "#server/backend/auth/operations.ts";
import { OPERATORS } from "#server/backend/rest/filters.ts";

const page = readFileSync("docs/api.md", "utf8");
const [, auth = ""] = /## \/auth[\s\S]*?\n([\s\S]*?)\n## /.exec(page) ?? [];

test("docs/api.md names every call of /auth/v1, and no other", () => {
  const written = [...auth.matchAll(/^\| `([A-Z]+ \/\w+)/gm)].map(([, call]) => call);
  const offered = Object.values(authOperations).map(({ method, path }) => `${method} ${path}`);
  expect(written.toSorted()).toEqual(offered.toSorted());
});

test("docs/api.md names every operator of a filter, and no other", () => {
  const [, list = ""] = /^Operators: ([\s\S]*?)\. /m.exec(page) ?? [];
  const written = [...list.matchAll(/`(\w+)`/g)].map(([, operator]) => operator);
  expect(written.toSorted()).toEqual(Object.keys(OPERATORS).toSorted());
});
