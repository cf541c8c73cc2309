import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { signInStaff } from "#tests/access/everyone.ts";
import { people } from "#tests/support/people.ts";
import { admin as dana, site, withAdmin } from "../steps.ts";

let set: string;
withAdmin();
beforeEach(async () => {
  await site.sql`delete from change_sets`;
  await site.sql`delete from preview_links`;
  const { data } = await dana.rpc("set_create", { name: "Black Friday" }).throwOnError();
  set = data.id;
});

const make = async () =>
  (await dana.rpc("preview_link_create", { of_set: set }).throwOnError()).data;
const open = async (token: string) =>
  (await site.visitor().rpc("preview_link_open", { token }).throwOnError()).data;
const save = async (list: string, operation: string, patch: object, more: object = {}) => {
  const call = { of_set: set, list, operation, patch, id: crypto.randomUUID(), ...more };
  await dana.rpc("set_save", call).throwOnError();
  return call.id;
};

test("opens a set by link for seven days, stored as a hash", async () => {
  const { id, token } = await make();
  expect(token).toMatch(/^[\w-]{43}$/);
  await save("faq_items", "INSERT", { question: "Do you wrap?", answer: "Yes." });
  expect(await open(token)).toMatchObject({
    state: "open",
    name: "Black Friday",
    rows: { faq_items: [{ question: "Do you wrap?", answer: "Yes.", is_active: true }] },
  });
  const [stored] = await site.sql`select token_hash, made_by,
    extract(epoch from expires_at - created_at)::int as seconds from preview_links where id = ${id}`;
  expect(stored).toEqual({
    token_hash: createHash("sha256").update(token).digest("hex"),
    made_by: people.admin.email,
    seconds: 7 * 86_400,
  });
  expect((await dana.from("preview_links").select("token_hash")).error?.code).toBe("42501");
});

test("does not work once expired, revoked or unknown, or after its set is published or discarded", async () => {
  const { token } = await make();
  expect(await open(`${token}x`)).toBeNull();
  await site.sql`update preview_links
    set created_at = now() - interval '8 days', expires_at = now() - interval '1 second'`;
  expect(await open(token)).toEqual({ state: "expired" });

  const second = await make();
  await dana.rpc("preview_link_revoke", { link: second.id }).throwOnError();
  await dana.rpc("preview_link_revoke", { link: second.id }).throwOnError();
  expect(await open(second.token)).toEqual({ state: "revoked" });

  const published = await make();
  await save("faq_items", "INSERT", { question: "Do you wrap?", answer: "Yes." });
  const { set: stored } = (await dana.rpc("set_review", { of_set: set }).throwOnError()).data;
  await dana.rpc("set_publish", { of_set: set, seen: stored.version }).throwOnError();
  expect(await open(published.token)).toEqual({ state: "closed" });
  await site.sql`delete from faq_items where question = 'Do you wrap?'`;

  set = (await dana.rpc("set_create", { name: "Christmas" }).throwOnError()).data.id;
  const discarded = await make();
  await dana.rpc("set_discard", { of_set: set }).throwOnError();
  expect(await open(discarded.token)).toEqual({ state: "closed" });
  expect((await dana.rpc("preview_link_create", { of_set: set })).error?.message).toBe(
    "This set was already published or discarded.",
  );
});

test("deletes long-expired links with the next one", async () => {
  await make();
  await site.sql`update preview_links set created_at = now() - interval '99 days',
    expires_at = now() - interval '91 days'`;
  await make();
  expect(await site.sql`select from preview_links`).toHaveLength(1);
});

test("reveals nothing hidden through a link", async () => {
  const { token } = await make();
  const hidden = { question: "Secret?", answer: "Not yet.", is_active: false };
  const added = await save("faq_items", "INSERT", hidden);
  const [faq] = await site.sql`select id, question from faq_items where is_active limit 1`;
  await save("faq_items", "DELETE", {}, { id: faq?.id });
  const [note] = await site.sql`insert into site_settings (setting_key, setting_value)
    values ('internal_note', 'ours alone') returning id, updated_at::text`;
  const patch = { setting_value: "ours alone, and new" };
  await save("site_settings", "UPDATE", patch, { id: note?.id, seen: note?.updated_at });
  const [phone] = await site.sql`select id, updated_at::text from site_settings
    where setting_key = 'contact_phone'`;
  const number = { setting_value: "555 0100" };
  await save("site_settings", "UPDATE", number, { id: phone?.id, seen: phone?.updated_at });

  const { rows } = await open(token);
  expect(rows.faq_items).toEqual(
    expect.arrayContaining([
      { id: added, is_active: false },
      { id: faq?.id, is_active: false },
    ]),
  );
  expect(rows.faq_items).toHaveLength(2);
  expect(rows.site_settings).toEqual(
    expect.arrayContaining([
      { id: note?.id, setting_key: "internal_note", is_active: false },
      expect.objectContaining({ setting_key: "contact_phone", setting_value: "555 0100" }),
    ]),
  );
  expect(JSON.stringify(rows)).not.toMatch(/Secret|Not yet|ours alone/);
  await site.sql`delete from site_settings where setting_key = 'internal_note'`;
});

test("previews a scheduled announcement", async () => {
  const { token } = await make();
  const message = "Half the price on Friday";
  await save("announcements", "INSERT", { message, shown_from: "2090-01-01" });
  expect((await open(token)).rows.announcements).toMatchObject([{ message }]);
});

test("lets only editors and admins create or revoke links", async () => {
  const editor = await signInStaff(site, "editor");
  const own = (await editor.rpc("preview_link_create", { of_set: set }).throwOnError()).data;
  await editor.rpc("preview_link_revoke", { link: own.id }).throwOnError();
  expect(await open(own.token)).toEqual({ state: "revoked" });
  const { id, token } = await make();
  for (const who of [site.visitor(), await site.stranger()]) {
    expect((await who.rpc("preview_link_create", { of_set: set })).error?.code).toBe("42501");
    expect((await who.rpc("preview_link_revoke", { link: id })).error?.code).toBe("42501");
    expect((await who.from("preview_links").select("id")).data ?? []).toEqual([]);
    expect((await who.from("change_set_items").select("id")).data ?? []).toEqual([]);
  }
  expect(await open(token)).toMatchObject({ state: "open" });
});
