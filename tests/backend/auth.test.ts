import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBackend } from "#server/backend/index.ts";
import { createLog } from "#server/log.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";

let t: TestBackend;
beforeAll(async () => {
  t = await openTestBackend();
});
afterAll(() => t.close());

async function mailTo(address: string) {
  return vi.waitFor(async () => {
    const mail = (await t.outbox()).findLast(({ to }) => to?.[0]?.address === address);
    if (!mail) throw new Error(`no mail to ${address}`);
    return mail;
  });
}

const linkIn = (text = "") => /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? "";

/** Follows a link from a mail; returns where it leads and the session in its fragment. */
async function follow(link: string) {
  const { pathname, search } = new URL(link);
  const response = await t.request(pathname + search);
  const target = new URL(response.headers.get("location") ?? "");
  return { target, session: new URLSearchParams(target.hash.slice(1)) };
}

test("signing up waits for the mailed link, which leads to /admin signed in", async () => {
  const client = t.visitor();
  const who = { email: "new@example.com", password: "secret-123" };
  const { data, error } = await client.auth.signUp({
    ...who,
    options: { data: { full_name: "New Person", is_admin: true, role: "service_role" } },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect((await client.auth.signInWithPassword(who)).error?.code).toBe("email_not_confirmed");

  const mail = await mailTo(who.email);
  expect(mail.subject).toBe("Confirm your e-mail address for Evergreen Fulfillment");
  expect(mail.from?.name).toBe("Evergreen Fulfillment");
  expect(mail.html).toContain("Confirm e-mail address</a>");
  const { target, session } = await follow(linkIn(mail.text));
  expect(target.origin + target.pathname).toBe("http://site.test/admin");
  expect(session.get("access_token")).toBeTruthy();

  const signedIn = await client.auth.signInWithPassword(who);
  expect(signedIn.data.user?.user_metadata.full_name).toBe("New Person");
  expect((await client.rpc("is_admin_user")).data).toBe(false);
  expect((await client.from("contact_submissions").select()).data ?? []).toEqual([]);
});

test("a wrong password never tells that an account waits for confirmation", async () => {
  await t.visitor().auth.signUp({ email: "waiting@example.com", password: "secret-123" });
  const { error } = await t
    .visitor()
    .auth.signInWithPassword({ email: "waiting@example.com", password: "guess" });
  expect(error?.code).toBe("invalid_credentials");
});

test("a forgotten password is set again through the mailed link", async () => {
  const client = t.visitor();
  await client.auth.resetPasswordForEmail(people.stranger.email, {
    redirectTo: "http://site.test/admin/login?next=/admin/faqs",
  });
  const { target, session } = await follow(linkIn((await mailTo(people.stranger.email)).text));
  expect(target.pathname + target.search).toBe("/admin/login?next=/admin/faqs");
  expect(session.get("type")).toBe("recovery");
  await client.auth.setSession({
    access_token: session.get("access_token") ?? "",
    refresh_token: session.get("refresh_token") ?? "",
  });
  const password = "a-new-password";
  expect((await client.auth.updateUser({ password })).error).toBeNull();
  const again = await t.visitor().auth.signInWithPassword({ ...people.stranger, password });
  expect(again.error).toBeNull();
});

test("a new password ends the sessions that began with the old one, but not its own", async () => {
  const elsewhere = await t.admin();
  const here = await t.admin();
  expect((await here.auth.updateUser({ data: { full_name: "Ada" } })).error).toBeNull();
  expect((await elsewhere.auth.refreshSession()).error).toBeNull();
  expect((await here.auth.updateUser({ password: people.admin.password })).error?.code).toBe(
    "same_password",
  );
  expect((await elsewhere.auth.refreshSession()).error).toBeNull();
  try {
    expect((await here.auth.updateUser({ password: "tape-gun-2026" })).error).toBeNull();
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull();
    expect((await elsewhere.rpc("is_admin_user")).data).not.toBe(true);
    expect((await here.auth.refreshSession()).error).toBeNull();
    expect((await here.rpc("is_admin_user")).data).toBe(true);
  } finally {
    await here.auth.updateUser({ password: people.admin.password });
  }
});

test("a link never leads to another site", async () => {
  await t.visitor().auth.resetPasswordForEmail(people.admin.email, {
    redirectTo: "https://evil.example/admin",
  });
  const { target } = await follow(linkIn((await mailTo(people.admin.email)).text));
  expect(target.origin + target.pathname).toBe("http://site.test/admin/login");
});

test("a sign-up that waits gets its link again, and only the new one works", async () => {
  const email = "again@example.com";
  await t.visitor().auth.signUp({ email, password: "secret-123" });
  const first = linkIn((await mailTo(email)).text);
  expect((await t.visitor().auth.resend({ type: "signup", email })).error).toBeNull();
  const second = linkIn((await mailTo(email)).text);
  expect(second).not.toBe(first);
  expect((await follow(first)).session.get("error_code")).toBe("otp_expired");
  expect((await follow(second)).session.get("type")).toBe("signup");
});

test.each(["nobody@example.com", people.admin.email])(
  "asking again for the link of %s sends nothing and tells nothing",
  async (email) => {
    const before = (await t.outbox()).length;
    expect((await t.visitor().auth.resend({ type: "signup", email })).error).toBeNull();
    expect(await t.outbox()).toHaveLength(before);
  },
);

test("a link works once", async () => {
  await t.visitor().auth.signUp({ email: "once@example.com", password: "secret-123" });
  const link = linkIn((await mailTo("once@example.com")).text);
  await follow(link);
  expect((await follow(link)).session.get("error_code")).toBe("otp_expired");
});

test("requests without the publishable key are refused, and the secret key is not for outside", async () => {
  expect((await t.request("/rest/v1/services")).status).toBe(401);
  expect((await t.request("/rest/v1/services", { headers: { apikey: "wrong" } })).status).toBe(401);
  const [row] = await t.sql`select value from loading_dock.state where key = 'secret_key'`;
  const apikey = String(row?.value);
  expect((await t.request("/rest/v1/admins", { headers: { apikey } })).status).toBe(401);
  expect((await t.request(`/rest/v1/admins?apikey=${apikey}`)).status).toBe(401);
});

test.each([
  "/_system/info",
  "/",
  "/studio",
  "/rest/v2/x",
  "/storage/v1/bucket",
  "/auth/v1/admin/users",
])("%s is not there", async (path) => {
  const response = await t.request(path, { headers: { apikey: t.backend.publishableKey } });
  expect([401, 404]).toContain(response.status);
});

test("with SMTP_URL, mail goes to that server", async () => {
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

test("a mail that a person was told of outlives a mail server that is down, and a crash", async () => {
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
    for (const { due_at } of rows) expect(due_at.getTime()).toBeLessThan(Date.now() + 60_000);
  });
  // Asked for again, only the newer link is worth sending.
  await other.visitor().auth.resetPasswordForEmail(people.admin.email);
  expect(await waiting()).toHaveLength(2);

  // What the process knew is gone; the next one finds a mail server.
  await other.sql`update loading_dock.auth_mail set due_at = now()`;
  await other.sql`insert into loading_dock.auth_mail (kind, address, link, attempts, due_at, created_at)
    values ('signup', 'late@example.com', 'http://site.test', 9, now(), now() - interval '25 hours')`;
  const next = await openBackend(
    { ...other.env, smtpUrl: `smtp://127.0.0.1:${smtp.port}` },
    createLog("silent"),
  );
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(0), { timeout: 30_000 });
  expect(smtp.messages.map((message) => /^To: (.*)\r$/m.exec(message)?.[1]).sort()).toEqual([
    people.admin.email,
    email,
  ]);
  await next.close();
  await other.close();
  smtp.server.close();
});

/** As much of an SMTP server as one message needs (RFC 5321). */
async function fakeSmtp(): Promise<{ server: Server; port: number; messages: string[] }> {
  const messages: string[] = [];
  const server = createServer((socket) => {
    let data: string | undefined;
    socket.write("220 ready\r\n");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      if (data !== undefined) {
        data += chunk;
        if (!data.endsWith("\r\n.\r\n")) return;
        messages.push(data);
        data = undefined;
        socket.write("250 taken\r\n");
      } else if (/^data/i.test(String(chunk))) {
        data = "";
        socket.write("354 go on\r\n");
      } else socket.write(/^quit/i.test(String(chunk)) ? "221 bye\r\n" : "250 fine\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port, messages };
}
