import { expect, test } from "vitest";
import { linesAboutTable } from "./sql-of-table.ts";

const SQL = `-- docs: what they are for.
create table public.docs (
  id uuid primary key
);

create table public.docs_read (id uuid);
create trigger note_editor after insert
  on public.docs for each row execute function private.note_editor();

create function public.docs_change_at() returns timestamptz
as $$ select now() $$;
create function private.all_lists() returns void
as $$ update x set y = 1 on public.docs $$;
grant select on table public.docs to anon;
select private.keep_history('public.docs', '{title}');
`;

test("finds statements that change a table, but not those that only read it", () => {
  const lines = SQL.split("\n");
  expect(linesAboutTable(SQL, "docs").map((at) => lines[at])).toEqual([
    ...lines.slice(0, 4),
    ...lines.slice(6, 8),
    ...lines.slice(9, 11),
    ...lines.slice(13, 15),
  ]);
  expect(linesAboutTable(SQL, "others")).toEqual([]);
});
