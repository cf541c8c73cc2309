import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import project from "../package.json" with { type: "json" };
import { visit } from "./visit.ts";

/** The table in docs/walls.md, one entry per row. */
const walls = readFileSync("docs/walls.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [, inside = "", never = "", except = "", because = ""] = line.split("|");
    const [folder = ""] = patternsIn(inside);
    return {
      folder,
      never: patternsIn(never),
      except: patternsIn(except),
      because: because.trim(),
    };
  });

function patternsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, pattern = ""]) => pattern);
}

/** Expands `{a,b}`. */
function spelledOut(pattern: string): string[] {
  const [whole, choices] = /\{([^}]+)\}/.exec(pattern) ?? [];
  if (!whole || !choices) return [pattern];
  return choices.split(",").flatMap((choice) => spelledOut(pattern.replace(whole, choice)));
}

const SIGNS: Record<string, string> = { "**/": "(.*/)?", "**": ".+", "*": "[^/]+", ".": "\\." };

/** A pattern as a regular expression that matches a whole text, or with end "" its start. */
function matcherOf(pattern: string, end = "$"): RegExp {
  const choices = spelledOut(pattern).map((one) =>
    one.replace(/(^|(?<=\/))\*\*\/|\*\*|\*|\./g, (sign) => SIGNS[sign] ?? sign),
  );
  return new RegExp(`^(${choices.join("|")})${end}`);
}

const matchers = new Map<string, RegExp>();

function fits(text: string, patterns: string[]): boolean {
  return patterns.some((pattern) => {
    const matcher = matchers.get(pattern) ?? matcherOf(pattern);
    matchers.set(pattern, matcher);
    return matcher.test(text);
  });
}

/** An import's names: as written, and its target's path if that is outside the folder. */
function meaningsOf(file: string, folder: string, from: string): string[] {
  if (!from.startsWith(".")) {
    const [name] = /^(@[^/]+\/)?[^/#]+(?=\/)/.exec(from) ?? [];
    return name ? [from, name] : [from];
  }
  const target = path.posix.join(path.posix.dirname(file), from);
  const [home] = matcherOf(folder.replace(/\*+$/, ""), "").exec(file) ?? [""];
  return target.startsWith(home) ? [from] : [from, `#${target}`];
}

/** The walls' messages for this import. */
function brokenBy(file: string, from: string): string[] {
  return walls
    .filter(({ folder, never, except }) => {
      if (!fits(file, [folder])) return false;
      return meaningsOf(file, folder, from).some((one) => fits(one, never) && !fits(one, except));
    })
    .map(({ because }) => because);
}

interface Source {
  type: string;
  value?: unknown;
  quasis?: { value: { cooked: string | null } }[];
}

/** Everything that a file imports, in any form. */
function importsOf(file: string, code: string): string[] {
  const found: string[] = [];
  const take = (source: Source | null | undefined) => {
    const text = source?.quasis ? source.quasis[0]?.value.cooked : source?.value;
    if (typeof text === "string") found.push(text);
  };
  visit(file, code, {
    ImportDeclaration: ({ source }) => take(source),
    ExportNamedDeclaration: ({ source }) => take(source),
    ExportAllDeclaration: ({ source }) => take(source),
    ImportExpression: ({ source }) => take(source),
    TSImportType: ({ source }) => take(source),
    TSExternalModuleReference: ({ expression }) => take(expression),
    CallExpression({ callee, arguments: [first] }) {
      if (/^(require|vi\.(do)?(un)?mock|vi\.import(Actual|Mock))$/i.test(nameOf(callee)))
        take(first);
    },
  });
  return found;

  function nameOf({ start, end }: { start: number; end: number }) {
    return code.slice(start, end);
  }
}

const files = globSync("{app,contract,server}/**/*.{ts,tsx,mts,mjs,js}").sort();

test("every import follows the rules of docs/walls.md", () => {
  const broken = files.flatMap((file) =>
    importsOf(file, readFileSync(file, "utf8")).flatMap((from) =>
      brokenBy(file, from).map((because) => `${file} imports ${from}. ${because}`),
    ),
  );
  expect(broken).toEqual([]);
});

test("explains every wall, with existing names", () => {
  expect(walls.length).toBeGreaterThan(30);
  const known = [...files.map((file) => `#${file}`), ...Object.keys(project.dependencies)];
  const stale = walls.flatMap(({ folder, never, except, because }) => [
    ...(/\w+ \w+.*\.$/.test(because) ? [] : [`${folder} has no sentence`]),
    ...[`#${folder}`, ...never, ...except]
      .filter((pattern) => !/^(\.\.|\*\*)\//.test(pattern))
      .flatMap(spelledOut)
      .filter((pattern) => !known.some((one) => fits(one, [pattern]))),
  ]);
  expect(stale).toEqual([]);
});

test.each([
  ["app/ui/cx.ts", "#server/log.ts", "The app never imports the server"],
  ["app/ui/cx.ts", "../features/services/queries.ts", "The design system knows no table"],
  ["app/ui/cx.ts", "@tanstack/react-query/build", "The design system knows no router"],
  ["app/content/index.ts", "react/jsx-runtime", "Content is only texts and their types."],
  ["app/features/faqs/schema.ts", "../services/schema.ts", "Features never import each other"],
  ["app/features/faqs/site/a.ts", "../admin/resource.ts", "Public pages import"],
  ["app/routes/site/home.tsx", "#app/features/faqs/admin/screen.tsx", "Public pages import"],
  ["server/http/a/b.ts", "../c.ts", "Import another folder by its full path"],
  ["server/backend/auth/index.ts", "#server/backend/rest/index.ts", "A service knows"],
])("%s may not import %s", (file, from, sentence) => {
  expect(brokenBy(file, from).join()).toContain(sentence);
});

test.each([
  ["app/ui/cx.ts", "#app/lib/errors/reasons.ts"],
  ["app/ui/cx.ts", "../lib/errors/reasons.ts"],
  ["app/features/faqs/site/a.ts", "../schema.ts"],
  ["app/features/faqs/admin/a.ts", "../site/b.ts"],
  ["contract/a.ts", "#app/lib/data/database.types.ts"],
  ["server/backend/hosted/a.ts", "./b.ts"],
  ["server/backend/auth/index.ts", "#server/backend/mail/mailer.ts"],
])("%s may import %s", (file, from) => {
  expect(brokenBy(file, from)).toEqual([]);
});

test.each([
  'import "#a"',
  'import { type B } from "#a"',
  'import type { B } from "#a"',
  'export * from "#a"',
  'export type { B } from "#a"',
  'const b = await import("#a")',
  "const b = import(`#a`)",
  'type B = import("#a").B',
  'import b = require("#a")',
  'const b = require("#a")',
  'vi.mock("#a")',
  'vi.mock(import("#a"))',
  'await vi.importActual<B>("#a")',
])("reads %s", (code) => {
  expect(importsOf("a.ts", code)).toEqual(["#a"]);
});
