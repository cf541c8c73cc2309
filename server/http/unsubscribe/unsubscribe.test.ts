import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { createUnsubscribe } from "./index.ts";

function unsubscribe(respond: () => Response) {
  const fetch = vi.fn(async (_: Request) => respond());
  const backend = { serverUrl: "http://db", publishableKey: "k", fetch } as unknown as Backend;
  const app = new Hono<AppEnv>().on(
    ["GET", "POST"],
    "/unsubscribe/:token",
    createUnsubscribe(backend),
  );
  const ask = (method: string) => app.request("http://site.test/unsubscribe/t0", { method });
  const asked = () => fetch.mock.calls[0]?.[0].json();
  return { ask, asked };
}

test.each(["GET", "HEAD"])("%s changes nothing", async (method) => {
  const { ask, asked } = unsubscribe(() => Response.json(true));
  expect((await ask(method)).status).toBe(200);
  expect(await asked()).toEqual({ token: "t0", turn_off: false });
});

test("asks before it turns the email off, in a page that other sites can't frame", async () => {
  const answer = await unsubscribe(() => Response.json(true)).ask("GET");
  const html = await answer.text();
  expect(html).toContain("<h1>Turn off this email?</h1>");
  expect(html).toContain('<form method="post">');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringMatching(/form-action 'self'.*frame-ancestors 'none'/),
  });
});

test("turns the email off by POST, and says how to turn it on again", async () => {
  const { ask, asked } = unsubscribe(() => Response.json(false));
  const answer = await ask("POST");
  expect(answer.status).toBe(200);
  expect(await asked()).toEqual({ token: "t0", turn_off: true });
  const html = await answer.text();
  expect(html).toContain("<h1>This email is off</h1>");
  expect(html).toContain('<a href="/admin/account">');
  expect(html).not.toContain("<form");
});

test.each(["GET", "POST"])("answers 404 to an unknown link, by %s", async (method) => {
  const answer = await unsubscribe(() => Response.json(null)).ask(method);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("<h1>This link doesn't work</h1>");
});

test.each([
  [{ "retry-after": "20" }, "20", "20 seconds"],
  [{}, "60", "a minute"],
] as const)(
  "passes on that there were too many requests, with %j",
  async (headers, wait, words) => {
    const answer = await unsubscribe(() => Response.json({}, { status: 429, headers })).ask("POST");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, wait]);
    expect(await answer.text()).toBe(`Too many requests. Please wait ${words} and try again.\n`);
  },
);

test("reports a busy database, so that the mail program retries", async () => {
  const answer = await unsubscribe(() => Response.json({}, { status: 503 })).ask("POST");
  expect(answer.status).toBe(503);
  expect(await answer.text()).toBe("This can't be done right now. Try again in a moment.\n");
});
