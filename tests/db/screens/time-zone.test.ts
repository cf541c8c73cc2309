import { afterEach, describe, expect, test } from "vitest";
import { officeWeek, openMinutes, type Week } from "#app/lib/domain/business-hours.ts";
import { DEFAULT_ZONE } from "#contract/time/company-zone.ts";
import { dana, lead, sql, withDatabase } from "#tests/db/leads/reminder-steps.ts";

withDatabase();

const set = (key: string, value: string) => sql`
  insert into site_settings (setting_key, setting_value) values (${key}, ${value})
  on conflict (setting_key) do update set setting_value = excluded.setting_value`;
const unset = () =>
  sql`delete from site_settings where setting_key in ('time_zone', 'opening_hours')`;
afterEach(async () => {
  await unset();
});

const digests = async (moment: string) =>
  (await sql`select private.send_digests(${moment}::timestamptz) as written`)[0]?.written;
const dueAt = async () =>
  (await sql`select due_at from private.lead_reminders`).map(({ due_at }) => due_at.toISOString());

test("names the zone in one function, the same as the app's", async () => {
  const named = await sql`select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and p.prosrc ~ '(America|Europe|Asia)/|Los Angeles'`;
  expect(named.map(({ name }) => name).sort()).toEqual([
    "private.default_zone()",
    // The everyday names of zones.
    "private.zone_name(text)",
  ]);
  await unset();
  const [row] = await sql`select private.company_zone() as zone`;
  expect(row?.zone).toBe(DEFAULT_ZONE);
});

describe("a digest", () => {
  test("goes at 8:00 of the company's clock, also on the Monday after the clocks change", async () => {
    await set("time_zone", "America/New_York");
    await lead("Ana Ruiz");
    expect(await digests("2099-03-06T12:59:00Z")).toBe(0);
    expect(await digests("2099-03-06T13:00:00Z")).toBe(1);
    expect(await digests("2099-03-09T11:59:00Z")).toBe(0);
    expect(await digests("2099-03-09T12:00:00Z")).toBe(1);
  });

  test("is one a date, whichever way the company's zone changes", async () => {
    await lead("Ana Ruiz");
    expect(await digests("2099-01-12T16:00:00Z"), "Monday in Los Angeles").toBe(1);
    await set("time_zone", "Asia/Tokyo");
    expect(await digests("2099-01-12T22:59:00Z")).toBe(0);
    expect(await digests("2099-01-12T23:00:00Z"), "Tuesday in Tokyo").toBe(1);
    await set("time_zone", "America/Los_Angeles");
    expect(await digests("2099-01-13T00:00:00Z"), "Monday in Los Angeles again").toBe(0);
    expect(await digests("2099-01-13T16:00:00Z"), "Tuesday there").toBe(0);
    expect(await digests("2099-01-14T16:00:00Z"), "Wednesday there").toBe(1);
  });

  test("goes on the days on which the setting says that the company is open", async () => {
    await lead("Ana Ruiz");
    await set("opening_hours", "Su 10:00-12:00");
    expect(await digests("2099-01-12T16:00:00Z"), "Monday").toBe(0);
    expect(await digests("2099-01-18T16:00:00Z"), "Sunday").toBe(1);
  });
});

test("a reminder that is still to come stays on its day, at 8:00 of the new clock", async () => {
  await lead("Ana Ruiz", { owner_id: dana, follow_up_on: "2099-01-12" });
  expect(await dueAt()).toEqual(["2099-01-12T16:00:00.000Z"]);
  await set("time_zone", "Asia/Tokyo");
  expect(await dueAt()).toEqual(["2099-01-11T23:00:00.000Z"]);
  await set("time_zone", "Europe/Berlin");
  expect(await dueAt()).toEqual(["2099-01-12T07:00:00.000Z"]);
  await unset();
  expect(await dueAt()).toEqual(["2099-01-12T16:00:00.000Z"]);
  await sql`update private.lead_reminders set mailed_at = now()`;
  await set("time_zone", "Asia/Tokyo");
  expect(await dueAt()).toEqual(["2099-01-12T16:00:00.000Z"]);
});

describe("opening hours", () => {
  const HOURS = "Mo 08:00-12:00,13:30-18:00; Sa 09:00-14:00; Su 20:00-24:00";
  const week = officeWeek(HOURS, []) as Week;

  test("are the setting's, as the app reads them, whatever the card says", async () => {
    await set("opening_hours", HOURS);
    const rows = await sql`select * from private.office_hours() order by weekday, opens`;
    expect(rows.map((row) => ({ ...row }))).toEqual(
      week.flatMap((spans, weekday) =>
        spans.map(({ from, to }) => ({ weekday, opens: from, closes: to })),
      ),
    );
    expect(week[1]).toEqual([
      { from: 480, to: 720 },
      { from: 810, to: 1080 },
    ]);
    expect(week[0]).toEqual([{ from: 1200, to: 1440 }]);
  });

  test("blank, they are the card's lines", async () => {
    const before = await sql`select * from private.office_hours()`;
    await set("opening_hours", "");
    expect(await sql`select * from private.office_hours()`).toEqual(before);
    expect(before).toHaveLength(6);
  });

  // Clocks go forward there on Sunday, March 29, 2099 at 2:00.
  test("make a deadline that the app and the database agree on, over the change of the clocks", async () => {
    await set("time_zone", "Europe/Berlin");
    await set("opening_hours", HOURS);
    for (let hour = 0; hour < 24 * 8; hour += 5) {
      const now = new Date(Date.parse("2099-03-25T00:07:31Z") + hour * 3_600_000);
      const [row] = await sql`select private.overdue_before(${now.toISOString()}) as moment`;
      const moment: Date = row?.moment;
      const waited = (at: number) => openMinutes(week, new Date(at), now, "Europe/Berlin");
      expect([now, waited(moment.getTime()), waited(moment.getTime() - 1)]).toEqual([
        now,
        240,
        241,
      ]);
    }
  });
});
