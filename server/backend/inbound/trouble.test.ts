import { expect, test } from "vitest";
import { HttpError } from "#supabase/functions/_shared/http-error.ts";
import { readImapUrl } from "./imap-url.ts";
import { sentenceFor } from "./trouble.ts";

const mailbox = readImapUrl("imaps://me:secret@imap.example.com");
const failure = (about: object) => Object.assign(new Error("secret"), about);

test.each([
  [{ authenticationFailed: true }, "The mail server refused the user name or the password."],
  [
    { authenticationFailed: true, responseText: "secret\r\n is\twrong" },
    "The mail server refused the user name or the password. It said: … is wrong",
  ],
  [
    { code: "CERT_HAS_EXPIRED" },
    "The certificate of imap.example.com:993 isn't trusted (CERT_HAS_EXPIRED).",
  ],
  [{ tlsFailed: true }, "imap.example.com:993 offers no encryption. Use imaps:// in IMAP_URL."],
  [{ code: "ENOTFOUND" }, "There is no host imap.example.com."],
  [{ code: "ECONNREFUSED" }, "imap.example.com:993 refused the connection."],
  [{ code: "EHOSTUNREACH" }, "imap.example.com:993 can't be reached."],
  [{ code: "GREETING_TIMEOUT" }, "imap.example.com:993 took too long to answer."],
  [{ code: "NoConnection" }, "imap.example.com:993 ended the connection."],
  [{ code: "LiteralTooLarge" }, "Reading the mailbox failed (LiteralTooLarge)."],
  [{}, "Reading the mailbox failed."],
])("says %j in plain words, without the error's own", (about, sentence) => {
  expect(sentenceFor(failure(about), mailbox)).toBe(sentence);
});

test("repeats the sentences of the database's functions, and bounds what the mail server says", () => {
  expect(sentenceFor(new HttpError(503, "refused", "Away."), mailbox)).toBe("Away.");
  const long = failure({ authenticationFailed: true, responseText: "x".repeat(10_000) });
  expect(sentenceFor(long, mailbox).length).toBeLessThan(300);
});
