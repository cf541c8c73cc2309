import { expect, test } from "vitest";
import { site, withSite } from "../steps.ts";

withSite();

const changeAt = async () => (await site.visitor().rpc("announcements_change_at")).data;

test("pages are cached until the next start or end of an active announcement", async () => {
  const { sql } = site;
  await sql`delete from announcements`;
  expect(await changeAt()).toBeNull();
  await sql`insert into announcements (message, is_active, shown_from, shown_until) values
    ('Over', true, '2020-01-01', '2020-01-02'),
    ('Switched off', false, '2090-01-01', null),
    ('Last', true, null, '2091-01-02'),
    ('Next', true, '2091-01-01', '2091-01-03')`;
  expect(Date.parse((await changeAt()) ?? "")).toBe(Date.parse("2091-01-01T00:00:00Z"));
});
