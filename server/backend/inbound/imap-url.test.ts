import { expect, test } from "vitest";
import { readImapUrl } from "./imap-url.ts";

test("reads a whole IMAP_URL", () => {
  expect(
    readImapUrl("imaps://me%40example.com:a%3Ab%2F@imap.example.com:1993/Leads%2FNew"),
  ).toEqual({
    folder: "Leads/New",
    host: "imap.example.com",
    port: 1993,
    secure: true,
    startTls: false,
    user: "me@example.com",
    password: "a:b/",
  });
});

test.each([
  [
    "imaps://me:secret@imap.example.com",
    { port: 993, secure: true, startTls: false, folder: "INBOX" },
  ],
  [
    "imap://me:secret@imap.example.com/",
    { port: 143, secure: false, startTls: true, folder: "INBOX" },
  ],
  ["imap://me:secret@localhost", { host: "localhost", startTls: false }],
  ["imap://me:secret@127.0.0.1:1143", { host: "127.0.0.1", port: 1143, startTls: false }],
  ["imap://me:secret@[::1]", { host: "::1", startTls: false }],
  ["imap://me:secret@10.0.0.1", { startTls: true }],
])("reads %s", (address, expected) => {
  expect(readImapUrl(address)).toMatchObject(expected);
});
