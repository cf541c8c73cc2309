import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const APP = join(import.meta.dirname, "..");
const ROUTES = join(APP, "routes/site");
const text = (file: string) => readFileSync(file, "utf8");

const sheetOf = (route: string) => {
  const path = /"#app\/(styles\/pages\/[\w-]+\.css)\?inline"/.exec(text(route))?.[1];
  return path && join(APP, path);
};

/** The files of the app that a page needs, and those that they need; another page brings its own sheet. */
function needed(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || (found.size > 0 && sheetOf(file))) return found;
  found.add(file);
  // Types are gone in the browser, and a class name with them.
  const imports = /^(?:import|export)\s(?!type\b)[^"';]*"((?:#app|\.\.?)\/[^"]+\.tsx?)"/gm;
  for (const [, name = ""] of text(file).matchAll(imports))
    needed(name.startsWith("#app") ? join(APP, name.slice(5)) : join(dirname(file), name), found);
  return found;
}

/** Whether Tailwind reads a file for this sheet, or for what it imports. */
function isSource(sheet: string, file: string): boolean {
  const folder = dirname(sheet);
  const sources = [...text(sheet).matchAll(/^@source "([^"]+)"/gm)].map(([, path = ""]) =>
    join(folder, path),
  );
  const isBelow = (path: string) =>
    existsSync(path) && statSync(path).isDirectory()
      ? file.startsWith(`${path}/`)
      : globSync(path).includes(file);
  const imported = [...text(sheet).matchAll(/^@import "(\.[^"]+)"/gm)];
  return (
    sources.some(isBelow) || imported.some(([, path = ""]) => isSource(join(folder, path), file))
  );
}

const pages = readdirSync(ROUTES)
  .filter((name) => name.endsWith(".tsx"))
  .flatMap((name) => {
    const sheet = sheetOf(join(ROUTES, name));
    return sheet ? [{ name, sheet }] : [];
  });

describe("each class that a page names is in its sheet", () => {
  test("every sheet is a page's", () => {
    const sheets = globSync(join(APP, "styles/pages/*.css"));
    expect(pages.map(({ sheet }) => sheet).toSorted()).toEqual(sheets.toSorted());
  });

  test.each(pages)("$name", ({ name, sheet }) => {
    const files = needed(join(ROUTES, "layout.tsx"), needed(join(ROUTES, name)));
    const unread = [...files]
      .filter((file) => /\bclassName\b/.test(text(file)) && !isSource(sheet, file))
      .map((file) => relative(dirname(sheet), file));
    expect(unread, `add @source for these to ${relative(APP, sheet)}`).toEqual([]);
  });
});
