import { expect, test } from "vitest";
import { sqlStatements } from "./sql-statements.ts";

test.each([
  ["", []],
  ["-- nothing; at all\n/* and; nothing */;", []],
  ["select 1; select 2", ["select 1", "select 2"]],
  ["select ';', 'it''s; two';", ["select ';', 'it''s; two'"]],
  ['create table "a;""b" (c int);', ['create table "a;""b" (c int)']],
  [
    "-- the first; of two\nselect 1; -- it's over\nselect 2",
    ["-- the first; of two\nselect 1", "-- it's over\nselect 2"],
  ],
  [
    "do $$ begin; $a$ ; end $$; do $_b$ ; $$ ; $_b$;",
    ["do $$ begin; $a$ ; end $$", "do $_b$ ; $$ ; $_b$"],
  ],
])("%j is %j", (text, statements) => {
  expect(sqlStatements(text)).toEqual(statements);
});
