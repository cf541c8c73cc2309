import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Sentence } from "./catalog.ts";

const ROOT = path.join(import.meta.dirname, "../..");

/** Where file types other than TypeScript contain text that people read; the first group is the text. */
const KINDS: readonly (readonly [files: string, texts: RegExp, shown: Sentence["shown"]])[] = [
  ["supabase/schema/*.sql", /raise exception '((?:[^']|'')+)'/g, "answer"],
  // Emails and badges: a literal that starts like a sentence, or a value in an email body's JSON.
  ["supabase/schema/*.sql", /(?<!exception )'([A-Z](?:[^'\n]|'')* (?:[^'\n]|'')*)'/g, "email"],
  ["supabase/schema/*.sql", /"(?:note|text|button)": \[?"([^"]+)"/g, "email"],
  ["deploy/alerts.yml", /summary: "?(.+?)"?$/gm, "log"],
  ["deploy/grafana-dashboard.json", /"(?:title|description|legendFormat)": "([^"]+)"/g, "screen"],
  ["deploy/loading-dock", /fail "([^"]+)"/g, "command"],
];

/** SQL literals that are not sentences: time formats, code, keywords, patterns. */
const CODE =
  /^(?:FM|YYYY|HH|UTC|INSERT|UPDATE|DELETE|Bearer)|[\\^~]|<%|\b(?:select|from public|::)\b/;

const squeeze = (text: string) => text.replaceAll("''", "'").replace(/\s+/g, " ").trim();

/** Every text outside TypeScript that people can read: from the database, and in files for operators. */
export function sentencesElsewhere(): Sentence[] {
  return KINDS.flatMap(([files, texts, shown]) =>
    globSync(files, { cwd: ROOT })
      .sort()
      .flatMap((file) =>
        sentencesIn(file, readFileSync(path.join(ROOT, file), "utf8"), texts, shown),
      ),
  );
}

/** The texts that a pattern finds in a file, with line numbers. */
export const sentencesIn = (
  file: string,
  source: string,
  texts: RegExp,
  shown: Sentence["shown"],
): Sentence[] =>
  // People never see comments on tables.
  [
    ...source
      .replace(/^comment on [\s\S]*?';$/gim, (comment) => comment.replace(/[^\n]/g, " "))
      .matchAll(texts),
  ].flatMap(({ 1: text = "", index }) =>
    CODE.test(text)
      ? []
      : { file, line: source.slice(0, index).split("\n").length, text: squeeze(text), shown },
  );
