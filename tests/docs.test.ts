import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const DECISIONS = join(ROOT, "docs/decisions");

/** Generated or installed files at the top level; `node_modules` at any depth. */
const GENERATED = /^(build|data|artifacts|test-results|playwright-report|\.git|\.react-router)$/;
const TEXT = /\.(tsx?|m?js|json|css|sql|toml|md|ya?ml|conf|service|txt)$|(Docker|Caddy)file$/;

/** Every text file that people write, by its path from the repository root. */
function written(folder = ""): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (GENERATED.test(path) || entry.name === "node_modules") return [];
    if (entry.isDirectory()) return written(path);
    if (!TEXT.test(path) || path === "package-lock.json") return [];
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

  test("uses each number once", () => {
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  test("each number that a file mentions exists", () => {
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

  test("has rules, and uses each number once", () => {
    expect(rules.length).toBeGreaterThan(50);
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
  });

  test("has each rule that a file mentions", () => {
    const mentioned = files.flatMap(({ path, text }) =>
      [...text.matchAll(/\brules? [A-Z]-\d+(?:(?:,| and| to|, and)\s+[A-Z]-\d+)*/gi)].flatMap(
        ([words]) => (words.match(/[A-Z]-\d+/g) ?? []).map((rule) => ({ path, rule })),
      ),
    );
    expect(mentioned.length).toBeGreaterThan(50);
    expect(mentioned.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
  });

  test("refers to no document outside the repository", () => {
    // Split, so that this file doesn't match.
    const elsewhere = new RegExp(["\\bspec sect", "ion|\\bdesign\\.md|\\bspec\\.md"].join(""), "i");
    const refer = files.filter(({ text }) => elsewhere.test(text));
    expect(refer.map(({ path }) => path)).toEqual([]);
  });
});

test("each file that a comment names exists", () => {
  const comment = /^\s*(?:\/\/|\/?\*)(.*)$|\s\/[/*](.*)$/gm;
  const name = /(?<![\w/.@"-])[\w.-][\w./-]*\.(?:tsx?|mjs|sql|css|md)\b/g;
  const missing = files
    .filter(({ path }) => /\.(tsx?|mjs|css)$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(comment)]
        .flatMap(([line]) => line.match(name) ?? [])
        .map((found) => found.replace(/^(\.\.?\/)+/, ""))
        .filter((found) => !files.some((file) => `/${file.path}`.endsWith(`/${found}`)))
        .map((found) => `${path}: ${found}`),
    );
  expect(missing).toEqual([]);
});

test("links only to existing files", () => {
  const broken = files
    .filter(({ path }) => path.endsWith(".md"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .filter(([, target]) => !existsSync(join(ROOT, path, "..", target as string)))
        .map(([, target]) => `${path}: ${target}`),
    );
  expect(broken).toEqual([]);
});

/**
 * Names in backticks that are in no file of ours, by where they belong. A command, a setting with a value, an
 * address (`/faqs`) and anything with a space, a colon or a placeholder (`<table>`, `…`) is not checked and
 * needs no entry. The same goes for docs/walls.md's patterns, which tests/walls.test.ts checks.
 */
const ELSEWHERE: Record<string, string[]> = {
  "an example": ["case_studies_title_required", "NNNN-short-name.md"],
  HTTP: ["application/vnd.pgrst.object+json"],
  nginx: ["$http_x_forwarded_for", "real_ip_header"],
  "packages that we did not take": ["close-with-grace", "lru-cache", "negotiator", "range-parser"],
  Supabase: ["pg_net"],
};

describe("every name in backticks exists", () => {
  const names = files
    // The changelog and replaced decisions use names of their time.
    .filter(({ path }) => path.endsWith(".md") && !/^(CHANGELOG|docs\/walls)\.md$/.test(path))
    .filter(({ text }) => !text.includes("\n- Status: replaced by"))
    .flatMap(({ path, text }) =>
      [...text.replace(/^```.*?^```/gms, "").matchAll(/`([^`\n]+)`/g)]
        .map(([, name = ""]) => ({ path, name }))
        .filter(({ name }) => !/[\s:<…]|^[/#]/.test(name)),
    );
  const elsewhere = Object.values(ELSEWHERE).flat();
  const HINT =
    "Correct the name; if it is not ours, add it to ELSEWHERE or take off its backticks.";
  const unknown = (known: (name: string, path: string) => boolean) =>
    names
      .filter(({ path, name }) => !known(name, path))
      .map(({ path, name }) => `${path}: ${name}`);

  const isPath = (name: string) => (name.includes("/") && !name.startsWith("@")) || TEXT.test(name);
  /** Files of a future list, and files created at run time. */
  const isLater = (name: string) =>
    /case[-_]studies|^(DATA_DIR|data|build|test-results)\//.test(name);

  test("files and folders, by a path from the top or the end of one", () => {
    const paths = files.map(({ path }) => `/${path}`).join("\n");
    const isThere = (name: string, path: string) => {
      const whole = name.startsWith("../") ? join(path, "..", name) : name;
      const choices = whole
        .replace(/\/$/, "")
        .replace(/[.+$()]/g, "\\$&")
        .replace(/\*+/g, ".*")
        .replace(/\{([^}]*)\}/g, (_, list: string) => `(${list.replaceAll(",", "|")})`);
      return new RegExp(`${name.startsWith(".") ? "" : "/"}${choices}(?=/|$)`, "m").test(paths);
    };
    const missing = unknown(
      (name, path) =>
        !isPath(name) || isLater(name) || elsewhere.includes(name) || isThere(name, path),
    );
    expect(missing, HINT).toEqual([]);
  });

  const words = new Set(
    files
      .filter(({ path }) => !path.endsWith(".md") && path !== "tests/docs.test.ts")
      .flatMap(({ text }) => text.match(/[\w$]+(-[\w$]+)*/g) ?? []),
  );
  /** The parts of a name, a member (`a.b`), a call's function (`a(b)`) or a package (`@a/b`). */
  const partsOf = (name: string) =>
    /^[@.-]*([\w$]+([-./][\w$]+)*)(?=\(|$)/.exec(name)?.[1]?.split(/[./]/) ?? [];

  test("symbols, columns, settings and packages", () => {
    const missing = unknown(
      (name) =>
        isPath(name) || elsewhere.includes(name) || partsOf(name).every((part) => words.has(part)),
    );
    expect(missing, HINT).toEqual([]);
  });

  test("every exception is needed", () => {
    const needless = elsewhere.filter(
      (one) =>
        !names.some(({ name }) => name === one) ||
        (!isPath(one) && partsOf(one).every((part) => words.has(part))),
    );
    expect(needless).toEqual([]);
  });

  test("npm scripts", () => {
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
