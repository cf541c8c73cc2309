import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const DECISIONS = join(ROOT, "docs/decisions");

/** What is made or installed, not written. */
const MADE = [
  "node_modules",
  "build",
  "data",
  "artifacts",
  "test-results",
  ".git",
  ".react-router",
];

/** Every text file that people write, by its path from the repository's root. */
function written(folder = ""): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return MADE.includes(entry.name) ? [] : written(path);
    if (!/\.(tsx?|m?js|css|sql|toml|md|ya?ml)$/.test(path)) return [];
    return [{ path, text: readFileSync(join(ROOT, path), "utf8") }];
  });
}
const files = written();

const decisions = readdirSync(DECISIONS)
  .filter((name) => name !== "README.md")
  .map((name) => ({ name, text: readFileSync(join(DECISIONS, name), "utf8") }));

describe("decisions", () => {
  test.each(decisions)("$name follows the template of docs/decisions/README.md", (decision) => {
    const number = /^(\d{4})(-[a-z0-9]+)+\.md$/.exec(decision.name)?.[1];
    expect(number).toBeDefined();
    expect(decision.text).toMatch(
      new RegExp(
        `^# ${number}: .+\n\n- Date: \\d{4}-\\d\\d-\\d\\d\n- Status: (accepted|replaced by \\d{4})\n`,
      ),
    );
    const headings = [...decision.text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(["Context", "Decision", "Consequences"]);
  });

  const numbers = decisions.map(({ name }) => name.slice(0, 4));

  test("each number is taken once", () => {
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  test("each number that is spoken of exists", () => {
    const unknown = files.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:decision|replaced by) (\d{4})\b/gi)]
        .filter(([, number]) => !numbers.includes(number as string))
        .map(([words]) => `${path}: ${words}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe("docs/product.md", () => {
  const product = readFileSync(join(ROOT, "docs/product.md"), "utf8");
  const rules = [...product.matchAll(/^- \*\*([A-Z]-\d+)\*\* /gm)].map(([, rule]) => rule);

  test("has rules, and gives each number once", () => {
    expect(rules.length).toBeGreaterThan(50);
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
  });

  test("each rule that is spoken of stands there", () => {
    const spoken = files.flatMap(({ path, text }) =>
      [...text.matchAll(/\brules? [A-Z]-\d+(?:(?:,| and| to|, and)\s+[A-Z]-\d+)*/gi)].flatMap(
        ([words]) => (words.match(/[A-Z]-\d+/g) ?? []).map((rule) => ({ path, rule })),
      ),
    );
    expect(spoken.length).toBeGreaterThan(50);
    expect(spoken.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
  });

  test("no file refers to a document that is not in the repository", () => {
    // In two parts, so that this file does not.
    const elsewhere = new RegExp(["\\bspec sect", "ion|\\bdesign\\.md|\\bspec\\.md"].join(""), "i");
    const refer = files
      // Databases have run it: a migration is never edited.
      .filter(({ path }) => path !== "supabase/migrations/20261121090900_user_functions.sql")
      .filter(({ text }) => elsewhere.test(text));
    expect(refer.map(({ path }) => path)).toEqual([]);
  });
});

test("no link in a document leads to a file that is not there", () => {
  const broken = files
    .filter(({ path }) => path.endsWith(".md"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .filter(([, target]) => !existsSync(join(ROOT, path, "..", target as string)))
        .map(([, target]) => `${path}: ${target}`),
    );
  expect(broken).toEqual([]);
});

describe("what a document names in code is there", () => {
  const documents = files
    // Decisions and the changelog tell of what was there at their time.
    .filter(({ path }) => path.endsWith(".md") && !/^(CHANGELOG|docs\/decisions\/\d)/.test(path))
    .map(({ path, text }) => ({ path, text: text.replace(/^```.*?^```/gms, "") }));
  const spans = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => ({ path, span })),
  );

  /** What a new list's files will be called, and what running makes. */
  const isLater = (span: string) =>
    /[<…$]|case[-_]studies|\.generated|^(data|build|test-results)\//.test(span);
  const tops = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !MADE.includes(entry.name))
    .map(({ name }) => name);

  test("files and folders", () => {
    const named = new RegExp(`^(${tops.join("|")})/[\\w./*{},-]*$`);
    const missing = spans
      .filter(({ span }) => named.test(span) && !isLater(span))
      .filter(({ path, span }) =>
        [ROOT, join(ROOT, path, "..")].every((from) => globSync(span, { cwd: from }).length === 0),
      );
    expect(missing.map(({ path, span }) => `${path}: ${span}`)).toEqual([]);
  });

  test("files by their name alone", () => {
    const names = new Set(files.map(({ path }) => path.split("/").at(-1)));
    const missing = spans.filter(
      ({ span }) => /^[\w-]+(\.[\w-]+)*\.(tsx?|mjs|css)$/.test(span) && !names.has(span),
    );
    expect(missing.map(({ path, span }) => `${path}: ${span}`)).toEqual([]);
  });

  test("scripts of npm", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const missing = files
      .filter(({ path }) => path.endsWith(".md"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bnpm run (?:-s )?([a-z](?:[\w:-]*\w)?)(?![\w:<…-])/g)]
          .filter(([, name = ""]) => !(name in scripts))
          .map(([, name]) => `${path}: ${name}`),
      );
    expect(missing).toEqual([]);
  });

  test("settings that are given a value", () => {
    const code = files.filter(({ path }) => !path.endsWith(".md"));
    const unknown = files
      .filter(({ path }) => path.endsWith(".md"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/(?<![\w.-])([A-Z][A-Z0-9]*_[A-Z0-9_]+)=/g)]
          .filter(([, name = ""]) => !code.some((file) => file.text.includes(name)))
          .map(([, name]) => `${path}: ${name}`),
      );
    expect(unknown).toEqual([]);
  });
});
