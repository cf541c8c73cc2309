import { beforeAll, expect, test, vi } from "vitest";
import { openBackend } from "#server/backend/index.ts";
import { createLog } from "#server/runtime/log.ts";
import { openTestBackend } from "#tests/support/backend.ts";
import { fromNow } from "#tests/support/clock.ts";
import { allMail, linkIn, mailTo as newestMail, partsOf } from "#tests/support/mail/mailed.ts";
import { fakeSmtp } from "#tests/support/mail/smtp.ts";
import { people } from "#tests/support/people.ts";
import { claimsOf, t, withSite } from "./auth-steps.ts";

withSite();
// Tests count all emails, and a job would send one test's notices during another.
beforeAll(async () => {
  await t.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
});

const mailTo = (address: string) => newestMail(t, address);

/** Presses the button behind a link, by default in a new browser. */
async function follow(link: string, client = t.visitor()) {
  const { data, error } = await client.auth.verifyOtp(partsOf(link));
  return { client, session: data.session, error };
}

test("signing up requires the mailed link, whose page sets the password", async () => {
  const client = t.visitor();
  const who = { email: "new@example.com", password: "typed-at-sign-up" };
  const { data, error } = await client.auth.signUp({
    ...who,
    options: { data: { full_name: "New Person" }, emailRedirectTo: "http://site.test/admin" },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user?.user_metadata.full_name).toBe("New Person");
  expect((await client.auth.signInWithPassword(who)).error?.code).toBe("invalid_credentials");

  const mail = await mailTo(who.email);
  expect(mail.subject).toBe("Confirm your email address for Evergreen Fulfillment");
  expect(mail.from?.name).toBe("Evergreen Fulfillment");
  expect(mail.html).toContain("Confirm email address</span></a>");
  expect(linkIn(mail.text)).toMatch(
    /^http:\/\/site\.test\/admin\/confirm\?token_hash=[\w-]{43}&type=signup$/,
  );
  const confirmed = await follow(linkIn(mail.text), client);
  expect(confirmed.error).toBeNull();
  expect(claimsOf(confirmed.session?.access_token)).toMatchObject({
    email: who.email,
    aud: "authenticated",
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "otp", timestamp: expect.any(Number) }],
    user_metadata: { full_name: "New Person", email_verified: true },
  });
  expect((await t.visitor().auth.signInWithPassword(who)).error?.code).toBe("invalid_credentials");
  const chosen = { ...who, password: "chosen-from-the-mailbox" };
  expect((await client.auth.updateUser({ password: chosen.password })).error).toBeNull();

  const signedIn = await t.visitor().auth.signInWithPassword(chosen);
  expect(signedIn.data.user?.user_metadata.full_name).toBe("New Person");
  expect(claimsOf(signedIn.data.session?.access_token).amr[0].method).toBe("password");
  expect((await client.rpc("is_admin_user")).data).toBe(false);
  expect((await client.from("contact_submissions").select()).data ?? []).toEqual([]);
});

test("a forgotten password is set again through the mailed link", async () => {
  const client = t.visitor();
  await client.auth.resetPasswordForEmail(people.stranger.email, {
    redirectTo: "http://site.test/admin/login?next=/admin/faqs",
  });
  const link = linkIn((await mailTo(people.stranger.email)).text);
  expect(partsOf(link).type).toBe("recovery");
  // The old password works until a new one is chosen.
  await follow(link, client);
  expect((await t.visitor().auth.signInWithPassword(people.stranger)).error).toBeNull();
  const password = "a-new-password";
  expect((await client.auth.updateUser({ password })).error).toBeNull();
  const again = await t.visitor().auth.signInWithPassword({ ...people.stranger, password });
  expect(again.error).toBeNull();
  await client.auth.updateUser({ password: people.stranger.password });
});

test("15 minutes after a link, a new password takes the current one, unless there is none", async () => {
  const client = t.visitor();
  await client.auth.resetPasswordForEmail(people.stranger.email);
  await follow(linkIn((await mailTo(people.stranger.email)).text), client);
  const leave = () => t.sql`update auth.sessions set created_at = now() - interval '16 minutes'`;
  await leave();
  const password = "found-signed-in";
  const { error } = await client.auth.updateUser({ password });
  expect(error?.code).toBe("current_password_required");
  expect((await t.visitor().auth.signInWithPassword(people.stranger)).error).toBeNull();

  const who = { email: "slow@example.com", password };
  const first = t.visitor();
  await first.auth.signUp(who);
  await follow(linkIn((await mailTo(who.email)).text), first);
  await leave();
  expect((await first.auth.updateUser({ password })).error).toBeNull();
});

test("sends a pending sign-up a new link, and only that one works", async () => {
  const email = "again@example.com";
  await t.visitor().auth.signUp({ email, password: "secret-123" });
  const first = linkIn((await mailTo(email)).text);
  expect((await t.visitor().auth.resend({ type: "signup", email })).error).toBeNull();
  const second = linkIn((await mailTo(email)).text);
  expect(second).not.toBe(first);
  expect((await follow(first)).error?.code).toBe("otp_expired");
  expect((await follow(second)).session?.user.email).toBe(email);
});

test.each(["nobody@example.com", people.admin.email])(
  "sends and reveals nothing when the link of %s is requested again",
  async (email) => {
    const before = (await allMail(t)).length;
    expect((await t.visitor().auth.resend({ type: "signup", email })).error).toBeNull();
    expect(await allMail(t)).toHaveLength(before);
  },
);

test("a link works once, even for simultaneous presses", async () => {
  await t.visitor().auth.signUp({ email: "once@example.com", password: "secret-123" });
  const link = linkIn((await mailTo("once@example.com")).text);
  const tries = await Promise.all([follow(link), follow(link), follow(link)]);
  expect(tries.filter(({ session }) => session)).toHaveLength(1);
  expect((await follow(link)).error?.code).toBe("otp_expired");
});

test("using one link of an account revokes the others", async () => {
  const email = "several@example.com";
  await t.visitor().auth.signUp({ email, password: "secret-123" });
  const signUp = linkIn((await mailTo(email)).text);
  await t.visitor().auth.resetPasswordForEmail(email);
  const recovery = linkIn((await mailTo(email)).text);
  expect(partsOf(recovery).type).toBe("recovery");
  expect((await follow(recovery)).session?.user.email_confirmed_at).toBeTruthy();
  expect((await follow(signUp)).error?.code).toBe("otp_expired");
});

test("a link does not work for another purpose, nor after a day", async () => {
  const email = "late@example.com";
  await t.visitor().auth.signUp({ email, password: "secret-123" });
  const { token_hash } = partsOf(linkIn((await mailTo(email)).text));
  for (const type of ["recovery", "invite"] as const)
    expect((await t.visitor().auth.verifyOtp({ token_hash, type })).error?.code).toBe(
      "otp_expired",
    );
  await t.sql`update auth.one_time_tokens set expires_at = now() - interval '1 second'
    where user_id = (select id from auth.users where email = ${email})`;
  const { error } = await t.visitor().auth.verifyOtp({ token_hash, type: "signup" });
  expect(error?.code).toBe("otp_expired");
});

test("the database contains no usable link", async () => {
  const email = "stored@example.com";
  await t.visitor().auth.signUp({ email, password: "secret-123" });
  const { token_hash } = partsOf(linkIn((await mailTo(email)).text));
  const rows = await t.sql`select to_jsonb(l)::text as row from auth.one_time_tokens l
    union all select to_jsonb(m)::text from loading_dock.auth_mail m
    union all select to_jsonb(u)::text from auth.users u`;
  expect(rows.map(({ row }) => row).join()).not.toContain(token_hash);
});

test("sends email to the server of SMTP_URL", async () => {
  const smtp = await fakeSmtp();
  const other = await openTestBackend({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "Evergreen <hello@example.com>",
  });
  await other.visitor().auth.signUp({ email: "smtp@example.com", password: "secret-123" });
  const message = await vi.waitFor(() => {
    if (!smtp.messages[0]) throw new Error("nothing arrived");
    return smtp.messages[0];
  });
  expect(message).toMatch(/^From: Evergreen <hello@example\.com>/m);
  expect(message).toMatch(/^To: smtp@example\.com/m);
  expect(await other.outbox()).toEqual([]);
  await other.close();
  smtp.server.close();
});

test("keeps promised email through an outage and a crash", async () => {
  const smtp = await fakeSmtp();
  const down = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "hello@example.com" };
  const other = await openTestBackend(down);
  const email = "patient@example.com";
  expect((await other.visitor().auth.signUp({ email, password: "secret-123" })).error).toBeNull();
  await other.visitor().auth.resetPasswordForEmail(people.admin.email);
  const waiting = () =>
    other.sql`select kind, address, due_at from loading_dock.auth_mail order by kind`;
  await vi.waitFor(async () => {
    const rows = await waiting();
    expect(rows.map(({ kind, address }) => [kind, address])).toEqual([
      ["recovery", people.admin.email],
      ["signup", email],
    ]);
    for (const { due_at } of rows) expect(due_at.getTime()).toBeLessThan(fromNow(60_000).getTime());
  });
  // A repeated request replaces the earlier link.
  await other.visitor().auth.resetPasswordForEmail(people.admin.email);
  expect(await waiting()).toHaveLength(2);

  // Simulates a restart: the old process's memory is gone, and the next one has a mail server.
  await other.sql`update loading_dock.auth_mail set due_at = now()`;
  await other.sql`insert into loading_dock.auth_mail (kind, address, attempts, due_at, created_at)
    values ('recovery', ${people.stranger.email}, 9, now(), now() - interval '25 hours')`;
  const next = await openBackend(
    { ...other.env, smtpUrl: `smtp://127.0.0.1:${smtp.port}` },
    createLog("silent"),
  );
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(0));
  expect(smtp.messages.map((message) => /^To: (.*)\r$/m.exec(message)?.[1]).sort()).toEqual([
    people.admin.email,
    email,
  ]);
  await next.close();
  await other.close();
  smtp.server.close();
});
