import { describe, expect, test } from "vitest";
import { admin, EVENT, send, site, visitor, withSite } from "./attribution-steps.ts";

withSite();

const book = (event_uri: string, request: string | null = null, attribution: unknown = null) =>
  visitor.rpc("booking_add", { event_uri, attribution, request } as never);

const bookings = async () => (await admin.from("bookings").select().throwOnError()).data;

describe("a booking", () => {
  test("is stored once, with its visitor's source", async () => {
    const from = { first: { utm_source: "ADS", landing_page: "/" } };
    for (let report = 0; report < 2; report++) await book(EVENT, null, from).throwOnError();
    expect(await bookings()).toMatchObject([
      { event_uri: EVENT, submission_id: null, source: "ads", landing_page: "/" },
    ]);
  });

  test.each([
    "",
    "http://api.calendly.com/scheduled_events/1",
    "https://api.calendly.com",
    "https://api.calendly.com/a b",
    "https://ana@calendly.com/e/1",
    "javascript:alert(1)",
    `https://api.calendly.com/${"x".repeat(300)}`,
  ])("has an address, not '%s'", async (event_uri) => {
    expect((await book(event_uri)).error?.code).toBe("22023");
    expect(await bookings()).toEqual([]);
  });

  test("belongs to the message of the same tab, and is deleted with it", async () => {
    const before = await send(null);
    await book(EVENT, before.request_id).throwOnError();
    const later = `${EVENT}-later`;
    await book(later).throwOnError();
    const after = await send(null);
    await book(later, after.request_id).throwOnError();
    const joined = (await bookings()).map(({ event_uri, submission_id }) => [
      event_uri,
      submission_id,
    ]);
    expect(Object.fromEntries(joined)).toEqual({ [EVENT]: before.id, [later]: after.id });

    for (const { id } of [before, after]) {
      const { data: activity } = await admin
        .from("lead_events")
        .select("kind, actor")
        .eq("submission_id", id)
        .eq("kind", "booking")
        .throwOnError();
      expect(activity).toEqual([{ kind: "booking", actor: "visitor" }]);
    }
    await site.sql`delete from contact_submissions where id = ${before.id}`;
    expect(await bookings()).toMatchObject([{ event_uri: later }]);
  });

  test("can't be moved to another message by guessing", async () => {
    const lead = await send(null);
    const other = await send(null);
    await book(EVENT, lead.request_id).throwOnError();
    await book(EVENT, other.request_id).throwOnError();
    await book(`${EVENT}-2`, lead.id).throwOnError();
    const joined = (await bookings()).map(({ submission_id }) => submission_id);
    expect(joined.toSorted()).toEqual([lead.id, null]);
  });

  test("is one of ten a day from its address, and of ten of the same message", async () => {
    const tooMany = { status: 429, error: { message: "Too many bookings were reported today." } };
    for (let n = 0; n < 10; n++) await book(`${EVENT}-${n}`).throwOnError();
    expect(await book(EVENT)).toMatchObject(tooMany);
    // Repeated reports don't count again.
    await book(`${EVENT}-1`).throwOnError();
    const lead = await send(null);
    await book(EVENT, lead.request_id).throwOnError();
    await site.sql`insert into bookings (event_uri, submission_id)
      select 'https://calendly.com/l/' || n, ${lead.id}::uuid from generate_series(2, 10) n`;
    expect(await book(`${EVENT}-11`, lead.request_id)).toMatchObject(tooMany);
    await site.sql`update private.visitor_shares set used_at = used_at - interval '1 day'`;
    await book(`${EVENT}-11`).throwOnError();
  });
});
