import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { fromNow, HOUR } from "#tests/support/clock.ts";
import { fakeSmtp } from "#tests/support/mail/smtp.ts";

let smtp: Awaited<ReturnType<typeof fakeSmtp>>;
let site: TestBackend;
let refusal: string | undefined;
beforeAll(async () => {
  smtp = await fakeSmtp(undefined, () => refusal);
  site = await openTestBackend({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "Evergreen <hello@example.com>",
  });
});
afterAll(async () => {
  await site.close();
  smtp.server.close();
});

async function queueMail(
  more: Record<string, unknown> = {},
  body: unknown[] = [{ text: "Hello" }],
) {
  const row = { kind: "reminder", recipient: "ana@example.com", subject: "Hello", ...more };
  const [mail] = await site.sql`insert into mails
    ${site.sql({ ...row, body: site.sql.json(body as never) })} returning id`;
  return mail?.id as string;
}
const rowOf = async (id: string) => (await site.sql`select * from mails where id = ${id}`)[0];
const become = (id: string, row: object) =>
  vi.waitFor(async () => expect(await rowOf(id)).toMatchObject(row));

test("sends due email automatically, as HTML and text", async () => {
  refusal = undefined;
  const id = await queueMail(
    {
      reply_to: "dana@example.com",
      reply_to_name: "Dana Ortiz",
      subject: "Two leads wait",
      heading: "Two <b> leads wait",
    },
    [
      { text: "First line\nSecond <i>line" },
      { quote: "Their words\n\nin lines" },
      { facts: [["Name", "Ana & Co"]] },
      { links: [["Ana", "/admin/contact-manager?open=1"]] },
      { button: ["Open the admin", "/admin"] },
      { note: "Small print" },
    ],
  );
  await become(id, { state: "sent", attempts: 1 });
  const mail = await PostalMime.parse(smtp.messages.at(-1) ?? "");
  expect(mail.messageId).toBe(`<mail-${id}@example.com>`);
  expect(mail.from).toMatchObject({ name: "Evergreen", address: "hello@example.com" });
  expect(mail.replyTo).toMatchObject([{ name: "Dana Ortiz", address: "dana@example.com" }]);
  expect(mail.text?.replaceAll("\r\n", "\n")).toContain(
    [
      ...["Two <b> leads wait", "First line\nSecond <i>line", "> Their words\n>\n> in lines"],
      ...["Name: Ana & Co", "Ana\nhttp://site.test/admin/contact-manager?open=1"],
      ...["Open the admin:\nhttp://site.test/admin", "Small print"],
    ].join("\n\n"),
  );
  expect(mail.html).toContain("Two &lt;b&gt; leads wait</h1>");
  expect(mail.html).toContain("Second &lt;i&gt;line");
  expect(mail.html).toContain('href="http://site.test/admin/contact-manager?open=1"');
  expect(mail.html).toContain("prefers-color-scheme: dark");
});

test("a digest has the link that turns it off, in a header and at its end", async () => {
  refusal = undefined;
  const [admin] = await site.sql`select lower(u.email) as email from admins a
    join auth.users u on u.id = a.user_id limit 1`;
  const id = await queueMail({ kind: "digest", recipient: admin?.email });
  await become(id, { state: "sent" });
  const mail = await PostalMime.parse(smtp.messages.at(-1) ?? "");
  const link = /http:\/\/site\.test\/unsubscribe\/[\w-]{40,}/.exec(mail.text ?? "")?.[0];
  expect(mail.text?.replaceAll("\r\n", "\n")).toContain(`Turn off this email\n${link}`);
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: "list-unsubscribe", value: `<${link}>` }),
  );
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  );
});

test.each([
  ["450 4.2.1 mailbox busy", true, 0],
  ["550 5.7.1 relaying denied", true, 0],
  ["550 5.1.1 no such user", false, 1],
])("retries after '%s': %s", async (answer, again, remembered) => {
  await site.sql`delete from private.refused_addresses`;
  refusal = answer;
  const id = await queueMail();
  await become(id, { state: "failed", attempts: 1, last_error: expect.stringContaining(answer) });
  expect((await rowOf(id))?.send_after === null).toBe(!again);
  expect(await site.sql`select from private.refused_addresses`).toHaveLength(remembered);
});

test("the System screen counts what waits", async () => {
  const admin = await site.admin();
  const before = (await admin.rpc("admin_system")).data.mail.waiting;
  await queueMail({ send_after: fromNow(HOUR) });
  expect((await admin.rpc("admin_system")).data.mail.waiting).toBe(before + 1);
});
