import { describe, expect, onTestFinished, test, vi } from "vitest";
import { splitQuote } from "#app/lib/text/split-quote.ts";
import { clients, email, OURS } from "#tests/support/mail/arrived/clients.ts";
import { reports } from "#tests/support/mail/arrived/reports.ts";
import { parseMail } from "./parse.ts";

const NOW = new Date("2026-11-30T00:00:00Z");
const parse = (raw: Uint8Array) => parseMail(raw, NOW);
const HEAD = "From: Ana Ruiz <ana@example.org>\nMessage-ID: <a@example.org>\n";
const parseText = (text: string) => parse(email(text));

describe.each(Object.entries(clients))("an answer by %s", (_, sample) => {
  test("is a reply to ours, with its text", async () => {
    const mail = await parse(sample.raw);
    expect(mail).toMatchObject({ kind: "reply", report: null, cut: false, attachments: [] });
    expect(mail.references).toEqual(sample.references);
    expect(mail.to).toEqual(["reply+0123456789abcdef@example.com"]);
    expect(mail.sender).toMatch(/^ana(\.ruiz)?@/);
    expect(mail.sender_name).toMatch(/^(Ana Ru[ií]z|Ruiz, Ana)$/);
    expect(mail.subject).toMatch(/^re: Your request to Evergreen$/i);
    expect(mail.sent_at).toBe("2026-11-23T18:05:00.000Z");
    expect(mail.message_id).toMatch(/@/);
    expect(mail.html !== null).toBe(sample.html);
    expect(mail.text?.startsWith(sample.fresh)).toBe(true);
  });

  test("is split from what it quotes", async () => {
    const { text } = await parse(sample.raw);
    const { fresh, quoted } = splitQuote(text ?? "");
    expect(fresh).toBe(sample.fresh);
    expect(quoted.startsWith(sample.quoted)).toBe(true);
  });
});

test.each(Object.entries(reports))("reads %s", async (_, sample) => {
  const mail = await parse(sample.raw);
  expect(mail.kind).toBe(sample.kind);
  expect(mail.report).toEqual(sample.report);
  expect(mail.references).toEqual(sample.returns ? [OURS] : []);
  expect(mail.cut).toBe(false);
});

test("lists no part of a report that is for programs, or our own email", async () => {
  const names = async (name: string) =>
    (await parse(reports[name]?.raw as Uint8Array)).attachments.map((one) => one.name);
  expect(await names("a bounce by Postfix")).toEqual([]);
  expect(await names("a bounce by Exchange")).toEqual([]);
  expect(await names("a bounce by Gmail")).toEqual(["icon.png"]);
});

test.each([
  ["Auto-Submitted: auto-notified", "auto_reply"],
  ["Auto-Submitted: no", "reply"],
  ["Auto-Submitted: auto-replied; owner-email=a@b.c", "auto_reply"],
  ["X-Autoreply: yes", "auto_reply"],
  ["X-Autorespond: away", "auto_reply"],
  ["X-Auto-Response-Suppress: All", "reply"],
  ["Precedence: junk", "auto_reply"],
  ["Precedence: auto_reply", "auto_reply"],
  ["Precedence: first-class", "reply"],
  ["List-Id: Sales <sales.example.org>", "reply"],
  ["Return-Path: <>", "auto_reply"],
  ["Return-Path: <ana@example.org>", "reply"],
  [
    "Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
    "auto_reply",
  ],
])("with %s it is: %s", async (header, kind) => {
  expect((await parseText(`${HEAD}${header}\n\nHi`)).kind).toBe(kind);
});

const status = (fields: string) =>
  parseText(`${HEAD}Content-Type: multipart/report; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx

${fields}
--b--
`);

test.each([
  ["Action: failed\nStatus: 5.0.0", "bounce"],
  ["Status: 5.0.0", "bounce"],
  ["Status: 4.0.0", "auto_reply"],
  ["Action: relayed\nStatus: 2.0.0", "auto_reply"],
  ["Action: delivered\nStatus: 2.0.0\n\nAction: failed\nStatus: 5.7.1", "bounce"],
  ["", "auto_reply"],
])("a report of %j is: %s", async (fields, kind) => {
  expect((await status(fields)).kind).toBe(kind);
});

test("tells of the recipient that failed, by the address that we wrote to", async () => {
  const { report } = await status(
    [
      "Final-Recipient: rfc822; other@example.org\nAction: delivered\nStatus: 2.0.0",
      "Original-Recipient: rfc822;Ana+1@example.org\nFinal-Recipient: rfc822; moved@example.net\nAction: Failed (no retry)\nStatus: 5.1.1 (bad mailbox)",
    ].join("\n\n"),
  );
  expect(report).toEqual({
    recipient: "ana+1@example.org",
    status: "5.1.1",
    action: "failed",
    reason: null,
  });
});

test.each([
  ["abuse", "complaint"],
  ["fraud", "complaint"],
  ["not-spam", "auto_reply"],
  ["auth-failure", "auto_reply"],
])("feedback of the type %s is: %s", async (type, kind) => {
  const mail = await parseText(`${HEAD}Content-Type: multipart/report; boundary=b

--b
Content-Type: message/feedback-report

Feedback-Type: ${type}
--b--
`);
  expect([mail.kind, mail.report?.action]).toEqual([kind, type]);
});

describe("the digest", () => {
  const base = `${HEAD}Date: Mon, 23 Nov 2026 10:05:00 -0800\nSubject: Hi\n\nHello\nAna\n`;
  const digest = async (text: string) => (await parse(new TextEncoder().encode(text))).digest;

  test("is the same by any route", async () => {
    const first = await digest(base);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await digest(base.replaceAll("\n", "\r\n"))).toBe(first);
    expect(await digest(`Received: by mx\nDelivered-To: a@b.c\n${base}`)).toBe(first);
    expect(await digest(base.replace("Mon, 23", "Mon,\n 23"))).toBe(first);
    expect(await digest(`${base}\r\n\r\n`)).toBe(first);
  });

  test.each([
    ["a@example.org", "b@example.org"],
    ["Ana Ruiz <", "Ana <"],
    ["10:05:00", "10:05:01"],
    ["Hello", "Hello!"],
  ])("differs when %s is %s", async (was, is) => {
    expect(await digest(base.replace(was, is))).not.toBe(await digest(base));
  });
});

test("takes the first sender that is an address", async () => {
  const of = async (from: string) => {
    const { sender, sender_name } = await parseText(`${from}\nDate: x\n\nHi`);
    return [sender, sender_name];
  };
  expect(await of("From: Undisclosed\nSender: B <b@example.org>")).toEqual(["b@example.org", "B"]);
  expect(await of("From: a@example.org, b@example.org")).toEqual(["a@example.org", null]);
  expect(await of(`From: ${"a".repeat(250)}@example.org`)).toEqual(["", null]);
});

test.each([
  ["Mon, 23 Nov 2026 10:05:00 -0800 (PST)", "2026-11-23T18:05:00.000Z"],
  ["Mon, 30 Nov 2026 00:00:01 +0000", null],
  ["Fri, 31 Dec 1999 23:59:59 +0000", null],
  ["Mon, 23 Nov 2026 10:05:00 EST", "2026-11-23T15:05:00.000Z"],
  ["Mon, 23 Nov 2026 10:05:00 GMT+0200", "2026-11-23T08:05:00.000Z"],
  ["23 Nov 26 10:05", "2026-11-23T10:05:00.000Z"],
  ["Mon, 23 Nov 2026 10:05:00 CET", "2026-11-23T10:05:00.000Z"],
  ["Mon, 23 Nov 2026 10:05:00 (PST)", "2026-11-23T10:05:00.000Z"],
  ["Sat, 31 Dec 9999 23:59:59", null],
  ["23 Nov 2026", null],
  ["yesterday", null],
  ["", null],
])("the date %s is read as %s, wherever the server is", async (date, sentAt) => {
  vi.stubEnv("TZ", "America/Los_Angeles");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await parseText(`${HEAD}Date: ${date}\n\nHi`)).sent_at).toBe(sentAt);
});

test("knows whom it reached by the servers' headers first", async () => {
  const { to } = await parseText(
    `${HEAD}To: Team: One <One@example.com>, two@example.com;\nCc: three@example.com\nX-Original-To: four@example.com\nDelivered-To: five@example.com\nEnvelope-To: one@example.com\n\nHi`,
  );
  expect(to).toEqual(["five", "four", "one", "two", "three"].map((name) => `${name}@example.com`));
});

test("reads message IDs as programs break them", async () => {
  const { references, message_id } = await parseText(
    `From: a@b.c\nMessage-ID: <x@y>\nReferences: <one@e\n x.org> <two@example.org>\n <one@ex.org>\nIn-Reply-To: Ana's message of <three@example.org>\n\nHi`,
  );
  expect(references).toEqual(["one@ex.org", "two@example.org", "three@example.org"]);
  expect(message_id).toBe("x@y");
  const bare = await parseText(
    "From: a@b.c\nMessage-ID: bare@example.org\nIn-Reply-To: Hello\n\nHi",
  );
  expect([bare.message_id, bare.references]).toEqual(["bare@example.org", []]);
});

describe("texts", () => {
  test("makes text of HTML alone, without its styles", async () => {
    const { text, html } = await parseText(
      `${HEAD}Content-Type: text/html; charset=utf-8\n\n<style>p { color: red }</style><p>Caf&eacute;<br>second</p><STYLE>b</style ><p>third`,
    );
    expect(text).toMatch(/^Café\s*\nsecond\s+third$/);
    expect(html).toContain("<p>Caf&eacute;<br>second</p>");
  });

  test("shows plain parts next to HTML parts, escaped", async () => {
    const mail = await parseText(`${HEAD}Content-Type: multipart/mixed; boundary=b

--b

1 < 2
--b
Content-Type: text/html

<p>Footer</p>
--b--
`);
    expect(mail.text).toMatch(/^1 < 2\s+Footer$/);
    expect(mail.html).toMatch(/1 &lt; 2<\/div>\n<p>Footer<\/p>$/);
  });

  test.each([
    ["iso-8859-1", "=E9", "é"],
    ["windows-1252", "=80", "€"],
    ["cp932", "=82=A0", "あ"],
    ["utf-8", "=FF=C3=A9", "\uFFFDé"],
    ["no-such-charset", "=E9", "é"],
    ["utf-7", "+ADw-script+AD4-", "+ADw-script+AD4-"],
    ["", "=C3=A9", "é"],
  ])("decodes %s", async (charset, encoded, text) => {
    const mail = await parseText(
      `${HEAD}Content-Type: text/plain; charset="${charset}"\nContent-Transfer-Encoding: quoted-printable\n\n${encoded}`,
    );
    expect(mail.text).toBe(text);
  });
});

describe("attachments", () => {
  const withPart = async (head: string, body: string) => {
    const mail = await parseText(
      `${HEAD}Content-Type: multipart/mixed; boundary="b"\n\n--b\n\nHi\n--b\n${head}\n\n${body}\n--b--\n`,
    );
    expect(mail.text).toBe("Hi");
    return mail.attachments;
  };
  const base64 = "Content-Transfer-Encoding: base64";

  test.each([
    ['Content-Type: application/pdf; name="quote.pdf"', "quote.pdf"],
    ["Content-Disposition: attachment; filename*=utf-8''r%C3%A9sum%C3%A9.txt", "résumé.txt"],
    ['Content-Disposition: attachment; filename="=?utf-8?Q?caf=C3=A9.pdf?="', "café.pdf"],
    ['Content-Disposition: attachment; filename*0="long "; filename*1="name.txt"', "long name.txt"],
    ['Content-Disposition: attachment; filename="..\\\\..\\\\boot.ini"', "boot.ini"],
    ['Content-Disposition: attachment; filename="/etc/passwd"', "passwd"],
    ['Content-Disposition: attachment; filename=".."', "attachment"],
    ['Content-Disposition: attachment; filename="exe\u202Efdp.exe"', "exe fdp.exe"],
    ["Content-Disposition: attachment", "attachment"],
    ["Content-Type: text/calendar; method=REQUEST", "invitation.ics"],
    ["Content-Type: message/rfc822", "message.eml"],
  ])("with %s it is called %s", async (head, name) => {
    expect((await withPart(head, "x")).map((one) => one.name)).toEqual([name]);
  });

  test.each([
    ["%PDF-1.7", "application/pdf"],
    ["\x89PNG\r\n\x1a\n", "image/png"],
    ["\xff\xd8\xff\xe0", "image/jpeg"],
    ["GIF89a", "image/gif"],
    ["RIFF....WEBPVP8 ", "image/webp"],
    ["....ftypheic", "image/heic"],
    ["PK\x03\x04", "application/zip"],
    ["<html><script>", "application/octet-stream"],
  ])("of %j is of the type %s, whatever it says", async (content, type) => {
    const head = `Content-Type: text/html; name=a.html\nContent-Disposition: attachment\n${base64}`;
    const [one] = await withPart(head, btoa(content));
    expect(one).toEqual({ name: "a.html", type, size: content.length, content: btoa(content) });
  });

  test("are decoded however broken their base64 is", async () => {
    const head = `Content-Disposition: attachment\n${base64}`;
    const content = async (body: string) => atob((await withPart(head, body))[0]?.content ?? "");
    expect(await content("SGVs\n!bG8=\n****")).toBe("Hello");
    // Padded on each line, as some programs do.
    expect(await content("SA==\nZQ==\nbGxv")).toBe("Hello");
    expect(await content("SGVsbG8\nA")).toMatch(/^Hello/);
  });

  test("in quoted-printable or as they are have the same bytes", async () => {
    const head = "Content-Disposition: attachment";
    const quoted = "Content-Transfer-Encoding: quoted-printable";
    const content = async (more: string, body: string) =>
      atob((await withPart(`${head}${more}`, body))[0]?.content ?? "");
    expect(await content(`\n${quoted}`, "a=3D=\nb=e9=G0=")).toBe("a=b\xe9=G0=");
    expect(await content("", "a,b\nc,d")).toBe("a,b\r\nc,d");
  });
});

test("gives the headers of a test email of ours, and of no other", async () => {
  const headers = "Authentication-Results: mx;\n dkim=pass\nFrom: a@b.c\nMessage-ID: <test-1@b.c>";
  expect((await parseText(`${headers}\n\nHi`)).headers).toBe(headers);
  const long = await parseText(`From: a@b.c\nMessage-ID: <test-1@b.c>\n${"X: y\n".repeat(20_000)}`);
  expect(long.headers).toHaveLength(65_536);
  expect((await parseText(`${HEAD}\n\nHi`)).headers).toBe(null);
});
