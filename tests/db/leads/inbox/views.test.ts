import { expect, test } from "vitest";
import { admin, me, site, withSite } from "../steps.ts";

withSite();

const save = (views: unknown) => admin.rpc("lead_views_save", { views: views as never });
const view = { name: "Etsy", address: "platform=Etsy" };

test("keeps views personal, and deletes them with the account", async () => {
  await save([view]).throwOnError();
  expect((await admin.rpc("lead_views").throwOnError()).data).toEqual([view]);
  const [other] = await site.sql`select id from auth.users where id <> ${me} limit 1`;
  await site.sql`insert into private.lead_views values (${other?.id}, '[]')`;
  await save([view, { ...view, name: "Etsy 2" }]).throwOnError();
  expect(await site.sql`select person_id, views from private.lead_views order by views`).toEqual([
    { person_id: other?.id, views: [] },
    { person_id: me, views: [view, { ...view, name: "Etsy 2" }] },
  ]);
});

test.each([
  ["no list", {}],
  ["too many", Array.from({ length: 21 }, (_, n) => ({ ...view, name: `View ${n}` }))],
  ["a blank name", [{ ...view, name: " " }]],
  ["a long name", [{ ...view, name: "x".repeat(61) }]],
  ["a long address", [{ ...view, address: "x".repeat(1001) }]],
  ["a name that is no text", [{ ...view, name: 5 }]],
  ["something else in it", [{ ...view, more: 1 }]],
  ["no view", ["Etsy"]],
  ["nothing", null],
])("refuses %s", async (_, views) => {
  await save([view]).throwOnError();
  expect((await save(views)).error).not.toBeNull();
  expect((await admin.rpc("lead_views").throwOnError()).data).toEqual([view]);
});
