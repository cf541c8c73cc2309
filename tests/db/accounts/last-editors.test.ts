import { expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { site, withSite } from "../steps.ts";

withSite();

const editorOf = async (row_id: string) =>
  (await (await site.admin()).rpc("last_editor", { row_id })).data;

test("names the last editor of a row to admins", async () => {
  const admin = await site.admin();
  const { data: row } = await admin
    .from("faq_items")
    .insert({ question: "Who?", answer: "Me." })
    .select()
    .single();
  await site.sql`update auth.users set raw_user_meta_data = '{"full_name": "  Ines Duarte "}'
    where email = ${people.admin.email}`;
  expect(await editorOf(row?.id)).toBe("Ines Duarte");
  await site.sql`update auth.users set raw_user_meta_data = '{"full_name": " "}'
    where email = ${people.admin.email}`;
  expect(await editorOf(row?.id)).toBe(people.admin.email);

  // Nobody is signed in, as in a migration.
  await site.sql`update faq_items set answer = 'Nobody.' where id = ${row?.id}`;
  expect(await editorOf(row?.id)).toBeNull();

  await admin.from("faq_items").update({ answer: "Me again." }).eq("id", row?.id);
  expect(await editorOf(row?.id)).toBe(people.admin.email);
  await admin.from("faq_items").delete().eq("id", row?.id);
  const left = await site.sql`select from private.last_editors where row_id = ${row?.id}`;
  expect(left).toEqual([]);
});

test("counts status changes of a lead, and not its email", async () => {
  const [row] = await site.sql`insert into contact_submissions
    (name, email, monthly_volume, platforms) values
    ('Ana Ruiz', 'ana@example.com', '0-50', '{Etsy}') returning id`;
  expect(await editorOf(row?.id)).toBeNull();
  const admin = await site.admin();
  await admin.from("contact_submissions").update({ status: "closed" }).eq("id", row?.id);
  await site.sql`update contact_submissions set mail_status = 'sent' where id = ${row?.id}`;
  expect(await editorOf(row?.id)).not.toBeNull();
});

test("every table that staff edit keeps its editors", async () => {
  // Only its author can change a note.
  const forgotten = await site.sql`select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname <> 'submission_notes'
      and has_any_column_privilege('authenticated', oid, 'update')
      and not exists (select from pg_trigger where tgrelid = c.oid and tgenabled = 'O'
        and tgfoid = 'private.note_editor'::regproc)`;
  expect(forgotten.map(({ name }) => name)).toEqual([]);
});
