import { randomBytes, randomUUID } from "node:crypto";

/** A header's value, unfolded. */
export const headerOf = (message: string, name: string) =>
  new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)\\r$`, "im")
    .exec(message)?.[1]
    ?.replace(/\r\n/g, "") ?? "";

const lines = (...all: string[]) => all.join("\r\n");

/** The headers of an answer; `reply` is what it answers, or empty: its headers name nothing of ours. */
const head = (reply: string, to: string) =>
  lines(
    "MIME-Version: 1.0",
    `Date: ${new Date().toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <CA+${randomUUID()}@mail.gmail.com>`,
    ...["In-Reply-To", "References"].flatMap((name) =>
      reply ? `${name}: ${headerOf(reply, "Message-ID")}` : [],
    ),
    "Subject: Re: Your request",
    "From: Ana Ruiz <ana@gmail.example>",
    `To: Evergreen <${to}>`,
  );

/** An answer as Gmail writes it: text and HTML, with the earlier email quoted. */
export const answerInGmail = (reply: string, words: string, { to }: { to: string }) =>
  lines(
    head(reply, to),
    'Content-Type: multipart/alternative; boundary="000000000000a1b2c3"',
    "",
    "--000000000000a1b2c3",
    'Content-Type: text/plain; charset="UTF-8"',
    "",
    words,
    "",
    "On Sun, Nov 29, 2026 at 9:00 AM Evergreen <hello@example.com> wrote:",
    "",
    "> It depends. How many orders a month?",
    "--000000000000a1b2c3",
    'Content-Type: text/html; charset="UTF-8"',
    "",
    `<div dir="ltr">${words}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Sun, Nov 29, 2026`,
    'at 9:00 AM Evergreen wrote:<br></div><blockquote class="gmail_quote">It depends.</blockquote></div>',
    "--000000000000a1b2c3--",
    "",
  );

/** An answer with an attachment of this many bytes. */
export const answerWithFile = (reply: string, bytes: number) =>
  lines(
    head(reply, "hello@example.com"),
    'Content-Type: multipart/mixed; boundary="0000000000000d4e5f"',
    "",
    "--0000000000000d4e5f",
    'Content-Type: text/plain; charset="UTF-8"',
    "",
    "The list is attached.",
    "--0000000000000d4e5f",
    'Content-Type: application/octet-stream; name="list.bin"',
    "Content-Transfer-Encoding: base64",
    "",
    randomBytes(bytes).toString("base64").replace(/.{76}/g, "$&\r\n"),
    "--0000000000000d4e5f--",
    "",
  );
