import { describe, expect, test } from "vitest";
import { email } from "#tests/support/mail/arrived/clients.ts";
import { RAW_MAX, READ, STORED } from "./bounds.ts";
import { parseMail } from "./parse.ts";

const HEAD = "From: Ana <ana@example.org>\nMessage-ID: <a@example.org>\n";
const MIXED = "Content-Type: multipart/mixed; boundary=b\n\n";
const MB = 1024 * 1024;

/** Short lines are the most expensive for a parser. Without CRLF, so that sizes are as written. */
const parse = (text: string) => parseMail(new TextEncoder().encode(text));
const filled = (line: string, bytes: number) => line.repeat(Math.floor(bytes / line.length));
const BIG = 5 * MB;

describe("refuses", () => {
  test("more than 25 MB, and takes as much", async () => {
    const raw = new Uint8Array(RAW_MAX).fill(0x0a);
    raw.set(new TextEncoder().encode(`${HEAD}\nHi`));
    expect(await parseMail(raw)).toMatchObject({ text: "Hi" });
    const larger = parseMail(new Uint8Array(RAW_MAX + 1));
    await expect(larger).rejects.toMatchObject({ status: 413 });
    const much = parseMail(new Uint8Array(50 * MB));
    await expect(much).rejects.toMatchObject({ message: "The email is larger than 25 MB." });
  });

  test.each(["", "\n\n", "Hello, I'm no email.", "{}", "\0\0\0", "\nFrom: a@b.c", "x:y\n\nHi"])(
    "%j, which is no email",
    async (text) => {
      await expect(parse(text)).rejects.toMatchObject({
        status: 422,
        message: "This isn't an email.",
      });
    },
  );
});

describe("reads no more parts", () => {
  test("than 500 of 10,000", async () => {
    const parts = (count: number) =>
      `${HEAD}${MIXED}${"--b\nContent-Transfer-Encoding: quoted-printable\n\nx\n".repeat(count)}--b--`;
    const most = await parse(parts(READ.parts));
    expect([most.text?.match(/x/g)?.length, most.cut]).toEqual([READ.parts, false]);
    const more = await parse(parts(10_000));
    expect([more.text?.match(/x/g)?.length, more.cut]).toEqual([READ.parts, true]);
  });

  test("than 20 levels of 1,000", async () => {
    const levels = (count: number) =>
      HEAD +
      Array.from(
        { length: count },
        (_, level) =>
          `Content-Type: multipart/mixed; boundary=b${level}-\n\n--b${level}-\n\n${level}\n--b${level}-\n`,
      ).join("") +
      "\nlast";
    expect(await parse(levels(READ.depth))).toMatchObject({
      text: expect.stringMatching(/^0\n1\n.*19\nlast$/s),
      cut: false,
    });
    expect(await parse(levels(1_000))).toMatchObject({
      text: expect.stringMatching(/^0\n1\n.*19$/s),
      cut: true,
    });
  });

  test("after 50,000 lines that begin as boundaries do", async () => {
    const lines = (count: number) =>
      `${HEAD}${MIXED}--b\n\n${"--bx\n".repeat(count)}--b\n\nlast\n--b--`;
    const most = await parse(lines(10_000));
    expect([most.text?.endsWith("last"), most.cut]).toEqual([true, false]);
    const more = await parse(lines(READ.dashed));
    expect([more.text?.endsWith("last"), more.cut]).toEqual([false, true]);
  });

  test("of emails within emails", async () => {
    const nested = (count: number): string =>
      "Content-Type: message/rfc822\n\nFrom: a@b.c\n".repeat(count).concat("\nHi");
    expect(await parse(HEAD + nested(1_000))).toMatchObject({
      text: null,
      attachments: [{ name: "message.eml" }],
    });
  });
});

describe("reads no more headers", () => {
  test("of the email than 256 KB, and its text", async () => {
    const mail = await parse(`${HEAD}${filled("A: b\n", BIG)}Subject: late\n\nHi`);
    expect(mail).toMatchObject({ sender: "ana@example.org", subject: null, text: "Hi", cut: true });
  });

  test("on one line than 256 KB", async () => {
    const mail = await parse(`${HEAD}Subject: ${"a".repeat(BIG)}\n\nHi`);
    expect(mail).toMatchObject({ sender: "ana@example.org", subject: null, text: "Hi", cut: true });
  });

  test("of parts than 512 KB", async () => {
    const part = `--b\n${filled("A: b\n", 100 * 1024)}\nx\n`;
    const mail = await parse(HEAD + MIXED + part.repeat(100));
    expect([mail.text?.match(/x/g)?.length, mail.cut]).toEqual([6, true]);
  });
});

describe("stores no more", () => {
  test("addresses than 50, from the first kilobytes", async () => {
    const list = (count: number) =>
      Array.from({ length: count }, (_, index) => `a${index}@example.com`).join(",\n ");
    const { to } = await parse(`${HEAD}To: ${list(10_000)}\nCc: ${"a:".repeat(20_000)}\n\nHi`);
    expect(to).toHaveLength(STORED.addresses);
    const long = `${"a".repeat(STORED.address)}@example.com`;
    expect((await parse(`${HEAD}To: ${long}, b@example.com\n\nHi`)).to).toEqual(["b@example.com"]);
  });

  test("references than 50: the first and the latest, and none that is cut", async () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `<${index}@example.org>`);
    const long = `<${"a".repeat(STORED.id)}@example.org>`;
    const { references } = await parse(`${HEAD}References: ${ids.join("\n ")}\n ${long}\n\nHi`);
    expect(references).toHaveLength(STORED.references);
    expect(references.slice(0, 2)).toEqual(["0@example.org", "9951@example.org"]);
    expect(references.at(-1)).toBe("9999@example.org");
  });

  test("of a line than its length, without half a character", async () => {
    const { subject, sender_name } = await parse(
      `From: "${"😀".repeat(300)}" <a@b.c>\nSubject: ${"é".repeat(STORED.subject - 1)}😀\n\nHi`,
    );
    expect(subject).toBe("é".repeat(STORED.subject - 1));
    expect(sender_name).toBe("😀".repeat(STORED.name / 2));
  });

  test.each([
    ["lines", "\n", null],
    ["short lines", "abc\n", STORED.text - 1],
    ["lines of NUL", "a\0\n", expect.any(Number)],
  ])("text than 100,000 characters of 5 MB of %s", async (_, line, length) => {
    const { text, cut } = await parse(`${HEAD}\n${filled(line, BIG)}`);
    expect([text?.length ?? null, cut]).toEqual([length, true]);
    expect(text?.length ?? 0).toBeLessThanOrEqual(STORED.text);
  });

  test.each([
    ["base64", "QQ==".repeat(19).concat("\n")],
    ["quoted-printable", "=\na"],
  ])("text than that in %s as %j", async (encoding, line) => {
    const head = `Content-Type: text/plain; format=flowed\nContent-Transfer-Encoding: ${encoding}`;
    const { text, cut } = await parse(`${HEAD}${head}\n\n${filled(line, BIG)}`);
    expect([text?.length, cut]).toEqual([STORED.text, true]);
  });

  test("HTML than 300,000 characters, and then none", async () => {
    const html = (length: number) => `${HEAD}Content-Type: text/html\n\n${"a".repeat(length)}`;
    const most = await parse(html(STORED.html));
    expect([most.html?.length, most.text?.length]).toEqual([STORED.html, STORED.text]);
    const more = await parse(html(STORED.html + 1));
    expect([more.html, more.text?.length, more.cut]).toEqual([null, STORED.text, true]);
  });

  // Without its end, such a link once took minutes.
  const endless = `<a href=${"a".repeat(1_000)}`;
  test.each(["<a href=1><li> <br>&amp;\n", "<style ", "<!--", "<a\n", "&#x", endless])(
    "text than that of 5 MB of HTML of %j",
    async (line) => {
      const mail = await parse(`${HEAD}Content-Type: text/html\n\n${filled(line, BIG)}`);
      expect(mail.html).toBe(null);
      expect(mail.text?.length ?? 0).toBeLessThanOrEqual(STORED.text);
    },
  );

  const files = (sizes: number[]) =>
    `${HEAD}${MIXED}${sizes
      .map((size) => `--b\nContent-Type: a/b\n\n${"a".repeat(size)}\n`)
      .join("")}--b--`;

  test("attachments than 20", async () => {
    const most = await parse(files(Array(STORED.attachments).fill(1)));
    expect([most.attachments.length, most.cut]).toEqual([STORED.attachments, false]);
    const more = await parse(files(Array(400).fill(1)));
    expect([more.attachments.length, more.cut]).toEqual([STORED.attachments, true]);
  });

  test("of them than 10 MB, and lists the others", async () => {
    const { attachments, cut } = await parse(files([6 * MB, 6 * MB, 4 * MB, 1]));
    expect(cut).toBe(true);
    expect(attachments.map(({ size }) => size)).toEqual([6 * MB, 6 * MB, 4 * MB, 1]);
    expect(attachments.map(({ content }) => content?.length ?? null)).toEqual([
      (6 * MB * 4) / 3,
      null,
      Math.ceil((4 * MB) / 3) * 4,
      null,
    ]);
  });

  test("of a report than 64 KB of its fields", async () => {
    const mail = await parse(
      `${HEAD}Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n${filled("a: b\n\n", BIG)}Action: failed\n--b--`,
    );
    expect(mail).toMatchObject({ kind: "auto_reply", report: { action: null } });
  });
});

describe("reads as much as it can of", () => {
  test("an email without its boundary", async () => {
    const { text } = await parse(`${HEAD}Content-Type: multipart/mixed\n\nHi\n--b\nthere`);
    expect(text).toBe("Hi\n--b\nthere");
    expect((await parse(`${HEAD}${MIXED}Hi there`)).text).toBe("Hi there");
  });

  test("an email that ends early", async () => {
    expect((await parse(`${HEAD}${MIXED}--b\n\nHi`)).text).toBe("Hi");
    expect((await parse(`${HEAD}${MIXED}--b\nContent-Type: text/html`)).text).toBe(null);
    expect((await parse(HEAD)).text).toBe(null);
  });

  test("a part whose headers a boundary ends", async () => {
    expect((await parse(`${HEAD}${MIXED}--b\nA: b\n--b\n\nHi\n--b--`)).text).toBe("Hi");
  });

  test("boundaries in quotes, with spaces behind them, and that begin like others", async () => {
    const mail = await parse(
      `${HEAD}Content-Type: multipart/mixed; boundary="a b\\"c"\n\n--a b"c \t\n\nHi\n--a b"cd\n--a b"c--  \nepilogue`,
    );
    expect(mail.text).toBe('Hi\n--a b"cd');
  });

  test("text of 8 bits, NUL and other control characters", async () => {
    const head = new TextEncoder().encode(`${HEAD}Subject: a\0b\rc\x07\n\n`);
    const raw = new Uint8Array([
      ...head,
      0xff,
      0x00,
      0x41,
      0x07,
      0x0d,
      0x42,
      0x09,
      0xed,
      0xa0,
      0x80,
    ]);
    const { subject, text } = await parseMail(raw);
    expect(subject).toBe("a b c");
    expect(text).toBe("\uFFFDA\nB\t\uFFFD\uFFFD\uFFFD");
  });

  test("names and subjects with direction marks and line breaks", async () => {
    const { subject, sender_name } = await parseMail(
      email(`From: =?utf-8?Q?A=E2=80=AEna=0D=0ABcc=3A_x?= <a@b.c>
Subject: =?utf-8?Q?=E2=80=AEeid=00?= =?no-such?B?w6k=?=

Hi`),
    );
    expect(sender_name).toBe("A na Bcc: x");
    expect(subject).toBe("eid Ã©");
  });

  test.each(["constructor", "__proto__"])("an attachment of type %s", async (type) => {
    const { attachments } = await parse(`${HEAD}${MIXED}--b\nContent-Type: ${type}\n\nx\n--b--`);
    expect(attachments).toMatchObject([{ name: "attachment", size: 1 }]);
  });

  test("every prefix of an email", async () => {
    const whole = `${HEAD}${MIXED}--b\nContent-Type: text/html; charset=x\nContent-Transfer-Encoding: base64\n\nPGI+SGk8L2I+\n--b\nContent-Disposition: attachment; filename*=x'\n\nx\n--b--`;
    for (let length = HEAD.indexOf("\n"); length < whole.length; length += 1)
      await expect(parse(whole.slice(0, length))).resolves.toMatchObject({ kind: "reply" });
  });
});
