import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { bodiesThatAreNone } from "./bad-requests/bodies.ts";
import { others } from "./bad-requests/others.ts";
import { methods, pathTricks, queries } from "./bad-requests/paths.ts";
import { sessions, uploads } from "./bad-requests/sessions-and-uploads.ts";

let t: TestBackend;
let tokens: Record<"visitor" | "admin", string>;

beforeAll(async () => {
  t = await openTestBackend({ MEDIA_MAX_MB: "1" });
  const { data } = await (await t.admin()).auth.getSession();
  tokens = { visitor: t.backend.publishableKey, admin: data.session?.access_token ?? "" };
});
afterAll(() => t.close());

const all = [
  ...bodiesThatAreNone,
  ...queries,
  ...pathTricks,
  ...methods,
  ...sessions,
  ...uploads,
  ...others,
];

describe(`${all.length} requests that make no sense`, () => {
  test("are more than 200", () => expect(all.length).toBeGreaterThan(200));

  test.each(all)("%s", async (_name, { method = "GET", path, body, headers, as = "visitor" }) => {
    const response = await t.request(path, {
      method,
      body,
      headers: {
        apikey: t.backend.publishableKey,
        authorization: `Bearer ${tokens[as]}`,
        "content-type": "application/json",
        ...headers,
      },
    });
    const text = await response.text();
    expect([response.status, text.slice(0, 200)]).toEqual([
      expect.toSatisfy(refused),
      text.slice(0, 200),
    ]);
    expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|stack|postgres\.js/i);
    if (text) expect(JSON.parse(text)).toBeTypeOf("object");
  });
});

test.each([
  ["/rest/v1/services", "64 KB"],
  ["/auth/v1/signup", "32 KB"],
  ["/functions/v1/test-deployment", "128 KB"],
])("stops reading 10 MB sent to %s", async (path, most) => {
  let taken = 0;
  const body = new ReadableStream({
    pull(controller) {
      taken += 1;
      controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      if (taken === 160) controller.close();
    },
  });
  const headers = { apikey: t.backend.publishableKey, "content-type": "application/json" };
  const response = await t.request(path, {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  expect(response.status).toBe(413);
  expect(await response.text()).toContain(`The request is larger than ${most}.`);
  expect(taken).toBeLessThan(40);
});

const refused = (status: number) => status >= 400 && status < 500;
