import { afterEach, expect, test, vi } from "vitest";
import { createLog } from "#server/runtime/log.ts";
import type { Host } from "#supabase/functions/_shared/host.ts";
import { createReceiveMail } from "./receive-mail.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const MAIL = "From: ana@example.org\n\nHi";

function open({ rateLimits = true, store = async () => Response.json({ result: "stored" }) } = {}) {
  const fetch = vi.fn<() => Promise<Response>>(store);
  const host = {
    env: (name) => (name === "INBOUND_SECRET" ? SECRET : "http://db.test"),
    fetch,
  } satisfies Host;
  const receive = createReceiveMail({ host, rateLimits, log: createLog("silent") });
  const post = (secret = SECRET, clientAddress = "7.7.7.7", body: BodyInit = MAIL) =>
    receive(
      new Request("http://site.test/inbound/mail", {
        method: "POST",
        headers: { authorization: `Bearer ${secret}`, "content-type": "message/rfc822" },
        body,
        ...(body instanceof ReadableStream && { duplex: "half" }),
      }),
      { clientAddress, requestId: "r-1" },
    );
  return { post, fetch };
}

afterEach(() => {
  vi.useRealTimers();
});

test("allows an address 30 wrong secrets, and counts no right ones", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { post, fetch } = open();
  for (let count = 0; count < 40; count += 1) expect((await post()).status).toBe(200);
  for (let count = 0; count < 30; count += 1) expect((await post("wrong")).status).toBe(401);
  const answer = await post();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await answer.json()).toMatchObject({
    error: "Too many wrong secrets. Please wait a minute and try again.",
  });
  expect((await post(SECRET, "8.8.8.8")).status).toBe(200);
  expect(fetch).toHaveBeenCalledTimes(41);
});

test("counts nothing without rate limits", async () => {
  const { post } = open({ rateLimits: false });
  for (let count = 0; count < 40; count += 1) expect((await post("wrong")).status).toBe(401);
  expect((await post()).status).toBe(200);
});

test("reads one email at a time; 20 wait, and one more is sent away", async () => {
  // Those that wait aren't sent away while a slow machine loads the function.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { post } = open();
  let begun = 0;
  const going = Promise.withResolvers<void>();
  const slow = () =>
    new ReadableStream(
      {
        async pull(controller) {
          begun += 1;
          await going.promise;
          controller.enqueue(new TextEncoder().encode(MAIL));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  const posted = Array.from({ length: 21 }, () => post(SECRET, "7.7.7.7", slow()));
  const refused = await post(SECRET, "7.7.7.7", slow());
  expect(refused.status).toBe(503);
  await expect.poll(() => begun).toBe(1);
  going.resolve();
  for (const answer of await Promise.all(posted)) expect(answer.status).toBe(200);
});
