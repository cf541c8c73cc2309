import { globSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { expect, test } from "vitest";
import { sourcesOf } from "../../scripts/bundle/page-sources.ts";

const APP = join(import.meta.dirname, "..");
const ROUTES = join(APP, "routes/site");
const text = (file: string) => readFileSync(file, "utf8");

test("every sheet has the name of the route that brings it", () => {
  const sheets = globSync(join(APP, "styles/pages/*.css")).map((sheet) => basename(sheet, ".css"));
  const brought = globSync(join(ROUTES, "*.tsx")).flatMap((route) => {
    const [, name] = /"#app\/styles\/pages\/([\w-]+)\.css\?inline"/.exec(text(route)) ?? [];
    return name ? [[basename(route, ".tsx"), name]] : [];
  });
  expect(brought.toSorted()).toEqual(sheets.toSorted().map((name) => [name, name]));
});

test("a page's sheet reads what the frame and its route import", () => {
  const files = sourcesOf(join(APP, "styles/pages/why-us.css")).map((file) => relative(APP, file));
  expect(files).toContain("routes/site/layout.tsx");
  expect(files).toContain("site-kit/footer.tsx");
  expect(files).toContain("site-kit/sections/why-us.tsx");
  expect(files.some((file) => file.startsWith("features/team_members/site/"))).toBe(true);
  expect(files).not.toContain("site-kit/sections/home.tsx");
});
