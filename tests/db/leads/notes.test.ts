import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";

let site: TestBackend;
let ana: SupabaseClient;
let ben: SupabaseClient;
let note: { id: string; author_id: string; author_email: string };

beforeAll(async () => {
  site = await openTestBackend();
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${people.stranger.email}`;
  ana = await site.admin();
  ben = await site.stranger();
});
beforeEach(async () => {
  await site.sql`delete from contact_submissions`;
  const [submission] = await site.sql`insert into contact_submissions
    ${site.sql(tables.contact_submissions.make())} returning id`;
  const { data } = await ana
    .from("submission_notes")
    .insert({ submission_id: submission?.id, body: "Called back.", author_email: "x@example.com" })
    .select()
    .single();
  note = data;
});
afterAll(() => site.close());

test("signs a note with the session's person", () => {
  expect(note.author_email).toBe(people.admin.email);
});

test("another admin can read a note, but not change or delete it", async () => {
  const notes = () => ben.from("submission_notes");
  expect((await notes().select("id")).data).toEqual([{ id: note.id }]);
  expect((await notes().update({ body: "Never." }).eq("id", note.id).select()).data).toEqual([]);
  expect((await notes().delete().eq("id", note.id).select()).data).toEqual([]);
});

test("its author changes and deletes it", async () => {
  const notes = () => ana.from("submission_notes");
  const changed = await notes().update({ body: "Called twice." }).eq("id", note.id).select("body");
  expect(changed.data).toEqual([{ body: "Called twice." }]);
  expect((await notes().delete().eq("id", note.id).select()).data).toHaveLength(1);
});
