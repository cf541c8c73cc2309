import { describe, expect, test } from "vitest";
import { mailboxOf } from "#server/backend/auth/users.ts";
import type { Query } from "#server/backend/postgres/pool.ts";
import { allMail } from "#tests/support/mail/mailed.ts";
import { people } from "#tests/support/people.ts";
import { browser, OWNER, t, withSite } from "../accounts-steps.ts";

withSite();

const thirty = Array.from({ length: 30 }, (_, i) => i);
/** A different visitor each time, on another network. */
const elsewhere = (n: number) => browser(`203.0.${n}.66`).client.auth;
const mailsTo = async (mailbox: RegExp) =>
  (await allMail(t)).filter(({ to }) => mailbox.test(to?.[0]?.address ?? ""));

const password = "some-password";
const signUp = (n: number, email: string) => elsewhere(n).signUp({ email, password });
/** Runs the requests concurrently, because each takes a while. */
const all = (ask: (n: number) => Promise<unknown>) => Promise.all(thirty.map(ask));

describe("limits emails to one mailbox in any spelling", () => {
  test.each<[string, (n: number) => string, RegExp]>([
    ["with a plus", (n) => `victim+${n}@example.com`, /^victim\+/],
    ["with a plus at Gmail", (n) => `victim+${n}@googlemail.com`, /^victim\+/],
    [
      "with dots at Gmail",
      (n) => `${[..."victims"].map((l, i) => ((n >> i) & 1 ? `${l}.` : l)).join("")}@gmail.com`,
      /@gmail/,
    ],
  ])("30 sign-ups %s", async (_, spelled, mailbox) => {
    await all((n) => signUp(n, spelled(n)));
    const sent = (await mailsTo(mailbox)).length;
    expect(sent).toBe(6);
    // Resending, or asking for a new password, counts for the same mailbox.
    await all((n) => elsewhere(n + 40).resend({ type: "signup", email: spelled(n) }));
    await all((n) => elsewhere(n + 80).resetPasswordForEmail(spelled(n)));
    expect((await mailsTo(mailbox)).length).toBe(sent);
  });

  test("refuses invitations after 30, with the reason", async () => {
    const admin = await t.admin();
    const invite = async (email: string) => {
      const { error } = await admin.functions.invoke("admin-invite", { body: { email } });
      return error ? ((await error.context.json()) as { error: string }).error : "invited";
    };
    const said: string[] = [];
    for (const n of thirty.slice(0, 8)) said.push(await invite(`victim+${n}@example.com`));
    expect(said.slice(0, 6)).toEqual(Array(6).fill("invited"));
    expect(new Set(said.slice(6))).toEqual(
      new Set(["Too many invitations were sent. Please try again later."]),
    );
    expect(await mailsTo(/^victim/)).toHaveLength(6);
    expect(await t.sql`select from admin_invitations where email like 'victim+%'`).toHaveLength(6);
    expect(await invite("somebody-else@example.com")).toBe("invited");
  });
});

describe("emails the owner of a mailbox while a stranger invents spellings", () => {
  test("who signs up", async () => {
    await all((n) => signUp(n, `victim+${n}@example.com`));
    await signUp(200, "victim@example.com");
    expect(await mailsTo(/^victim@/)).toHaveLength(1);
  });

  test("sends an account its new password link, with a plus too", async () => {
    const email = people.stranger.email.replace("@", "+shop@");
    await t.sql`update auth.users set email = ${email} where email = ${people.stranger.email}`;
    await all((n) => signUp(n, email.replace("+shop", `+${n}`)));
    await browser(OWNER).client.auth.resetPasswordForEmail(email);
    const sent = await mailsTo(/\+shop@/);
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Set a new password/),
    ]);
  });

  test("who is invited", async () => {
    await all((n) => signUp(n, `victim+${n}@example.com`));
    await all((n) => signUp(n + 40, "victim@example.com"));
    const admin = await t.admin();
    await admin.functions.invoke("admin-invite", { body: { email: "victim@example.com" } });
    const subjects = (await mailsTo(/^victim@/)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.startsWith("You're invited"))).toHaveLength(1);
  });
});

test("a mailbox has one spelling", async () => {
  const query = (async (...asked: Parameters<typeof t.sql>) => t.sql(...asked)) as unknown as Query;
  for (const [email, mailbox] of [
    ["Ana.Ruiz+shop@Example.com", "ana.ruiz@example.com"],
    ["a.n.a+x+y@googlemail.com", "ana@gmail.com"],
    ["ana@example.com", "ana@example.com"],
  ] as const)
    expect(await mailboxOf(query, email)).toBe(mailbox);
});
