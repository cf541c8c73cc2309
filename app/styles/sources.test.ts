import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { imported } from "../../scripts/bundle/page-sources.ts";

const APP = join(import.meta.dirname, "..");
const ROUTES = join(APP, "routes/site");
const SHARED = join(APP, "styles/site.css");
const text = (file: string) => readFileSync(file, "utf8");

/** Whether the shared sheet names a file, its folder or a pattern for it. */
function isShared(file: string): boolean {
  const sources = [...text(SHARED).matchAll(/^@source "([^"]+)"/gm)].map(([, path = ""]) =>
    join(dirname(SHARED), path),
  );
  return sources.some((path) =>
    existsSync(path) && statSync(path).isDirectory()
      ? file.startsWith(`${path}/`)
      : globSync(path).includes(file),
  );
}

test("every sheet has the name of the route that brings it", () => {
  const sheets = globSync(join(APP, "styles/pages/*.css")).map((sheet) => basename(sheet, ".css"));
  const brought = globSync(join(ROUTES, "*.tsx")).flatMap((route) => {
    const [, name] = /"#app\/styles\/pages\/([\w-]+)\.css\?inline"/.exec(text(route)) ?? [];
    return name ? [[basename(route, ".tsx"), name]] : [];
  });
  expect(brought.toSorted()).toEqual(sheets.toSorted().map((name) => [name, name]));
});

test("the shared sheet reads what every page has", () => {
  const unread = imported(join(ROUTES, "layout.tsx"))
    .filter((file) => /\bclassName\b/.test(text(file)) && !isShared(file))
    .map((file) => relative(dirname(SHARED), file));
  expect(unread, "add @source for these to app/styles/site.css").toEqual([]);
});

test("a page's sheet reads the features and sections that its route imports", () => {
  const files = imported(join(ROUTES, "why-us.tsx")).map((file) => relative(APP, file));
  expect(files).toContain("routes/site/why-us.tsx");
  expect(files).toContain("site-kit/sections/why-us.tsx");
  expect(files.some((file) => file.startsWith("features/team_members/site/"))).toBe(true);
  expect(files).not.toContain("routes/site/layout.tsx");
});
