import { expect, test } from "vitest";
import { defaultPricingItems } from "#app/content/defaults/pricing-items.ts";
import { referenceOf } from "#app/lib/domain/prices/references.ts";
import { admin, site, withAdmin } from "../steps.ts";

withAdmin();

/** Adds a price as the admin's screen does. */
async function add(service_name: string, odd: object = {}) {
  const row = { service_name, rate: "$1.00", ...odd };
  const { data } = await admin.from("pricing_items").insert(row).select().single().throwOnError();
  return data;
}
const hide = (id: string) => admin.from("pricing_items").update({ is_active: false }).eq("id", id);
const remove = (id: string) => admin.from("pricing_items").delete().eq("id", id);
const addQuestion = (question: string, answer: string) =>
  admin.from("faq_items").insert({ question, answer, is_active: false }).throwOnError();

test.each([
  [[" --Photos (each)! "], ["photos-each"]],
  [
    ["包装", "包"],
    ["price", "price-2"],
  ],
  [
    ["Gift Wrap & Ribbon", "Gift wrap and ribbon"],
    ["gift-wrap-and-ribbon", "gift-wrap-and-ribbon-2"],
  ],
  [["x".repeat(120)], ["x".repeat(40)]],
])("prices called %j are referred to as %j", async (names, references) => {
  const prices = [];
  for (const name of names) prices.push(await add(name));
  expect(prices.map(({ reference }) => reference)).toEqual(references);
});

test("a price keeps its reference when it is renamed, deleted and brought back", async () => {
  const price = await add("Labels");
  const changes = { service_name: "Stickers", reference: "stickers" };
  const { data: renamed } = await admin
    .from("pricing_items")
    .update(changes)
    .eq("id", price.id)
    .select()
    .single();
  expect([renamed.service_name, renamed.reference]).toEqual(["Stickers", "labels"]);
  await remove(price.id).throwOnError();
  expect((await add("Labels again", { id: price.id, reference: "labels" })).reference).toBe(
    "labels",
  );
  // The reference was taken meanwhile: it gets another one instead of failing.
  expect((await add("Other labels", { reference: "labels" })).reference).toBe("labels-2");
});

test("the built-in prices are called the same, whether they were there or came with the seed", async () => {
  const rows = await site.sql`select service_name, reference from pricing_items`;
  const references = new Map(rows.map((row) => [row.service_name, row.reference]));
  for (const { service_name } of defaultPricingItems)
    expect(references.get(service_name)).toBe(referenceOf(service_name));
});

test("keeps a price that texts refer to, and says where", async () => {
  const { id, reference } = await add("Insurance");
  await addQuestion("Does a function insure?", `For { Price :${reference} }, {no} more.`);
  await site.sql`insert into site_content (page_name, section_name, content_key, content_value)
    values ('home', 'insured', 'text', ${`From {amount: ${reference}}.`})`;
  const refusal =
    "These texts use this price: Does a function insure?; home / insured / text. Edit them first.";
  for (const attempt of [hide(id), remove(id)]) {
    const { status, error } = await attempt;
    expect([status, error?.code]).toEqual([409, "PT409"]);
    expect(error?.message).toBe(refusal);
  }
  await site.sql`insert into announcements (message) values (${`{price: ${reference}}`})`;
  expect((await remove(id)).error?.message).toMatch(
    /^These texts use this price: .+; and 1 more\. /,
  );

  const [row] = await site.sql`select is_active from pricing_items where id = ${id}`;
  expect(row?.is_active).toBe(true);
  await admin.from("pricing_items").update({ rate: "$2.00" }).eq("id", id).throwOnError();
  await site.sql`update announcements set message = 'Free now'`;
  await site.sql`update faq_items set answer = 'No.' where question = 'Does a function insure?'`;
  await site.sql`delete from site_content where section_name = 'insured'`;
  await hide(id).throwOnError();
  await remove(id).throwOnError();
});

test("deletes a price that only its own description refers to", async () => {
  const own = await add("Tape", { description: "{price: tape} and {price: tapes}" });
  await addQuestion("And tapes?", "{price: tape-measure}, {price:tape x}");
  await remove(own.id).throwOnError();
});

test("checks restored rows at the end of the transaction", async () => {
  const { id, reference } = await add("Crates");
  await addQuestion("How are crates?", `{price: ${reference}}`);
  const swap = (ending: string) =>
    site.sql.begin(async (sql) => {
      await sql`set constraints all deferred`;
      await sql`delete from pricing_items where id = ${id}`;
      await sql.unsafe(ending);
    });
  await expect(swap("select 1")).rejects.toThrow(/^These texts use this price: How are crates\?\./);
  await swap("update faq_items set answer = 'Gone' where question = 'How are crates?'");
  expect(await site.sql`select from pricing_items where id = ${id}`).toHaveLength(0);
});

/** A change set; `save` changes a row in it. */
async function newSet() {
  const name = crypto.randomUUID();
  const { id: of_set } = (await admin.rpc("set_create", { name }).throwOnError()).data;
  const save = (list: string, operation: string, id: string, patch: object = {}, seen?: string) =>
    admin.rpc("set_save", { of_set, list, operation, id, patch, seen: seen ?? null });
  const review = async () => (await admin.rpc("set_review", { of_set }).throwOnError()).data;
  const publish = async () =>
    admin.rpc("set_publish", { of_set, seen: (await review()).set.version });
  return { of_set, save, review, publish };
}

test("deletes a price in a set that also changes its texts", async () => {
  const { id, reference } = await add("Gift boxes");
  const said = `Boxes are {price: ${reference}}.`;
  const { data: text } = await admin
    .from("faq_items")
    .insert({ question: "What are boxes?", answer: said })
    .select()
    .single()
    .throwOnError();
  const refusal = "These texts use this price: What are boxes?. Edit them first.";
  const set = await newSet();
  for (const refused of [
    await set.save("pricing_items", "DELETE", id),
    await set.save("pricing_items", "UPDATE", id, { is_active: false }, (await stored(id)).seen),
  ])
    expect([refused.status, refused.error?.message]).toEqual([409, refusal]);
  await set
    .save("faq_items", "UPDATE", text.id, { answer: "We have none." }, text.updated_at)
    .throwOnError();
  await set.save("pricing_items", "DELETE", id).throwOnError();

  // Without its text the set would do less, so all of it is refused.
  const [item] = (await set.review()).items.filter((one: Item) => one.table_name === "faq_items");
  const other = await newSet();
  await other
    .save("faq_items", "UPDATE", text.id, { answer: "We have none." }, text.updated_at)
    .throwOnError();
  await other.save("pricing_items", "DELETE", id).throwOnError();
  const items = (await other.review()).items.filter((one: Item) => one.row_id === item.row_id);
  await admin
    .rpc("set_drop", { of_set: other.of_set, items: items.map((one: Item) => one.id) })
    .throwOnError();
  expect((await other.publish()).error?.message).toBe(refusal);
  expect(await site.sql`select from pricing_items where id = ${id}`).toHaveLength(1);

  const { change } = (await set.publish()).data;
  expect(await site.sql`select from pricing_items where id = ${id}`).toHaveLength(0);
  const what = { change };
  const { data: chosen } = await admin.rpc("history_look", { what }).throwOnError();
  await admin.rpc("history_restore", { what, chosen }).throwOnError();
  const [back] = await site.sql`select answer from faq_items where id = ${text.id}`;
  expect([back?.answer, (await stored(id)).reference]).toEqual([said, reference]);
});

test("undoes a price and its reference together", async () => {
  const set = await newSet();
  const [price, text] = [crypto.randomUUID(), crypto.randomUUID()];
  const patch = { service_name: "Confetti", rate: "$1" };
  await set.save("pricing_items", "INSERT", price, patch).throwOnError();
  const answer = "Confetti is {price: confetti}.";
  await set.save("faq_items", "INSERT", text, { question: "Confetti?", answer }).throwOnError();
  const { data } = await set.publish();
  const what = { change: data.change };
  const { data: chosen } = await admin.rpc("history_look", { what }).throwOnError();
  expect((await admin.rpc("history_restore", { what, chosen })).error).toBeNull();
  expect(await site.sql`select from pricing_items where id = ${price}`).toHaveLength(0);
});

type Item = { id: string; table_name: string; row_id: string };
const stored = async (id: string) =>
  (
    await site.sql`select reference, updated_at::text as seen from pricing_items where id = ${id}`
  )[0] as { reference: string; seen: string };
