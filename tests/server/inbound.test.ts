import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Site, startSite } from "#tests/support/site.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const MB = 1024 * 1024;
let site: Site;
beforeAll(async () => {
  site = await startSite(inject("clusterUrl"), {
    INBOUND_SECRET: SECRET,
    REPLY_ADDRESS: "leads@example.com",
  });
});
afterAll(() => site.stop());

async function post(body: BodyInit, secret = SECRET) {
  const response = await fetch(`${site.url}/inbound/mail?mime`, {
    method: "POST",
    body,
    headers: {
      authorization: `Basic ${btoa(`mail:${secret}`)}`,
      "content-type": "message/rfc822",
      origin: "https://mail-service.example",
    },
    ...(body instanceof ReadableStream && { duplex: "half" }),
  } as RequestInit);
  return { status: response.status, body: await response.json() };
}

/** Of the length that makes the whole email 20 MB. */
const attachment = "a".repeat(20 * MB);
const mail = (id: string) =>
  `From: ana@example.org\r\nMessage-ID: <${id}@example.org>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHi\r\n--b\r\nContent-Type: a/b\r\n\r\n${attachment}\r\n--b--\r\n`;

test("takes emails from email services, larger than any form", async () => {
  const stored = { status: 200, body: { success: true, error: null, result: "stored" } };
  expect(await Promise.all([1, 2, 3].map((id) => post(mail(`large-${id}`))))).toEqual(
    Array(3).fill(stored),
  );
  expect((await post(mail("large-1"))).body.result).toBe("known");
  const rows =
    await site.sql`select body_text, is_cut from inbound_mails where sender = 'ana@example.org'`;
  expect(rows).toEqual(Array(3).fill({ body_text: "Hi", is_cut: true }));
});

test("stops reading what is too large, also without a length", async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      // A client whose connection was closed may read on.
      if (sent > 200) controller.error(new Error("200 MB were read"));
      else controller.enqueue(new Uint8Array(MB));
    },
  });
  // The server closes the connection while the client writes, so the client may not see the response.
  const status = await post(endless).catch(() => undefined);
  if (status) expect(status).toMatchObject({ status: 413 });
  await expect.poll(() => site.printed()).toMatch(/"path":"\/inbound\/mail".*"status":413/);
});

test("refuses a wrong secret, and logs who sent it", async () => {
  expect((await post("From: a@b.c\n\nHi", "wrong")).status).toBe(401);
  await expect.poll(() => site.printed()).toMatch(/"reason":"wrong_secret".*"msg":"refused"/);
});

test("has no page at that address", async () => {
  expect((await fetch(`${site.url}/inbound/mail`)).status).toBe(404);
});
