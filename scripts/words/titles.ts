import { globSync, readFileSync } from "node:fs";

const FILES = "{app,bench,contract,scripts,server,supabase,tests}/**/*.{test,spec}.{ts,tsx}";

/** The title of `test` and `describe`, and of `test.each` after its table. */
const TITLE =
  /(?:\b(?:test|describe)(?:\.\w+)*(?:<[^>]*>)?|\]\s*\))\s*\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** The titles of all tests, with their files. */
export const allTitles = (): { file: string; title: string }[] =>
  globSync(FILES)
    .sort()
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(TITLE)].map(({ 2: title = "" }) => ({ file, title })),
    );
