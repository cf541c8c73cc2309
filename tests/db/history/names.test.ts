import { beforeEach, expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { addService, dana, mia, site, withSite } from "./steps.ts";

withSite();

const call = (email: string, full_name: string | null) =>
  site.sql`update auth.users set raw_user_meta_data = ${site.sql.json({ full_name })}
    where email = ${email}`;
const names = async () => (await dana.rpc("staff_names").throwOnError()).data;
const [first, second] = [people.admin.email, people.stranger.email];

beforeEach(async () => {
  await site.sql`delete from backup_downloads`;
  await site.sql`insert into admins (user_id) select id from auth.users where email = ${second}
    on conflict do nothing`;
  for (const email of [first, second]) await call(email, null);
});

test("names each admin who has a name", async () => {
  expect(await names()).toEqual({});
  await call(first, "  Dana Ortiz ");
  expect(await names()).toEqual({ [first]: "Dana Ortiz" });
  await call(second, "Mia Ito");
  expect(await names()).toEqual({ [first]: "Dana Ortiz", [second]: "Mia Ito" });
});

test("leaves out a name that two people share", async () => {
  await call(first, "Dana Ortiz");
  await call(second, "dana ortiz");
  expect(await names()).toEqual({});
});

test("names former admins who changed or downloaded something", async () => {
  await call(second, "Mia Ito");
  const service = await addService();
  await site.sql`delete from admins where user_id =
    (select id from auth.users where email = ${second})`;
  expect(await names()).toEqual({});
  await site.sql`insert into backup_downloads (person_id, email, backup)
    select id, email, '20261122T110000Z' from auth.users where email = ${second}`;
  expect(await names()).toEqual({ [second]: "Mia Ito" });
  await site.sql`delete from backup_downloads`;
  await site.sql`insert into admins (user_id) select id from auth.users where email = ${second}`;
  await mia.from("services").delete().eq("id", service.id).throwOnError();
  await site.sql`delete from admins where user_id =
    (select id from auth.users where email = ${second})`;
  expect(await names()).toEqual({ [second]: "Mia Ito" });
});
