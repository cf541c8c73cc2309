import { beforeEach, expect, test } from "vitest";
import type { Host } from "../_shared/host.ts";
import { RAW_MAX } from "../_shared/inbound/bounds.ts";
import inboundMail from "./index.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
// Not UTF-8, so it only survives when nothing decodes the request.
const MAIL = Buffer.from("From: ana@example.org\r\nMessage-ID: <a@b>\r\n\r\nOl\xe9", "latin1");

let stored: { path: string; apikey: string; mail: Record<string, unknown> }[];
let answer: () => Response;
let secret: string | undefined;
const host: Host = {
  env: (name) =>
    ({
      INBOUND_SECRET: secret,
      SUPABASE_URL: "http://db.test",
      SUPABASE_SECRET_KEY: "sb_secret_x",
    })[name],
  async fetch(url, init) {
    const { mail } = JSON.parse(String(init?.body));
    const apikey = new Headers(init?.headers).get("apikey") ?? "";
    stored.push({ path: new URL(String(url)).pathname, apikey, mail });
    return answer();
  },
};

beforeEach(() => {
  stored = [];
  answer = () => Response.json({ result: "stored", id: "x" });
  secret = SECRET;
});

const bearer = { authorization: `Bearer ${SECRET}` };
const basic = (password: string) => ({ authorization: `Basic ${btoa(`mail:${password}`)}` });

async function post(body: BodyInit, headers: Record<string, string>, more: RequestInit = {}) {
  const request = new Request("http://site.test/inbound/mail", {
    method: "POST",
    body,
    headers,
    ...more,
  });
  const response = await inboundMail.fetch(request, host);
  return { status: response.status, body: await response.json() };
}
const raw = (headers: Record<string, string> = {}) =>
  post(MAIL, { "content-type": "message/rfc822", ...bearer, ...headers });

test.each(["stored", "known", "ignored"])("answers %s emails with 200", async (result) => {
  answer = () => Response.json({ result });
  expect(await raw()).toEqual({ status: 200, body: { success: true, error: null, result } });
  expect(stored).toMatchObject([
    { path: "/rest/v1/rpc/mail_arrived", apikey: "sb_secret_x", mail: { message_id: "a@b" } },
  ]);
});

test("has the service retry when there is no room, or no database", async () => {
  answer = () => Response.json({ result: "full" });
  expect(await raw()).toEqual({
    status: 503,
    body: {
      success: false,
      error:
        "Its lead, its sender or the list of unmatched emails has reached a limit. Try again later.",
    },
  });
  answer = () => new Response(null, { status: 502 });
  expect((await raw()).status).toBe(503);
  answer = () => Response.json({ result: "stored" });
  expect((await raw()).status).toBe(200);
});

const form = (name: string) => {
  const data = new FormData();
  data.set("spam_score", "0.1");
  data.set(name, new Blob([MAIL]));
  data.set("envelope", "{}");
  return data;
};
const fields = new URLSearchParams({ token: "t", "body-mime": MAIL.toString("utf8") });
const json = (given: unknown) => [JSON.stringify(given), "application/json"] as const;

test.each([
  ["as message/rfc822", MAIL, "message/rfc822"],
  ["as a file", MAIL, "application/octet-stream"],
  ["as text", MAIL, "text/plain; charset=us-ascii"],
  ["by SendGrid", form("email"), undefined],
  ["by Mailgun", form("body-mime"), undefined],
  ["by Mailgun without attachments", fields, undefined],
  ["by Postmark", ...json({ From: "x", RawEmail: MAIL.toString("utf8") })],
] as [string, BodyInit, string | undefined][])("takes an email sent %s", async (_, body, type) => {
  const headers = { ...bearer, ...(type && { "content-type": type }) };
  expect((await post(body, headers)).status).toBe(200);
  expect(stored[0]?.mail).toMatchObject({ sender: "ana@example.org", message_id: "a@b" });
});

test("passes on the bytes of a form, not what they would be as text", async () => {
  const digest = async (body: BodyInit, headers: Record<string, string>) => {
    await post(body, headers);
    return stored.at(-1)?.mail.digest;
  };
  const direct = await digest(MAIL, { ...bearer, "content-type": "message/rfc822" });
  expect(await digest(form("email"), bearer)).toBe(direct);
});

test.each([
  ["a bearer token", bearer],
  ["the password of a URL", basic(SECRET)],
])("takes the secret as %s", async (_, headers) => {
  expect((await raw(headers)).status).toBe(200);
});

test.each([
  {},
  { authorization: "" },
  { authorization: "Bearer " },
  { authorization: SECRET },
  { authorization: `Bearer ${SECRET.replace("0", "1")}` },
  { authorization: `Bearer ${SECRET}0` },
  { authorization: `Digest ${SECRET}` },
  { authorization: "Basic %%%" },
  { authorization: `Basic ${btoa(SECRET)}` },
  basic(""),
  basic(SECRET.slice(1)),
])("refuses %j, before it reads the email", async (headers) => {
  const body = new ReadableStream({
    pull() {
      throw new Error("was read");
    },
  });
  const given = { "content-type": "message/rfc822", ...headers };
  expect(await post(body, given, { duplex: "half" } as RequestInit)).toEqual({
    status: 401,
    body: {
      success: false,
      error: "Send INBOUND_SECRET as a bearer token, or as the password in the URL.",
    },
  });
  expect(stored).toEqual([]);
});

test("is not there without a secret", async () => {
  const error = "No email is received here: INBOUND_SECRET isn't set.";
  for (const none of [undefined, ""]) {
    secret = none;
    const answer = await raw({ authorization: "Bearer " });
    expect(answer).toEqual({ status: 404, body: { success: false, error } });
  }
});

test("says what it takes", async () => {
  const error = async (body: BodyInit, type: string) =>
    (await post(body, { ...bearer, "content-type": type })).body.error;
  expect(await error(MAIL, "text/html")).toBe(
    "Send the complete email as message/rfc822, or as SendGrid, Mailgun or Postmark do.",
  );
  expect(await error("{}", "application/json")).toBe(
    "The complete email is missing. Turn on the raw message in the service.",
  );
});

test.each([
  [413, "The request is too large.", new Uint8Array(RAW_MAX + 1024 * 1024 + 1), "message/rfc822"],
  [413, "The email is larger than 25 MB.", new Uint8Array(RAW_MAX + 1), "message/rfc822"],
  [415, expect.stringContaining("message/rfc822"), MAIL, "text/html"],
  [415, expect.stringContaining("message/rfc822"), MAIL, "constructor"],
  [422, "This isn't an email.", "Hello", "message/rfc822"],
  [422, "The request is not valid JSON.", "{", "application/json"],
  ...[{}, [], null, "x", { RawEmail: 1 }, { RawEmail: "" }].map((given) => [
    422,
    expect.stringContaining("The complete email is missing"),
    ...json(given),
  ]),
  [422, expect.stringContaining("is missing"), "--b--", "multipart/form-data; boundary=b"],
  [422, expect.stringContaining("is missing"), "text=Hi", "application/x-www-form-urlencoded"],
] as [number, string, BodyInit, string][])("answers %i: %s", async (status, error, body, type) => {
  expect(await post(body, { ...bearer, "content-type": type })).toEqual({
    status,
    body: { success: false, error },
  });
  expect(stored).toEqual([]);
});

test("stops reading a body without a length when it is too large", async () => {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  const headers = { ...bearer, "content-type": "message/rfc822" };
  expect((await post(body, headers, { duplex: "half" } as RequestInit)).status).toBe(413);
  expect(sent).toBeLessThan(30);
});

test("takes POST only", async () => {
  const request = new Request("http://site.test/inbound/mail", { headers: bearer });
  expect((await inboundMail.fetch(request, host)).status).toBe(405);
});

test("stores one email at a time, also after one that failed", async () => {
  let running = 0;
  let most = 0;
  const counting: Host = {
    ...host,
    async fetch(url, init) {
      running += 1;
      most = Math.max(most, running);
      await host.fetch(url, init);
      // Not injected: A later turn, in which another could begin.
      await new Promise(setImmediate);
      running -= 1;
      return Response.json({ result: "stored" }, { status: stored.length === 1 ? 500 : 200 });
    },
  };
  const headers = { ...bearer, "content-type": "message/rfc822" };
  const send = () =>
    inboundMail.fetch(
      new Request("http://site.test/", { method: "POST", body: MAIL, headers }),
      counting,
    );
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status)).toEqual([503, 200, 200]);
  expect(most).toBe(1);
});
