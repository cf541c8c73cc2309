import { expect, test } from "vitest";
import { explainCause } from "#contract/causes.ts";
import { HttpError } from "#supabase/functions/_shared/http-error.ts";
import { readImapUrl } from "./imap-url.ts";
import { sentenceFor } from "./trouble.ts";

const mailbox = readImapUrl("imaps://me:secret@imap.example.com");
const failure = (about: object) => Object.assign(new Error("secret"), about);

test.each([
  [{ authenticationFailed: true }, "The mail server refused the user name or the password."],
  [
    { authenticationFailed: true, responseText: "secret\r\n is\twrong" },
    'The mail server refused the user name or the password. It said: "… is wrong".',
  ],
  [
    { code: "CERT_HAS_EXPIRED" },
    "The certificate of imap.example.com isn't trusted (CERT_HAS_EXPIRED).",
  ],
  [{ tlsFailed: true }, "The mail server at imap.example.com:993 offers no encryption."],
  [{ code: "ENOTFOUND" }, "The mail server imap.example.com wasn't found."],
  [{ code: "ECONNREFUSED" }, "The mail server at imap.example.com:993 refused the connection."],
  [{ code: "EHOSTUNREACH" }, "The mail server at imap.example.com:993 can't be reached."],
  [
    { code: "GREETING_TIMEOUT" },
    "The mail server at imap.example.com:993 took too long to answer.",
  ],
  [{ code: "NoConnection" }, "The mail server at imap.example.com:993 ended the connection."],
  [{ code: "LiteralTooLarge" }, "Reading the mailbox failed (LiteralTooLarge)."],
  [{}, "Reading the mailbox failed."],
])("says %j in plain words, without the error's own", (about, sentence) => {
  expect(sentenceFor(failure(about), mailbox)).toBe(sentence);
  expect(explainCause(sentence, "The mailbox").sentence).not.toContain("unknown reason");
});

test("repeats the sentences of the database's functions, and bounds what the mail server says", () => {
  expect(sentenceFor(new HttpError(503, "refused", "Away."), mailbox)).toBe("Away.");
  const long = failure({ authenticationFailed: true, responseText: "x".repeat(10_000) });
  expect(sentenceFor(long, mailbox).length).toBeLessThan(300);
});
