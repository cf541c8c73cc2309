import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { InsightFigures } from "#app/lib/data/database.types.ts";
import { moveToNoon } from "#tests/support/clock.ts";
import { addWebhook } from "#tests/support/stand-ins/webhooks.ts";
import { add, admin, change, rowOf, site, withSite } from "./steps.ts";

withSite();
beforeAll(() => moveToNoon(site.sql));
beforeEach(() => site.sql`truncate private.lead_sums, webhooks cascade`);

const events = async (id: string) =>
  (
    await site.sql`select kind, details from lead_events
      where submission_id = ${id} and kind in ('status', 'outcome') order by happened_at, id`
  ).map(({ kind, details }) => [kind, details]);

const WON = { status: "closed", outcome: "won", outcome_value: 2_500 };
const LOST = { status: "closed", outcome: "lost", outcome_reason: " Too \n expensive " };

describe("an outcome", () => {
  test("closes the lead, with its activity and the webhooks' events, in one update", async () => {
    await addWebhook(admin, { events: ["lead.won", "lead.lost"] });
    const id = await add();
    await change(id, WON);
    const closed_at = expect.any(Date);
    expect(await rowOf(id)).toMatchObject({ ...WON, answered_at: null, closed_at });
    expect(await events(id)).toEqual([
      ["status", { from: "new", to: "closed" }],
      ["outcome", { to: "won", value: 2_500 }],
    ]);
    await change(id, { ...LOST, outcome_value: null });
    await change(id, { follow_up_on: "2030-01-01" });
    const deliveries =
      await site.sql`select kind, payload from webhook_deliveries order by created_at`;
    expect(deliveries.map(({ kind, payload }) => [kind, payload.data.lead])).toMatchObject([
      ["lead.won", { id, status: "closed", outcome: "won", monthly_value: 2_500 }],
      ["lead.lost", { id, outcome: "lost", monthly_value: null, lost_reason: "Too expensive" }],
    ]);
  });

  test("of spam reaches no webhook", async () => {
    await addWebhook(admin, { events: ["lead.won"] });
    await change(await add({ is_spam: true, spam_reason: "too fast" }), WON);
    expect(await site.sql`select from webhook_deliveries`).toEqual([]);
  });

  test("ends when the lead is reopened, and the activity says so", async () => {
    const id = await add();
    await change(id, WON);
    await change(id, { status: "responded" });
    const row = await rowOf(id);
    expect(row).toMatchObject({ outcome: null, outcome_value: null, closed_at: null });
    expect(row?.answered_at).not.toBeNull();
    expect((await events(id)).slice(2)).toEqual([
      ["status", { from: "closed", to: "responded" }],
      ["outcome", {}],
    ]);
  });

  test("comes back with its times when a change of many leads is undone", async () => {
    const id = await add({ created_at: "2026-01-01" });
    await change(id, { status: "contacted" });
    await change(id, LOST);
    const before = await rowOf(id);
    const changes = { status: "new" } as const;
    const { data } = await admin
      .rpc("lead_change", { what: { ids: [id] }, changes })
      .throwOnError();
    expect(await rowOf(id)).toMatchObject({ outcome: null, answered_at: null, closed_at: null });
    await admin.rpc("lead_change_back", { changes, undo: data.undo }).throwOnError();
    const { outcome, outcome_reason, answered_at, closed_at } = (await rowOf(id)) ?? {};
    expect({ outcome, outcome_reason, answered_at, closed_at }).toEqual({
      outcome: "lost",
      outcome_reason: "Too expensive",
      answered_at: before?.answered_at,
      closed_at: before?.closed_at,
    });
  });

  test("stays when another message of the person is reopened", async () => {
    const [won, other] = [await add(), await add()];
    await admin.rpc("lead_join", { lead: won, other }).throwOnError();
    await change(won, WON);
    expect(await rowOf(other)).toMatchObject({ status: "closed", outcome: null });
    await change(other, { status: "new" });
    expect(await rowOf(won)).toMatchObject(WON);
  });

  test("is found by the inbox, and is part of the version", async () => {
    const id = await add();
    await add({ status: "closed", outcome: "won", is_spam: true, spam_reason: "too fast" });
    await change(id, WON);
    const seen = (await rowOf(id))?.updated_at;
    const show = async (what: string) =>
      (await admin.rpc("lead_list", { what: { show: what } }).throwOnError()).data.total;
    expect([await show("won"), await show("lost")]).toEqual([1, 0]);
    await change(id, { outcome_value: 3_000 });
    expect((await rowOf(id))?.updated_at).not.toEqual(seen);
  });
});

/** A month ago in the company's calendar, with the day and the time that a test needs. */
const at = async (months: number, more = "1 day") =>
  (
    await site.sql`select ((date_trunc('month', now() at time zone private.company_zone())
      - ${months} * interval '1 month' + ${more}::interval) at time zone private.company_zone())::text as at,
      to_char(now() at time zone private.company_zone() - ${months} * interval '1 month', 'YYYY-MM') as month`
  )[0] as { at: string; month: string };

const touch = (utm_source: string, landing_page: string) => ({
  attribution: { first: { utm_source, utm_campaign: "fall", landing_page } },
});
const insights = async (args: { by?: string; months?: number; skipped?: number } = {}) =>
  (await admin.rpc("lead_insights", args).throwOnError()).data;
const counts = ({ leads, won, lost, won_value }: InsightFigures) => [leads, won, lost, won_value];

/** Four leads of this month and the last, spam, and one in the trash. */
async function someLeads() {
  const [now, last] = [await at(0, "1 hour"), await at(1)];
  const email = "ana@example.com";
  await add({ ...touch("google", "/a"), ...WON, created_at: last.at, email });
  await add({ ...touch("google", "/b"), ...WON, outcome_value: 500, created_at: now.at });
  await add({ ...touch("bing", "/a"), ...LOST, created_at: last.at, email });
  await add({ created_at: now.at, email });
  await add({ ...WON, created_at: now.at, is_spam: true, spam_reason: "too fast" });
  await add({ ...WON, created_at: now.at, deleted_at: now.at });
  return { now, last, email };
}

describe("insights", () => {
  test("count by source, page and month, without spam and the trash", async () => {
    const { now, last } = await someLeads();
    const all = await insights();
    expect(all.since).toBeNull();
    expect(counts(all.total)).toEqual([4, 2, 1, 3_000]);
    expect(all.before).toBeNull();
    const rows = async (by: string) =>
      (await insights({ by })).rows.map((row) => [row.key, ...counts(row)]);
    expect(await rows("source")).toEqual([
      ["google", 2, 2, 0, 3_000],
      ["", 1, 0, 0, 0],
      ["bing", 1, 0, 1, 0],
    ]);
    expect(await rows("landing_page")).toEqual([
      ["/a", 2, 1, 1, 2_500],
      ["", 1, 0, 0, 0],
      ["/b", 1, 1, 0, 500],
    ]);
    expect(await rows("campaign")).toEqual([
      ["fall", 3, 2, 1, 3_000],
      ["", 1, 0, 0, 0],
    ]);
    expect(await rows("month")).toEqual([
      [now.month, 2, 1, 0, 500],
      [last.month, 2, 1, 1, 2_500],
    ]);
  });

  test("compare a period in whole months of the company with the one before", async () => {
    const { now, last } = await someLeads();
    await add({ created_at: (await at(0, "-1 second")).at });
    const month = await insights({ months: 1 });
    expect([month.since, counts(month.total)]).toEqual([`${now.month}-01`, [2, 1, 0, 500]]);
    expect(counts(month.before as InsightFigures)).toEqual([3, 1, 1, 2_500]);
    const before = await insights({ months: 1, skipped: 1 });
    expect([before.since, before.until]).toEqual([
      `${last.month}-01`,
      (await site.sql`select (${`${now.month}-01`}::date - 1)::text as day`)[0]?.day,
    ]);
    expect([counts(before.total), before.before]).toEqual([[3, 1, 1, 2_500], null]);
  });

  test("have medians of the times to the first answer and to the close", async () => {
    const { at: created_at } = await at(0, "0");
    for (const [answered, closed] of [
      [10, 100],
      [20, null],
      [90, 300],
    ] as const)
      await site.sql`update contact_submissions set status = 'closed',
        answered_at = created_at + ${answered} * interval '1 minute',
        closed_at = created_at + ${closed}::int * interval '1 minute'
        where id = ${await add({ created_at, status: "contacted" })}`;
    await site.sql`update contact_submissions set closed_at = null
      where answered_at = created_at + interval '20 minutes'`;
    const { total, rows } = await insights({ months: 1 });
    expect(total).toMatchObject({ minutes_to_answer: 20, minutes_to_close: 100 });
    expect(rows[0]).toMatchObject({ minutes_to_answer: 20, minutes_to_close: 100 });
  });

  test("have at most 50 rows, and one for the rest", async () => {
    for (let n = 0; n < 53; n += 1) await add(touch(`source ${n}`, "/"));
    const { rows, total } = await insights();
    expect(rows).toHaveLength(51);
    expect(rows.at(-1)).toMatchObject({ key: null, leads: 3 });
    expect(total.leads).toBe(53);
  });

  /** All the sums, which medians are no part of. */
  const sums = async () => {
    const answers = [];
    for (const by of ["source", "campaign", "landing_page", "month"])
      for (const months of [{}, { months: 1 }, { months: 1, skipped: 1 }]) {
        const { total, before, rows } = await insights({ by, ...months });
        answers.push([by, months, ...[total, before].map((of) => of && counts(of))]);
        answers.push(rows.map((row) => [row.key, ...counts(row)]));
      }
    return answers;
  };

  test("are the same after people are erased, and after old leads are deleted", async () => {
    const { email } = await someLeads();
    const before = await sums();
    await admin.rpc("lead_person_erase", { address: email }).throwOnError();
    expect(
      await site.sql`select from contact_submissions where deleted_at is null
      and not is_spam and email = ${email}`,
    ).toEqual([]);
    expect(await sums()).toEqual(before);
    const old = (await at(15)).at;
    await add({ ...touch("google", "/a"), ...LOST, created_at: old });
    const later = await sums();
    await site.sql`insert into site_settings (setting_key, setting_value) values ('delete_closed_months', '1')
      on conflict (setting_key) do update set setting_value = '1'`;
    await site.sql`update contact_submissions set search_text = ''`;
    await site.sql.begin(async (tx) => {
      await tx`alter table contact_submissions disable trigger set_updated_at`;
      await tx`update contact_submissions set updated_at = created_at`;
      await tx`update lead_events set happened_at = ${old} where true`;
      await tx`alter table contact_submissions enable trigger set_updated_at`;
    });
    await site.sql`select leads_clean()`;
    expect(await site.sql`select from contact_submissions where created_at = ${old}`).toEqual([]);
    expect(await sums()).toEqual(later);
  });

  test("keep nothing of a deleted lead that is finer than a month, or that someone wrote", async () => {
    const { last } = await someLeads();
    await site.sql`delete from contact_submissions`;
    const sums =
      await site.sql`select to_jsonb(s) as row from private.lead_sums s order by s.leads, s.source`;
    expect(sums).toHaveLength(4);
    expect(sums.find(({ row }) => row.source === "bing")?.row).toEqual({
      month: `${last.month}-01`,
      source: "bing",
      campaign: "fall",
      landing_page: "/a",
      leads: 1,
      won: 0,
      lost: 1,
      won_value: 0,
    });
  });
});
