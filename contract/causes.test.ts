import { expect, test } from "vitest";
import { explainCause } from "./causes.ts";

test.each([
  [
    "connect ECONNREFUSED 127.0.0.1:4299",
    "The mail server refused the connection. Check that it is running, and its address and port.",
  ],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "The mail server's security certificate isn't trusted."],
  [
    "self-signed certificate in certificate chain",
    "The mail server's security certificate isn't trusted.",
  ],
  [
    "Its certificate can't be trusted (CERT_HAS_EXPIRED).",
    "The mail server's security certificate has expired.",
  ],
  [
    "Its certificate can't be trusted (ERR_TLS_CERT_ALTNAME_INVALID).",
    "The mail server's security certificate is for another name.",
  ],
  [
    "Hostname/IP does not match certificate's altnames: Host: a. is not in the cert's altnames: DNS:b",
    "The mail server's security certificate is for another name.",
  ],
  ["getaddrinfo ENOTFOUND mail.example.com", "The mail server wasn't found. Check its name."],
  ["The connection failed (ECONNRESET).", "The mail server closed the connection."],
  ["connect EHOSTUNREACH 10.0.0.1:25", "The mail server can't be reached from here."],
  ["Greeting never received", "The mail server didn't answer in time."],
  [
    "write EPROTO 80:error:wrong version number",
    "The mail server and this site don't agree on encryption. Check the port.",
  ],
  [
    "Invalid login: 535 5.7.8 Username and Password not accepted",
    "The mail server didn't accept the sign-in.",
  ],
  ["The mail provider answered 401: invalid key", "The mail server didn't accept the sign-in."],
  [
    "The mail provider answered 422: `from` is not verified",
    "The mail server refused the request.",
  ],
  ["The mail provider answered 503: busy", "The mail server reported an internal error."],
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 no such user",
    "This mailbox doesn't exist.",
  ],
  ["5.2.2 smtp; 552 5.2.2 Mailbox full", "This mailbox is full."],
  ["5.2.1 The account is disabled", "This mailbox is disabled."],
  ["550 5.7.1 relaying denied", "The mail server refused to send from this site's address."],
  ["451 4.3.0 try later", "The mail server reported an internal error."],
  ["ENOSPC: no space left on device, write", "The disk is full."],
  [
    "EACCES: permission denied, open '/data'",
    "The site isn't allowed to use a file or folder it needs.",
  ],
  ["ENOENT: no such file or directory, open '/data'", "A file or folder is missing."],
  ["ENOTDIR: not a directory, mkdir '/data/x'", "A folder can't be created or opened."],
  ["EROFS: read-only file system", "The disk is read-only."],
  ["write CONNECTION_CLOSED localhost:5432", "The connection to the database was lost."],
  ["No email provider is set: MAIL_API_URL and MAIL_FROM are missing.", "Email isn't set up."],
  ["undefined is not a function", "It failed for an unknown reason."],
  ["Something odd happened (EFOOBAR).", "It failed for an unknown reason."],
])("%s: %s", (raw, sentence) => {
  expect(explainCause(raw, "The mail server")).toEqual({ sentence, details: raw });
});

test.each([
  "/data has 50 MB free, and a backup needs about 210 MB.",
  "Not sent: the address must begin with https://.",
  "The program was stopped.",
])("leaves a sentence for people unchanged: %s", (sentence) => {
  expect(explainCause(sentence, "The server")).toEqual({ sentence });
});
