import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Sentence } from "./catalog.ts";

const ROOT = path.join(import.meta.dirname, "../..");

/** How a kind of file that is not TypeScript writes what people read; the first group is the text. */
const KINDS: readonly (readonly [files: string, texts: RegExp, shown: Sentence["shown"]])[] = [
  ["supabase/schema/*.sql", /raise exception '((?:[^']|'')+)'/g, "answer"],
  // Emails and badges: a literal that begins like a sentence, or a value in the JSON of an email's body.
  ["supabase/schema/*.sql", /(?<!exception )'([A-Z](?:[^'\n]|'')* (?:[^'\n]|'')*)'/g, "email"],
  ["supabase/schema/*.sql", /"(?:note|text|button)": \[?"([^"]+)"/g, "email"],
  ["deploy/alerts.yml", /summary: "?(.+?)"?$/gm, "log"],
  ["deploy/grafana-dashboard.json", /"(?:title|description|legendFormat)": "([^"]+)"/g, "screen"],
  ["deploy/loading-dock", /fail "([^"]+)"/g, "command"],
];

/** What of a literal in SQL is no sentence: formats of times, code, keywords, patterns. */
const CODE =
  /^(?:FM|YYYY|HH|UTC|INSERT|UPDATE|DELETE|Bearer)|[\\^~]|<%|\b(?:select|from public|::)\b/;

const squeeze = (text: string) => text.replaceAll("''", "'").replace(/\s+/g, " ").trim();

/** Every text outside of TypeScript that a person can read: of the database, and of what operators install. */
export function sentencesElsewhere(): Sentence[] {
  return KINDS.flatMap(([files, texts, shown]) =>
    globSync(files, { cwd: ROOT })
      .sort()
      .flatMap((file) =>
        sentencesIn(file, readFileSync(path.join(ROOT, file), "utf8"), texts, shown),
      ),
  );
}

/** The texts that a pattern finds in a file, with their lines. */
export const sentencesIn = (
  file: string,
  source: string,
  texts: RegExp,
  shown: Sentence["shown"],
): Sentence[] =>
  // Comments on tables stay in the database.
  [
    ...source
      .replace(/^comment on [\s\S]*?';$/gim, (comment) => comment.replace(/[^\n]/g, " "))
      .matchAll(texts),
  ].flatMap(({ 1: text = "", index }) =>
    CODE.test(text)
      ? []
      : { file, line: source.slice(0, index).split("\n").length, text: squeeze(text), shown },
  );
