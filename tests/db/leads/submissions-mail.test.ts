import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import { now } from "#tests/support/clock.ts";
import { tables } from "#tests/tables/index.ts";
import { site, withSite } from "../steps.ts";
import { message, stored } from "./submission-rows.ts";

withSite();

describe("the mail", () => {
  const claim = async (requestId: string) => {
    const [row] = await site.sql`select mail_claim(${requestId}) as claim`;
    return row?.claim;
  };
  const due = async (sql: Sql | Tx = site.sql) => {
    const [row] = await sql`select mail_due() as mails`;
    return row?.mails.map((mail: { id: string }) => mail.id);
  };
  const arrive = async () => {
    const sent = message();
    await site.visitor().from("contact_submissions").insert(sent);
    const [row] = await stored(sent.request_id);
    return { id: row?.id as string, requestId: sent.request_id };
  };
  const overdue = (id: string, sql: Sql | Tx = site.sql) =>
    sql`update contact_submissions set mail_next_attempt_at = now() where id = ${id}`;

  test("has one sender at a time, even for simultaneous claims", async () => {
    const { id, requestId } = await arrive();
    await overdue(id);
    await Promise.all([claim(requestId), due(), due()]);
    // The server's own job may be faster than all three.
    const [held] = await stored(requestId);
    expect(held?.mail_attempts).toBe(1);
    expect((await claim(requestId)).state).toBe("settled");
    expect(await due()).not.toContain(id);
  });

  test("is due again when its sender died", async () => {
    const { id, requestId } = await arrive();
    await claim(requestId);
    const [held] = await stored(requestId);
    const minutes = (held?.mail_next_attempt_at - now().getTime()) / 60_000;
    expect(minutes).toBeGreaterThan(3);
    expect(minutes).toBeLessThanOrEqual(5);
    // In one transaction, or the server's own job may be faster.
    const mails = await site.sql.begin(async (tx) => {
      await overdue(id, tx);
      return due(tx);
    });
    expect(mails).toContain(id);
  });

  test("waits for the browser's own request before the server tries", async () => {
    const { id } = await arrive();
    expect(await due()).not.toContain(id);
  });

  test("waits longer after each failure, then gives up", async () => {
    const { id, requestId } = await arrive();
    const waits: (number | null)[] = [];
    await claim(requestId);
    for (let attempt = 1; attempt <= 16; attempt += 1) {
      // now() doesn't change within a transaction.
      const [, [row]] = await site.sql.begin((tx) => [
        tx`select mail_failed(${id}, 'no route to host')`,
        tx`select (extract(epoch from mail_next_attempt_at - now()) / 60)::float as minutes
          from contact_submissions where id = ${id}`,
      ]);
      waits.push(row?.minutes);
      await site.sql`update contact_submissions set mail_attempts = mail_attempts + 1 where id = ${id}`;
    }
    expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    expect(waits.at(-1)).toBeNull();
    const [row] = await stored(requestId);
    expect([row?.mail_status, row?.mail_last_error]).toEqual(["failed", "no route to host"]);

    const { error } = await (await site.admin()).rpc("resend_submission_mail", {
      submission_id: id,
    });
    expect(error).toBeNull();
    await claim(requestId);
    const [again] = await stored(requestId);
    expect(again?.mail_attempts).toBe(1);
  });

  test("once sent, is never due again", async () => {
    const { id, requestId } = await arrive();
    await claim(requestId);
    await site.sql`select mail_done(${id})`;
    await site.sql`select mail_failed(${id}, 'late news')`;
    const [row] = await stored(requestId);
    expect([row?.mail_status, row?.mail_last_error]).toEqual(["sent", null]);
    expect((await claim(requestId)).state).toBe("settled");
  });

  test.each([
    ["sent", {}],
    ["failed", { error: "late news" }],
  ])("once asked for again, isn't settled by an earlier one that was %s", async (to, reason) => {
    const { id, requestId } = await arrive();
    const states = async () => {
      const [row] = await stored(requestId);
      return [row?.mail_status, row?.mail_last_error, row?.mail_attempts];
    };
    const { mail: first } = await claim(requestId);
    const admin = await site.admin();
    await site.sql.begin(async (tx) => {
      // Until the end, the server's own job waits for its turn to count.
      await tx`select private.count_company_mails()`;
      await admin.rpc("resend_submission_mail", { submission_id: id }).throwOnError();
      await tx`select mail_claim(${requestId})`;
    });
    const [held] = await stored(requestId);
    if (to === "sent") await site.sql`select mail_done(${id}, ${first.requests})`;
    else await site.sql`select mail_failed(${id}, 'late news', ${first.requests})`;
    expect(await states()).toEqual(["pending", null, 1]);
    expect((await stored(requestId))[0]?.mail_next_attempt_at).toEqual(held?.mail_next_attempt_at);
    await site.sql`select mail_done(${id}, ${held?.mail_requests})`;
    expect(await states()).toEqual(["sent", null, 1]);
    const events = await site.sql`select details from lead_events
      where submission_id = ${id} and kind = 'notice' order by happened_at`;
    expect(events.map(({ details }) => details)).toEqual([
      { to, earlier: true, ...reason },
      { to: "sent" },
    ]);
  });

  test("goes where Site Settings says, and says what was stored", async () => {
    const { requestId } = await arrive();
    const { mail } = await claim(requestId);
    expect(mail).toMatchObject({ ...tables.contact_submissions.make(), message: null });
    const [setting] =
      await site.sql`select setting_value from site_settings where setting_key = 'contact_email'`;
    expect(mail.recipients).toEqual([setting?.setting_value]);
  });

  test("of a lead in the trash isn't sent before the lead is restored", async () => {
    const spam = message({ trap: "x" });
    await site.visitor().from("contact_submissions").insert(spam);
    const [row] = await stored(spam.request_id);
    await site.sql`update contact_submissions set deleted_at = now() where id = ${row?.id}`;
    await site.sql`update contact_submissions set is_spam = false where id = ${row?.id}`;
    expect((await claim(spam.request_id)).state).toBe("settled");
    const { error } = await (await site.admin()).rpc("resend_submission_mail", {
      submission_id: row?.id,
    });
    expect(error?.message).toBe("This lead was deleted or is marked as spam.");
    // In one transaction, or the server's own job may be faster.
    const mails = await site.sql.begin(async (tx) => {
      await tx`update contact_submissions set deleted_at = null where id = ${row?.id}`;
      return due(tx);
    });
    expect(mails).toEqual([row?.id]);
  });

  test("is not available for spam, or without a lead", async () => {
    const spam = message({ trap: "x" });
    await site.visitor().from("contact_submissions").insert(spam);
    expect((await claim(spam.request_id)).state).toBe("settled");
    expect((await claim(randomUUID())).state).toBe("unknown");
  });
});
