import { FunctionsClient } from "@supabase/functions-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { describe, expect, test } from "vitest";
import type { Database } from "#app/lib/data/database.types.ts";
import { createContactClient } from "./site/browser-client.ts";
import { type ContactClient, submitContact } from "./submit.ts";

type Answer = () => Response | Promise<Response>;
const ok: Answer = () => Response.json({ error: null, data: {} });
const created: Answer = () => new Response(null, { status: 201 });
const unreachable: Answer = () => Promise.reject(new TypeError("fetch failed"));
const refuses =
  (status: number, body: unknown): Answer =>
  () =>
    Response.json(body, { status });

const values = {
  name: "Ada Park",
  email: "ada@tinyshop.example",
  business_name: null,
  monthly_volume: "0-50",
  platforms: ["Etsy"],
  message: null,
};
const message = { requestId: "11111111-1111-4111-8111-111111111111", values, trap: null };

type Fetch = typeof globalThis.fetch;
const ORIGIN = "http://site.test";

/** The clients: supabase-js on the server, and the page script's own three requests. */
const CLIENTS: [string, (fetch: Fetch) => ContactClient][] = [
  [
    "supabase-js",
    (fetch) => {
      const rest = new PostgrestClient<Database>(`${ORIGIN}/rest/v1`, { fetch });
      return {
        functions: new FunctionsClient(`${ORIGIN}/functions/v1`, { customFetch: fetch }),
        from: (table) => rest.from(table),
      };
    },
  ],
  [
    "the page's script",
    (fetch) => createContactClient({ supabaseUrl: ORIGIN, publishableKey: "sb_key" }, fetch),
  ],
];

test.each([
  ["sb_key", null],
  ["old.key", "Bearer old.key"],
])("the page's script sends the key %s as supabase-js does", async (publishableKey, token) => {
  const sent: Headers[] = [];
  const client = createContactClient({ supabaseUrl: "", publishableKey }, async (url, init) => {
    sent.push(new Headers(init?.headers));
    return String(url).startsWith("/rest/") ? created() : ok();
  });
  await submitContact(client, { ...message, filledInMs: null });
  expect(sent.map((headers) => headers.get("apikey"))).toEqual(Array(3).fill(publishableKey));
  expect(sent.map((headers) => headers.get("authorization"))).toEqual(Array(3).fill(token));
});

describe.each(CLIENTS)("by %s", (_client, clientFor) => {
  /** Submits against a server with these responses; returns the outcome and the requests. */
  async function submit(health: Answer, insert: Answer = created, mail: Answer = ok) {
    const calls: [string, unknown][] = [];
    const fetch: Fetch = async (input, init) => {
      const { pathname } = new URL(String(input));
      calls.push([`${init?.method} ${pathname}`, JSON.parse(String(init?.body))]);
      if (pathname.endsWith("/test-deployment")) return health();
      return pathname.startsWith("/rest/") ? insert() : mail();
    };
    const outcome = await submitContact(clientFor(fetch), { ...message, filledInMs: 20_000 });
    return { ...outcome, calls };
  }

  test("success: health check, insert, mail, in this order (rule C-3)", async () => {
    const { state, message: sentence, calls } = await submit(ok);
    expect([state, sentence]).toEqual([
      "sent",
      "Thank you for your message! We'll get back to you soon.",
    ]);
    expect(calls).toEqual([
      ["POST /functions/v1/test-deployment", { message: expect.any(String) }],
      [
        "POST /rest/v1/contact_submissions",
        { ...values, request_id: message.requestId, trap: null, filled_in_ms: 20_000 },
      ],
      [
        "POST /functions/v1/send-contact-email",
        { formData: { ...values, request_id: message.requestId } },
      ],
    ]);
  });

  const UNAVAILABLE =
    "Email service is currently unavailable. Please try again later or contact us directly.";

  test.each<[string, Answer]>([
    ["answers an error", refuses(503, { error: { message: "down" }, data: null })],
    ["cannot be reached", unreachable],
  ])("sends nothing when the health check %s", async (_, health) => {
    const { state, message: sentence, calls } = await submit(health);
    expect([state, sentence, calls.length]).toEqual(["failed", UNAVAILABLE, 1]);
  });

  test.each<[string, Answer, string]>([
    [
      "the database refuses",
      refuses(400, {
        code: "23514",
        message:
          'new row for relation "contact_submissions" violates check constraint "contact_submissions_name_on_one_line"',
      }),
      "Something went wrong: one of your answers isn't valid. Please try again.",
    ],
    [
      "the database refuses what the visitor did not type",
      refuses(400, {
        code: "23514",
        message:
          'new row for relation "contact_submissions" violates check constraint "contact_submissions_estimate_is_an_estimate"',
      }),
      "Something went wrong: your message couldn't be saved. Please try again.",
    ],
    [
      "the server refuses without a cause",
      refuses(400, {}),
      "Something went wrong: your message couldn't be saved. Please try again.",
    ],
    [
      "the server is in trouble",
      refuses(500, { code: "XX000", message: "relation does not exist" }),
      "Something went wrong: our server had a problem. Please try again.",
    ],
    [
      "the connection breaks",
      unreachable,
      "Something went wrong: our server couldn't be reached. Please try again.",
    ],
    [
      "the message is too large",
      refuses(413, { message: "too large" }),
      "Something went wrong: the message is too long. Please try again.",
    ],
  ])("insert: %s, in words without SQL", async (_, insert, sentence) => {
    const outcome = await submit(ok, insert);
    expect([outcome.state, outcome.message, outcome.calls.length]).toEqual(["failed", sentence, 2]);
  });

  test("treats a duplicate refused by the database as received", async () => {
    expect(await submit(ok, refuses(409, { code: "23505", message: "dup" }))).toMatchObject({
      state: "sent",
    });
  });

  const WAIT = "You have sent several messages already. Please wait a minute and try again.";

  test("shows the server's rate-limit sentence for health check and insert", async () => {
    expect(await submit(refuses(429, { error: WAIT, code: "x" }))).toMatchObject({
      state: "limited",
      message: WAIT,
    });
    expect(await submit(ok, refuses(429, { message: WAIT, code: "x" }))).toMatchObject({
      state: "limited",
      message: WAIT,
    });
  });

  const NOT_DELIVERED = "the email couldn't be delivered";

  test.each<[string, Answer, string]>([
    [
      "the function could not deliver",
      refuses(502, { error: { message: NOT_DELIVERED }, data: null }),
      NOT_DELIVERED,
    ],
    [
      "ends in something that is no answer of the function's",
      refuses(502, { error: "SMTP 550", code: "x" }),
      "our server had a problem",
    ],
    [
      "ends in a page of some proxy's",
      () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
      "our server had a problem",
    ],
    ["cannot be asked for", unreachable, "our server couldn't be reached"],
    // Without "try again": the message is stored.
    ["comes too often", refuses(429, { error: WAIT }), "You have sent several messages already"],
    [
      "needs the lost database",
      refuses(503, { error: { message: "The database isn't responding. Please try again." } }),
      "The database isn't responding",
    ],
  ])("reports partial success when the email %s", async (_, mail, reason) => {
    expect(await submit(ok, created, mail)).toMatchObject({
      state: "saved",
      message: `Your message was saved but email failed: ${reason}. We'll still get your message!`,
    });
  });
});
