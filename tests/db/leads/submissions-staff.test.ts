import { describe, expect, test } from "vitest";
import { now } from "#tests/support/clock.ts";
import { site, withSite } from "../steps.ts";
import { useUpNotices } from "./steps.ts";
import { message, stored } from "./submission-rows.ts";

withSite();

describe("staff", () => {
  test("'not spam' makes the mail due; 'spam' holds it back", async () => {
    await useUpNotices(site.sql);
    const sent = message({ trap: "x" });
    await site.visitor().from("contact_submissions").insert(sent);
    const admin = await site.admin();
    const mark = (is_spam: boolean) =>
      admin.from("contact_submissions").update({ is_spam }).eq("request_id", sent.request_id);

    await mark(false);
    const [cleared] = await stored(sent.request_id);
    expect(cleared?.spam_reason).toBeNull();
    expect(cleared?.mail_next_attempt_at.getTime()).toBeLessThanOrEqual(now().getTime());

    await mark(true);
    const [held] = await stored(sent.request_id);
    expect([held?.spam_reason, held?.mail_next_attempt_at]).toEqual(["marked by staff", null]);
  });

  test("removes the label from emailed leads with 'not spam'", async () => {
    const sent = message({ filled_in_ms: 100 });
    await site.visitor().from("contact_submissions").insert(sent);
    const [before] = await stored(sent.request_id);
    const admin = await site.admin();
    await admin
      .from("contact_submissions")
      .update({ is_spam: false })
      .eq("request_id", sent.request_id);
    const [after] = await stored(sent.request_id);
    expect([before?.spam_reason, after?.spam_reason]).toEqual(["too fast", null]);
    expect(after?.mail_next_attempt_at).toEqual(before?.mail_next_attempt_at);
  });

  test("a save on top of someone else's touches nothing", async () => {
    const admin = await site.admin();
    await site.visitor().from("contact_submissions").insert(message());
    const [row] = (await admin.from("contact_submissions").select().limit(1)).data ?? [];
    const save = (status: string) =>
      admin
        .from("contact_submissions")
        .update({ status })
        .eq("id", row.id)
        .eq("updated_at", row.updated_at)
        .select();
    expect((await save("contacted")).data).toHaveLength(1);
    expect((await save("closed")).data).toEqual([]);
  });

  test("a retried mail does not make a person's save stale", async () => {
    const sent = message();
    await site.visitor().from("contact_submissions").insert(sent);
    const [before] = await stored(sent.request_id);
    await site.sql`select mail_claim(${sent.request_id})`;
    await site.sql`select mail_failed(${before?.id}, 'busy')`;
    const [after] = await stored(sent.request_id);
    expect(after?.mail_status).toBe("failed");
    expect(after?.updated_at).toEqual(before?.updated_at);
  });

  test("signs a note with the signed-in person", async () => {
    const admin = await site.admin();
    await site.visitor().from("contact_submissions").insert(message());
    const [lead] = await site.sql`select id from contact_submissions limit 1`;
    const { data } = await admin
      .from("submission_notes")
      .insert({ submission_id: lead?.id, body: "Called.", author_email: "boss@example.com" })
      .select();
    const note = data?.[0];
    expect(note.author_email).toBe("admin@example.com");
    await admin
      .from("submission_notes")
      .update({ author_email: "x@example.com" })
      .eq("id", note.id);
    const [row] = await site.sql`select author_email from submission_notes where id = ${note.id}`;
    expect(row?.author_email).toBe("admin@example.com");
  });
});
