import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { allSentences, sentencesOf } from "./catalog.ts";
import { sentencesIn } from "./elsewhere.ts";
import { longSentences } from "./sentences.ts";
import { DOCS, oddNames, oddWords, oddWordsInDocs } from "./terms.ts";

const TESTS = "{app,bench,contract,scripts,server,supabase,tests}/**/*.{test,spec}.{ts,tsx}";

/** The title of `test` and `describe`, and of `test.each` after its table. */
const TITLE =
  /(?:\b(?:test|describe)(?:\.\w+)*(?:<[^>]*>)?|\]\s*\))\s*\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** The titles of all tests, with their files. */
const allTitles = (): { file: string; title: string }[] =>
  globSync(TESTS)
    .sort()
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(TITLE)].map(({ 2: title = "" }) => ({ file, title })),
    );

/** Cached, because it parses every file. */
const ALL = allSentences();

const said = (text: string, file = "app/features/a/admin/screen.tsx") =>
  sentencesOf(file, { text, program: parseSync(file, text).program }).map(
    ({ line, text, shown }) => `${line} ${shown}: ${text}`,
  );

test.each<[what: string, code: string, expected: string[]]>([
  ["a label of one word", 'const a = { label: "Status", name: "status" };', ["1 screen: Status"]],
  [
    "an element with its parts",
    "const a = <p>Used in {n} <b>places</b>.</p>;",
    ["1 screen: Used in … places."],
  ],
  [
    "either way of a condition, and holes",
    "toast.error(\n  late ? `Try \x24{x} later.` : 'Try again.');",
    ["2 screen: Try … later.", "2 screen: Try again."],
  ],
  ["a log message", 'log.warn("a page took too long");', ["1 log: a page took too long"]],
  [
    "no class, no type, no import",
    'import a from "b c"; const d = <i className="flex gap-2" />;',
    [],
  ],
  ["no query and no comparison", 'sql`select a from b`; if (a === "keep this one") b();', []],
])("lists %s", (_, code, expected) => {
  expect(said(code)).toEqual(expected);
});

test.each([
  ["server/cli/backup.ts", "command"],
  ["supabase/functions/_shared/account-mail.ts", "email"],
  ["app/content/pages/home.ts", "site"],
  ["server/runtime/start-errors.ts", "log"],
  ["server/http/plain-answer.ts", "answer"],
])("lists texts of %s as %s", (file, shown) => {
  expect(said('const a = ["It is late."];', file)).toEqual([`1 ${shown}: It is late.`]);
});

test("screens, emails, commands and logs keep to the words of the interface", () => {
  const odd = ALL.flatMap(({ file, line, text }) =>
    oddWords(text).map((found) => `${file}:${line} ${found} in "${text}"`),
  );
  expect(odd).toEqual([]);
});

const docs = globSync(DOCS, { exclude: ["node_modules/**", "test-results/**"] });

test("docs keep to the same words", () => {
  const odd = docs.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, at) => oddWordsInDocs(line).map((found) => `${file}:${at + 1} ${found}`)),
  );
  expect(odd).toEqual([]);
});

test("titles of tests keep to the same words", () => {
  const titles = allTitles();
  expect(titles.length).toBeGreaterThan(2_000);
  const odd = titles.flatMap(({ file, title }) =>
    oddWordsInDocs(title).map((found) => `${file}: ${found} in "${title}"`),
  );
  expect(odd).toEqual([]);
});

test("names in the code are the usual ones", () => {
  const files = globSync(
    "{app,bench,contract,scripts,server,supabase,tests}/**/*.{ts,tsx,mts,mjs}",
    {
      exclude: ["scripts/words/**"],
    },
  );
  expect(files.length).toBeGreaterThan(1_000);
  const odd = files.flatMap((file) =>
    oddNames(readFileSync(file, "utf8")).map((found) => `${file}: ${found}`),
  );
  expect(odd).toEqual([]);
});

test("docs have no sentence of more than 25 words", () => {
  const long = docs.flatMap((file) =>
    longSentences(readFileSync(file, "utf8")).map((sentence) => `${file}: ${sentence}`),
  );
  expect(long).toEqual([]);
});

test("finds a long sentence, without counting code, quotes and asides", () => {
  const many = (count: number) => Array(count).fill("word").join(" ");
  expect(longSentences(`- ${many(25)}.\n- ${many(26)}.`)).toEqual([`- ${many(26)}`]);
  expect(longSentences(`# ${many(30)}\n\n${many(13)}\n${many(13)}, late`)).toHaveLength(1);
  expect(
    longSentences(`${many(20)}: ${many(20)}; \`${many(9)}\` "${many(9)}" (${many(9)}).`),
  ).toEqual([]);
});

test.each([
  ["supabase/schema/accounts.sql", "This person is already on the team."],
  ["supabase/schema/reminders.sql", "Follow up today"],
  ["deploy/alerts.yml", "No verified backup for 26 hours."],
  ["deploy/grafana-dashboard.json", "Live updates"],
])("lists the texts of %s", (file, sentence) => {
  const texts = ALL.filter((one) => one.file === file);
  expect(texts.map(({ text }) => text)).toContain(sentence);
});

test("lists no code of SQL as a sentence", () => {
  const source = "select to_char(now(), 'YYYY-MM-DD HH24:MI'), 'It''s late.';";
  const texts = sentencesIn("a.sql", source, /'((?:[^']|'')+)'/g, "answer");
  expect(texts.map(({ text }) => text)).toEqual(["It's late."]);
});

test("finds private names in declarations", () => {
  const source = "const keptPage = told(); function roomFor(soonest) {} type Story = Broom;";
  expect(oddNames(source)).toEqual([
    "keptPage: cached, stored, retained",
    "roomFor: diskSpace, capacity",
    "Story: activity",
  ]);
});

test("names an odd word with the one to write", () => {
  expect(oddWordsInDocs("Whoever opens it is told of it")).toEqual([
    "Whoever: the person who, anyone who",
    "told: said, notified",
  ]);
  expect(oddWords("2 hours ago, or just now")).toEqual([]);
});
