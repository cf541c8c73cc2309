import { describe, expect, test, vi } from "vitest";
import { openBackend } from "#server/backend/index.ts";
import { createLog } from "#server/runtime/log.ts";
import { mailTo, pressLink } from "#tests/support/mail/mailed.ts";
import { people } from "#tests/support/people.ts";
import { CORA, GOOD, invite, t, withSite } from "./invitation-steps.ts";

withSite();

describe("notifies the holder of an account", () => {
  /** The notices sent so far, once none is pending. A newly started process sends pending ones at once. */
  async function sentNotices() {
    const next = await openBackend(t.env, createLog("silent"));
    await vi.waitFor(async () =>
      expect(await t.sql`select 1 from private.account_notices`).toHaveLength(0),
    );
    await next.close();
    const notices = (await t.outbox()).filter(({ messageId }) => messageId?.startsWith("<notice-"));
    // The tests' admin signs in several times, in no browser that the account knows.
    return notices
      .map(({ to, subject }) => [to?.[0]?.address, subject])
      .filter(([, subject]) => !subject?.startsWith("New sign-in"));
  }

  test("of a changed password, no matter who set it, but not of the first one", async () => {
    const stranger = await t.stranger();
    await stranger.auth.updateUser({ password: GOOD });
    const [user] = await t.sql`select id from auth.users where email = ${people.stranger.email}`;
    const reset = { user_id: user?.id, new_password: "reset-6" };
    await (await t.admin()).rpc("admin_reset_password", reset);
    await invite(CORA);
    const { client } = await pressLink(t, CORA);
    await client.auth.updateUser({ password: GOOD });
    const once = [people.stranger.email, "Your password for Evergreen Fulfillment was changed"];
    expect(await sentNotices()).toEqual([once, once]);
    const mail = await mailTo(t, people.stranger.email);
    expect(mail.text).toContain("http://site.test/admin/login?view=forgot-password");
  });

  test("of a role that is given, changed and removed; the first admin is not", async () => {
    const { email } = people.stranger;
    const [user] = await t.sql`insert into admins (user_id)
      select id from auth.users where email = ${email} returning user_id`;
    const { user_id } = user ?? {};
    const admin = await t.admin();
    await admin.rpc("admin_set_roles", { user_id, roles: ["editor", "sales"] }).throwOnError();
    await admin.rpc("admin_remove", { user_id }).throwOnError();
    expect(await sentNotices()).toEqual([
      [email, "Your role on the Evergreen Fulfillment website is now Admin"],
      [email, "Your role on the Evergreen Fulfillment website is now Editor and Sales"],
      [email, "You're no longer on the Evergreen Fulfillment website team"],
    ]);
  });

  test("once: a notice has one sender, and each try has the same Message-ID", async () => {
    const id = await t.sql.begin(async (tx) => {
      await tx`insert into admins (user_id)
        select id from auth.users where email = ${people.stranger.email}`;
      const claim = async () => (await tx`select account_notice_claim() as notice`)[0]?.notice;
      const notice = await claim();
      expect(notice).toMatchObject({ email: people.stranger.email, kind: "admin_granted" });
      expect(await claim()).toBeNull();
      await tx`select account_notice_settle(${notice.id}, false)`;
      const [row] = await tx`select attempts, due_at > now() as later from private.account_notices`;
      expect(row).toEqual({ attempts: 1, later: true });
      await tx`update private.account_notices set due_at = now()`;
      return notice.id;
    });
    expect(await sentNotices()).toHaveLength(1);
    const mail = await mailTo(t, people.stranger.email);
    expect(mail.messageId).toBe(`<notice-${id}@site.test>`);
  });
});
