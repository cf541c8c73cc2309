import { beforeAll, expect, test, vi } from "vitest";
import { addUser } from "#server/backend/self-hosted/first-admin.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { t, withSite } from "./auth-steps.ts";

withSite();
/** Keeps the backend from sending what the test reads. */
const holdNotices = ({ sql }: TestBackend) =>
  sql`alter table private.account_notices alter column due_at set default 'infinity'`;
beforeAll(() => holdNotices(t));

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const PASSWORD = "pallet-jack-42";

interface Browser {
  cookie?: string;
  userAgent?: string;
  address?: string;
}

/** A request to the account service, as from a browser. */
const post = (site: TestBackend, path: string, body: object, browser: Browser = {}) =>
  site.request(
    `/auth/v1/${path}`,
    {
      method: "POST",
      headers: {
        apikey: site.backend.publishableKey,
        "content-type": "application/json",
        ...(browser.userAgent && { "user-agent": browser.userAgent }),
        ...(browser.cookie && { cookie: browser.cookie }),
      },
      body: JSON.stringify(body),
    },
    browser.address === undefined ? {} : { clientAddress: browser.address },
  );

async function signIn(site: TestBackend, email: string, browser?: Browser) {
  const answer = await post(
    site,
    "token?grant_type=password",
    { email, password: PASSWORD },
    browser,
  );
  expect(answer.status).toBe(200);
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { cookie, tokens: (await answer.json()) as { refresh_token: string } };
}

/** A new person; `role` is a column of staff. */
async function person(site: TestBackend, role?: "is_sales" | "is_editor") {
  const email = `${crypto.randomUUID()}@example.com`;
  const id = await addUser(site.sql, email, PASSWORD);
  if (role)
    await site.sql`insert into staff (user_id, is_editor, is_sales)
      values (${id}, ${role === "is_editor"}, ${role === "is_sales"})`;
  return { id, email };
}

const queued = async (site: TestBackend, email: string) =>
  (
    await site.sql`select detail from private.account_notices
      where email = ${email} and kind = 'new_sign_in'`
  ).map(({ detail }) => detail);

/** One that is certainly queued: earlier ones were queued before it. */
async function queuedAfterOneMore(site: TestBackend, email: string, before: number) {
  await signIn(site, email);
  await vi.waitFor(async () => expect((await queued(site, email)).length).toBeGreaterThan(before));
  return queued(site, email);
}

test("a session has its browser and address, also those of its renewal", async () => {
  const { id, email } = await person(t);
  const stored = async () =>
    (await t.sql`select user_agent, host(ip) as ip from auth.sessions where user_id = ${id}`)[0];
  const { tokens } = await signIn(t, email, { userAgent: CHROME, address: "203.0.113.9" });
  expect(await stored()).toEqual({ user_agent: CHROME, ip: "203.0.113.9" });
  const renewal = { userAgent: "x".repeat(400), address: "2001:db8::7" };
  await post(t, "token?grant_type=refresh_token", { refresh_token: tokens.refresh_token }, renewal);
  expect(await stored()).toEqual({ user_agent: "x".repeat(300), ip: "2001:db8::7" });
});

test.each(["this process", "unknown", "fe80::1%eth0", ""])(
  "signs in with the address %j",
  async (address) => {
    const { id, email } = await person(t);
    await signIn(t, email, { address });
    const [row] = await t.sql`select user_agent, host(ip) as ip from auth.sessions
      where user_id = ${id}`;
    expect(row).toEqual({ user_agent: null, ip: address.startsWith("fe80") ? "fe80::1" : null });
  },
);

test("notifies of a browser that the account doesn't know, but not of a known one or the first", async () => {
  const { email } = await person(t, "is_sales");
  const { cookie } = await signIn(t, email);
  await signIn(t, email, { cookie });
  expect(await queued(t, email)).toEqual([]);
  await signIn(t, email, { userAgent: CHROME, address: "203.0.113.9" });
  await vi.waitFor(async () => expect(await queued(t, email)).toHaveLength(1));
  expect((await queued(t, email))[0]).toMatch(
    /^Chrome on Windows, from 203\.0\.113\.9, on [A-Z][a-z]+ \d+, \d{4} at \d+:\d\d [AP]M \(Pacific Time\)\.$/,
  );
});

test("a wrong password, a cookie of another account, and no role notify nobody", async () => {
  const [known, other, plain] = [
    await person(t, "is_editor"),
    await person(t, "is_editor"),
    await person(t),
  ];
  for (const { email } of [known, other, plain]) await signIn(t, email);
  const wrong = { email: known.email, password: "not this one" };
  expect((await post(t, "token?grant_type=password", wrong)).status).toBe(400);
  await signIn(t, plain.email);
  const { cookie } = await signIn(t, other.email);
  await vi.waitFor(async () => expect(await queued(t, other.email)).toHaveLength(1));
  await signIn(t, known.email, { cookie });
  await vi.waitFor(async () => expect(await queued(t, known.email)).toHaveLength(1));
  expect(await queued(t, plain.email)).toEqual([]);
});

test("the email says what happened, and how to stop it", async () => {
  const { email } = people.admin;
  for (const _ of [1, 2]) await signIn(t, email);
  await vi.waitFor(async () => expect(await queued(t, email)).toHaveLength(1));
  const { renderAccountMail } = await import("#supabase/functions/_shared/account-mail.ts");
  const [detail] = await queued(t, email);
  const link = "https://site.example/admin/account";
  const mail = renderAccountMail(
    "new_sign_in",
    link,
    { company: "Evergreen", color: null },
    detail,
  );
  expect(mail.subject).toBe("New sign-in to your account for Evergreen");
  expect(mail.text).toContain("Unknown browser, from 203.0.113.7, on");
  expect(mail.text).toContain(`Review your sessions:\n${link}`);
  expect(mail.text).toContain("sign that browser out and change your password");
});

test("sends a few a day at most, and signs in every time", async () => {
  const limited = await openTestBackend({ RATE_LIMITS: "on" });
  await holdNotices(limited);
  const { email } = await person(limited, "is_sales");
  await signIn(limited, email);
  for (const _ of [1, 2, 3]) await signIn(limited, email);
  await vi.waitFor(async () => expect(await queued(limited, email)).toHaveLength(3));
  for (const _ of [1, 2, 3]) await signIn(limited, email);
  const other = await person(limited, "is_sales");
  await signIn(limited, other.email);
  expect(await queuedAfterOneMore(limited, other.email, 0)).toHaveLength(1);
  expect(await queued(limited, email)).toHaveLength(3);
  await limited.close();
});

test("a sign-in doesn't fail with its email", async () => {
  const lines: string[] = [];
  const site = await openTestBackend({}, lines);
  const { email } = await person(site, "is_sales");
  await signIn(site, email);
  await site.sql`alter function public.account_notice_add rename to account_notice_gone`;
  await signIn(site, email);
  await vi.waitFor(() => expect(lines.join()).toContain("a new sign-in was not queued"));
  await site.close();
});
