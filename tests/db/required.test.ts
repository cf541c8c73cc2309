import { expect, test } from "vitest";
import { defaultSettings } from "#app/content/defaults/site-settings.ts";
import type { DefaultSetting } from "#app/content/field.ts";
import { catalogueFields } from "#app/content/index.ts";
import { site, withSite } from "./steps.ts";

withSite();

/** The rows of a seeded table that refuse a blank value. */
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
  // Separate rules refuse an invalid address, time zone or question, blank or not.
  expect([...refused, "contact_email", "consent_text", "time_zone"].toSorted()).toEqual(
    required.toSorted(),
  );
});
