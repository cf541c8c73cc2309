import { describe, expect, test } from "vitest";
import type { LeadCursor, LeadsWanted } from "#app/lib/data/database.types.ts";
import { add, admin, site, withSite } from "../steps.ts";

withSite();

const page = async (what: Partial<LeadsWanted>, more: object = {}) =>
  (await admin.rpc("lead_list", { what, ...more }).throwOnError()).data;

/** The names in list order. */
const listed = async (what: Partial<LeadsWanted>, more: object = {}) =>
  (await page(what, more)).rows.map(({ name }) => name);

const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, "0")}:00:00Z`;

describe("three degrees of spam", () => {
  const degrees = async () => {
    await add({ name: "Clean", created_at: at(1) });
    await add({ name: "Likely", spam_reason: "too fast", created_at: at(2) });
    await add({ name: "Held", is_spam: true, spam_reason: "trap filled", created_at: at(3) });
    await add({ name: "Marked", is_spam: true, spam_reason: "marked by staff", created_at: at(4) });
    const deleted_at = at(5);
    await add({ name: "Thrown", is_spam: true, spam_reason: "trap filled", deleted_at });
  };

  test("hides held leads, and counts them", async () => {
    await degrees();
    expect(await page({})).toMatchObject({
      total: 2,
      held: 2,
      rows: [{ name: "Likely" }, { name: "Clean" }],
    });
    expect(await page({ q: "marked" })).toMatchObject({ total: 0, held: 1, rows: [] });
    expect(await page({ status: "closed" })).toMatchObject({ total: 0, held: 0, rows: [] });
  });

  test.each([
    ["genuine", ["Clean"]],
    ["likely", ["Likely"]],
    ["held", ["Marked", "Held"]],
    ["spam", ["Marked", "Held", "Likely"]],
    ["trash", ["Thrown"]],
  ])("'%s' lists its own, and hides none", async (show, names) => {
    await degrees();
    expect(await listed({ show })).toEqual(names);
    expect(await page({ show })).toMatchObject({ total: names.length, held: 0 });
  });
});

test("distinguishes held from likely spam everywhere", async () => {
  const follow_up_on = "2026-03-01";
  await add({ name: "Clean", follow_up_on, created_at: at(1) });
  await add({ name: "Likely", spam_reason: "too fast", follow_up_on, created_at: at(2) });
  const held = await add({ name: "Held", spam_reason: "too fast", follow_up_on });
  await admin
    .rpc("lead_change", { what: { ids: [held] }, changes: { is_spam: true } })
    .throwOnError();
  expect(await listed({ show: "follow-up" })).toEqual(["Likely", "Clean"]);
  const { data: figures } = await admin.rpc("admin_dashboard").throwOnError();
  expect(figures).toMatchObject({ spam: 2, held_spam: 1 });
  const events = await site.sql`
    select details from lead_events where submission_id = ${held} and kind = 'spam'`;
  expect(events).toEqual([{ details: { to: true, held: true } }]);
  const { data: others } = await admin.rpc("lead_same_person", { lead: held }).throwOnError();
  expect(others).toMatchObject([
    { name: "Likely", is_spam: false },
    { name: "Clean", is_spam: false },
  ]);
});

describe("overdue leads", () => {
  test("are new, not spam, and older than the promised business hours", async () => {
    const [row] = await site.sql`select private.overdue_before() as moment`;
    const moment: Date = row?.moment;
    const daysBefore = (days: number) => new Date(moment.getTime() - days * 86_400_000 - 1);
    await add({ name: "Just overdue", created_at: daysBefore(0) });
    await add({ name: "Long overdue", created_at: daysBefore(3) });
    await add({ name: "In time", created_at: new Date(moment.getTime() + 120_000) });
    await add({ name: "Answered", status: "responded", created_at: daysBefore(2) });
    await add({
      name: "Spam",
      is_spam: true,
      spam_reason: "trap filled",
      created_at: daysBefore(2),
    });
    await add({ name: "Trash", deleted_at: daysBefore(1), created_at: daysBefore(2) });
    expect(await listed({ show: "overdue" })).toEqual(["Just overdue", "Long overdue"]);
    expect(await page({ show: "overdue" })).toMatchObject({ total: 2, held: 0 });
    expect(await listed({ show: "overdue", sort: "due" })).toEqual([
      "Long overdue",
      "Just overdue",
    ]);
    const { data } = await admin.rpc("admin_dashboard").throwOnError();
    expect(data.overdue).toBe(2);
  });
});

describe("the order", () => {
  test("sorts unanswered leads first, longest waiting first", async () => {
    await add({ name: "Waits", created_at: at(2) });
    await add({ name: "Waits longest", created_at: at(1) });
    await add({ name: "Waits as long", created_at: at(2) });
    await add({ name: "Answered", status: "responded", created_at: at(0) });
    await add({ name: "Closed later", status: "closed", created_at: at(3) });
    await add({ name: "Spam", is_spam: true, spam_reason: "trap filled", created_at: at(0) });
    const due = await listed({ sort: "due" });
    expect(due.slice(1, 3).toSorted()).toEqual(["Waits", "Waits as long"]);
    expect(due.toSpliced(1, 2)).toEqual(["Waits longest", "Closed later", "Answered"]);
    expect((await listed({ sort: "due", show: "spam" })).at(-1)).toBe("Spam");
  });

  test("sorts volumes by their numbers", async () => {
    const volumes = [
      ...["Not sure", "Under 50", "0-50", "51-100", "101-500", "501-1,000", "1000+"],
      ...["1,500 a month", "2k-5k", "10K+"],
    ];
    for (const [hour, monthly_volume] of volumes.toSorted().entries())
      await add({ monthly_volume, created_at: at(hour) });
    const sorted = async (sort: string) =>
      (await page({ sort })).rows.map(({ monthly_volume }) => monthly_volume);
    const ascending = [
      ...["0-50", "Under 50", "51-100", "101-500", "501-1,000", "1000+"],
      ...["1,500 a month", "2k-5k", "10K+"],
    ];
    expect(await sorted("lowest-volume")).toEqual([...ascending, "Not sure"]);
    expect(await sorted("volume")).toEqual(["Not sure", ...ascending.toReversed()]);
  });

  test("sorts equal volumes by newest", async () => {
    for (const hour of [2, 4, 3]) await add({ name: `At ${hour}`, created_at: at(hour) });
    for (const sort of ["volume", "lowest-volume"])
      expect(await listed({ sort })).toEqual(["At 4", "At 3", "At 2"]);
  });

  test("a volume of any size has a place", async () => {
    await add({ name: "Huge", monthly_volume: "9".repeat(100) });
    await add({ name: "Usual", monthly_volume: "51-100" });
    expect(await listed({ sort: "lowest-volume" })).toEqual(["Usual", "Huge"]);
  });

  test.each(["", "oldest", "due", "volume", "lowest-volume", "nonsense"])(
    "pages and steps hold each row once, in one order (sort '%s')",
    async (sort) => {
      const volumes = ["0-50", "101-500", "1000+"];
      const statuses = ["new", "closed"];
      for (let n = 0; n < 12; n += 1)
        await add({
          name: `Lead ${n}`,
          monthly_volume: volumes[n % 3],
          status: statuses[n % 2],
          // two leads per time
          created_at: at(Math.floor(n / 2)),
        });
      const all = await listed({ sort });
      expect(new Set(all).size).toBe(12);
      const pages: string[] = [];
      for (const n of [1, 2, 3]) pages.push(...(await listed({ sort }, { page: n, page_size: 5 })));
      expect(pages).toEqual(all);
      const steps: string[] = [];
      let after: LeadCursor | undefined;
      do {
        const { rows } = await page({ sort }, { page_size: 5, ...(after && { after }) });
        steps.push(...rows.map(({ name }) => name));
        after = rows.at(-1);
      } while (after);
      expect(steps).toEqual(all);
    },
  );
});

describe("newer leads", () => {
  test("are counted from the moment that a list answered with", async () => {
    expect((await page({})).newest).toBeNull();
    await add({ name: "First" });
    const { newest } = await page({ status: "closed" });
    const arrived = async (what: Partial<LeadsWanted> = {}) =>
      (await page({ ...what, arrived_after: String(newest) }, { page_size: 0 })).total;
    expect(await arrived()).toBe(0);
    const created_at = "2999-01-01T00:00:00Z";
    await add({ name: "Next", created_at });
    await add({ name: "Held", is_spam: true, spam_reason: "trap filled", created_at });
    await add({ name: "Other", status: "closed", created_at });
    expect(await arrived()).toBe(2);
    expect(await arrived({ status: "new" })).toBe(1);
    expect(await arrived({ q: "nobody" })).toBe(0);
  });

  test("are found by the index", async () => {
    await site.sql`
      insert into contact_submissions (name, email, monthly_volume, platforms, created_at)
      select 'Seller', 'a@example.com', '0-50', array['Etsy'], now() - n * interval '1 minute'
      from generate_series(1, 5000) as n`;
    await site.sql`analyze contact_submissions`;
    const plan = await site.sql`explain
      select count(*) from contact_submissions c
      where c.deleted_at is null and (c.created_at > now() - interval '10 minutes'
        or c.new_answer_at > now() - interval '10 minutes')`;
    expect(JSON.stringify(plan)).toContain("contact_submissions_newest_first");
    expect(JSON.stringify(plan)).toContain("contact_submissions_with_new_answer");
  });
});
