import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DefaultSetting, defaultSettings } from "#app/content/defaults/site-settings.ts";
import { catalogueFields } from "#app/content/index.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

let site: TestBackend;
beforeAll(async () => {
  site = await openTestBackend();
});
afterAll(() => site.close());

/** Which rows of a seeded table the database would not let anyone blank. */
async function refusingBlank(table: string, value: string, name: string): Promise<string[]> {
  const refused = await site.sql.begin(async (tx) => {
    const names: string[] = [];
    for (const { id, name: called } of await tx.unsafe(`select id, ${name} as name from ${table}`))
      await tx
        .savepoint((point) => point.unsafe(`update ${table} set ${value} = ' ' where id = '${id}'`))
        .catch(({ code, constraint_name }: { code: string; constraint_name: string }) => {
          expect(code).toBe("23514");
          if (constraint_name === `${table}_value_required`) names.push(called);
        });
    return names;
  });
  return refused.toSorted();
}

test("the database keeps exactly the texts that the catalogue calls required", async () => {
  const required = catalogueFields
    .filter(({ field }) => field.required)
    .map(({ page_name, section_name, content_key }) =>
      [page_name, section_name, content_key].join("."),
    );
  const refused = await refusingBlank(
    "site_content",
    "content_value",
    "concat_ws('.', page_name, section_name, content_key)",
  );
  expect(refused).toEqual(required.toSorted());
  expect(refused).toContain("home.hero.title");
});

test("the database keeps exactly the settings that are called required", async () => {
  const required = Object.entries<DefaultSetting>(defaultSettings)
    .filter(([, setting]) => setting.required)
    .map(([key]) => key);
  const refused = await refusingBlank("site_settings", "setting_value", "setting_key");
  // An address of no form is refused by the rule for addresses, blank or not.
  expect([...refused, "contact_email"].toSorted()).toEqual(required.toSorted());
});

test("a database in which they were blank has neutral words afterwards", async () => {
  const file = "supabase/migrations/20261121150000_required_texts.sql";
  const migration = await readFile(file, "utf8");
  await site.sql`alter table services drop constraint services_title_required`;
  await site.sql`alter table site_content drop constraint site_content_value_required`;
  await site.sql`alter table site_settings drop constraint site_settings_value_required`;
  await site.sql`update services set title = ' '`;
  await site.sql`update site_content set content_value = '' where content_key = 'title'`;
  await site.sql`update site_settings set setting_value = ''
    where setting_key in ('company_name', 'site_title')`;
  await site.sql.unsafe(migration).simple();

  const titles = await site.sql`select distinct title from services`;
  expect(titles).toEqual([{ title: "Untitled service" }]);
  const [headline] = await site.sql`select content_value from site_content
    where page_name = 'why-us' and section_name = 'hero' and content_key = 'title'`;
  expect(headline?.content_value).toBe("Why Us");
  const [section] = await site.sql`select content_value from site_content
    where page_name = 'why-us' and section_name = 'cta' and content_key = 'title'`;
  expect(section?.content_value).toBe("");
  const names = await site.sql`select setting_value from site_settings
    where setting_key in ('company_name', 'site_title')`;
  expect(names.map((row) => row.setting_value)).toEqual(["Our Company", "Our Company"]);
});
