import { readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Plugin } from "vite";

const APP = join(import.meta.dirname, "../../app");
const ROUTES = join(APP, "routes/site");
const SHEET = /\/app\/styles\/pages\/[\w-]+\.css/;
/** Imports of types are gone in the browser, and the class names with them. */
const IMPORT =
  /^(?:import|export)\s(?!type\b)[^"';]*"((?:#app|\.\.?)\/[^"?]+\.tsx?)(?:\?[^"]*)?"/gm;

/** The frame of every public page. */
const FRAME = join(ROUTES, "layout.tsx");

/** Tells Tailwind what to read for the sheet of a public page. */
export function pageSources(): Plugin {
  return {
    name: "page-sources",
    enforce: "pre",
    transform: {
      filter: { id: SHEET },
      handler(css, id) {
        const sheet = id.replace(/\?.*$/, "");
        const files = sourcesOf(sheet);
        for (const file of files) this.addWatchFile(file);
        // Tailwind takes each word for a class, so files without any are left out.
        const sources = files
          .filter((file) => /\bclassName\b/.test(readFileSync(file, "utf8")))
          .map((file) => `@source "${relative(dirname(sheet), file)}";\n`);
        return css.replace(/^(@import .*\n)+/, (imports) => imports + sources.join(""));
      },
    },
  };
}

/** The frame, the route with the sheet's name, and all files that they import. */
export function sourcesOf(sheet: string): string[] {
  const route = join(ROUTES, `${basename(sheet, ".css")}.tsx`);
  return [...new Set([...imported(FRAME), ...imported(route)])];
}

/** A route, and all files of the app that it imports, directly or not; other routes have sheets of their own. */
function imported(file: string, found = new Set<string>()): string[] {
  if (found.has(file) || (found.size > 0 && dirname(file) === ROUTES)) return [];
  found.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(IMPORT))
    imported(name.startsWith("#app") ? join(APP, name.slice(5)) : join(dirname(file), name), found);
  return [...found];
}
