import { describe, expect, test } from "vitest";
import { tableNames, tables } from "#tests/tables/index.ts";
import { admin, site, withAdmin } from "./steps.ts";

withAdmin();

/** What forms reject (rule P-8) and what pages need. */
describe.each(tableNames)("%s", (table) => {
  const { make, needs, refuses, once = [] } = tables[table];
  const add = async (more: Record<string, unknown> = {}) =>
    admin.from(table).insert({ ...make(), ...(await needs?.(site.sql)), ...more });

  test("accepts a valid row", async () => {
    expect((await add()).error).toBeNull();
  });

  test.each(refuses)("refuses by %s", async (rule, bad) => {
    const { error, status } = await add(bad);
    expect([status, error?.code]).toEqual([400, "23514"]);
    expect(error?.message).toBe(
      `new row for relation "${table}" violates check constraint "${table}_${rule}"`,
    );
  });

  test.each(once)("has %s", async (rule, both) => {
    await add(both);
    const { error, status } = await add(both);
    expect([status, error?.code]).toEqual([409, "23505"]);
    expect(error?.message).toContain(`${table}_${rule}`);
  });

  test("names a refusal for each of its constraints", async () => {
    const rows = await site.sql`select conname from pg_constraint
      where conrelid = ${`public.${table}`}::regclass and contype in ('c', 'u')`;
    const named = [...refuses, ...once].map(([rule]) => `${table}_${rule}`);
    expect(rows.map(({ conname }) => conname).toSorted()).toEqual([...new Set(named)].toSorted());
  });
});

describe("checks keys whatever type the row claims", () => {
  test.each([
    ["ga_enabled", "maybe"],
    ["contact_email", ""],
    ["contact_phone", "call us"],
    ["logo_url", "data:text/html,x"],
    ["logo_url", "//evil.example/x.png"],
    ["brand_color_primary", "red;} body{display:none"],
  ])("%s refuses %j", async (key, value) => {
    const { error } = await admin
      .from("site_settings")
      .update({ setting_type: "text", setting_value: value })
      .eq("setting_key", key);
    expect(error?.code).toBe("23514");
  });

  test.each([
    ["ga_measurement_id", "G-AB12CD34"],
    ["ga_measurement_id", ""],
    ["gtm_container_id", "GTM-AB12CD3"],
    ["logo_url", "/storage/v1/object/public/media/uploads/1.png"],
    ["logo_url", "https://cdn.example.com/logo.png?v=2"],
    ["contact_phone", "+1 (503) 555-0142 x12"],
    ["brand_color_primary", "#1f6e4D"],
  ])("%s accepts %j", async (key, value) => {
    const { error, data } = await admin
      .from("site_settings")
      .update({ setting_value: value })
      .eq("setting_key", key)
      .select();
    expect([error, data?.length]).toEqual([null, 1]);
  });
});

describe("email addresses", () => {
  test.each([
    ["ana@example.com", true],
    ["ana.ruiz+shop@mail.example.co.uk", true],
    ["O'Neil@example.com", true],
    ["ana@localhost", false],
    ["ana ruiz@example.com", false],
    ["ana@@example.com", false],
    ["ana..ruiz@example.com", false],
    [".ana@example.com", false],
    ["ana@example.com\nBcc: all@example.com", false],
    ["<ana@example.com>", false],
    [`${"x".repeat(250)}@example.com`, false],
    ["", false],
  ])("%j counts: %s", async (address, valid) => {
    const [row] = await site.sql`select private.is_email(${address}) as valid`;
    expect(row?.valid).toBe(valid);
  });
});
