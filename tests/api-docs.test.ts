import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { authOperations } from "#server/backend/auth/operations.ts";
import type { OperationTable } from "#server/backend/gateway/request/operation.ts";
import { storageOperations } from "#server/backend/gateway/storage.ts";
import { OPERATORS } from "#server/backend/rest/filters.ts";

const page = readFileSync("docs/api.md", "utf8");
const [, auth = ""] = /## \/auth[\s\S]*?\n([\s\S]*?)\n## /.exec(page) ?? [];

const callsOf = (table: OperationTable) =>
  Object.values(table).flatMap(({ methods = [], path }) =>
    methods.map((method) => `${method} ${path}`),
  );

test("docs/api.md names every call of /auth/v1, and no other", () => {
  const written = [...auth.matchAll(/^\| `([A-Z]+ \/[\w/{}-]+)/gm)].map(([, call]) => call);
  const offered = callsOf(authOperations);
  expect(written.toSorted()).toEqual(offered.toSorted());
});

test("docs/api.md names every call of /storage/v1, and no other", () => {
  const [, storage = ""] = /## \/storage[\s\S]*?\n([\s\S]*?)\n## /.exec(page) ?? [];
  const written = [...storage.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = ""]) => {
    const methods = [...cell.matchAll(/\b(GET|HEAD|POST|PUT|DELETE)\b/g)].map(([method]) => method);
    const paths = new Set([...cell.matchAll(/\/[a-z/]+/g)].map(([path]) => path));
    return [...paths].flatMap((path) => [...new Set(methods)].map((method) => `${method} ${path}`));
  });
  const offered = callsOf(storageOperations);
  expect(written.toSorted()).toEqual(offered.toSorted());
});

test("docs/api.md says that deleted submissions stay readable, and how to leave them out", () => {
  expect(page.replace(/\s+/g, " ")).toContain(
    "A deleted contact submission stays readable for 30 days for staff who handle leads, with `deleted_at` set. To leave these out, add `deleted_at=is.null`.",
  );
});

test("docs/api.md names every operator of a filter, and no other", () => {
  const [, list = ""] = /^Operators: ([\s\S]*?)\. /m.exec(page) ?? [];
  const written = [...list.matchAll(/`(\w+)`/g)].map(([, operator]) => operator);
  expect(written.toSorted()).toEqual(Object.keys(OPERATORS).toSorted());
});
