import { expect, test, vi } from "vitest";
import { openTestBackend } from "#tests/support/backend.ts";
import { now } from "#tests/support/clock.ts";
import { fakeImap } from "#tests/support/stand-ins/imap.ts";

test("a server with IMAP_URL stores an answer with its lead, and ends its connection when it is closed", async () => {
  const imap = await fakeImap();
  const lines: string[] = [];
  const address = imap.address();
  const settings = { IMAP_URL: address, REPLY_ADDRESS: "reply@example.com" };
  const site = await openTestBackend(settings, lines);
  try {
    const [lead] = await site.sql`insert into contact_submissions
      (name, email, business_name, monthly_volume, platforms, message)
      values ('Ana', 'ana@example.net', 'Shop', '0-50', '{Etsy}', 'Hi') returning id`;
    const [reply] = await site.sql`insert into mails (kind, submission_id, recipient, subject, body)
      values ('reply', ${lead?.id}, 'ana@example.net', 'Re: Hi', '[{"text": "Hello"}]') returning id`;
    imap.deliver(
      [
        "Message-ID: <answer@mail.example.net>",
        "From: Ana <ana@example.net>",
        `In-Reply-To: <mail-${reply?.id}@example.com>`,
        "Subject: Re: Hi",
        "",
        "A secret answer",
        "",
      ].join("\r\n"),
      now(),
    );
    await vi.waitFor(() => expect(imap.emails[0]?.isRead).toBe(true));
    expect(await site.sql`select submission_id, body_text from public.inbound_mails`).toMatchObject(
      [{ submission_id: lead?.id, body_text: "A secret answer" }],
    );
    await vi.waitFor(() => expect(lines.join()).toContain("reading replies from the mailbox"));
    const watched = () => expect.poll(() => site.backend.watch());
    await watched().toMatchObject({ known: { mailbox: { readable: true } } });
    await site.sql`update private.inbound_mailbox set error = 'away'`;
    await watched().toMatchObject({ known: { mailbox: { readable: false } } });
  } finally {
    await site.close();
    await vi.waitFor(() => expect(imap.connections()).toBe(0));
    imap.close();
  }
  const password = new URL(address).password;
  for (const secret of [password, decodeURIComponent(password), "A secret answer"])
    expect(lines.join()).not.toContain(secret);
});
