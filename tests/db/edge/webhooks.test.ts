import { afterEach, expect, test, vi } from "vitest";
import sendContactEmail from "../../../supabase/functions/send-contact-email/index.ts";
import sendWebhooks from "../../../supabase/functions/send-webhooks/index.ts";

/** Webhooks as Supabase's edge runtime sends them; the network and DNS are stubbed here. */
const project: Record<string, string> = {
  SUPABASE_URL: "https://project.supabase.test",
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_a"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_a"}',
};
const claim = {
  delivery: "00000000-0000-4000-8000-000000000001",
  lease: "the lease",
  url: "https://hooks.test/in",
  format: "standard",
  kind: "test",
  payload: '{"a":1}',
  secrets: [btoa("x".repeat(32)), btoa("y".repeat(32))],
};

/** @param addresses what the receiver's name resolves to */
function onTheEdge(addresses: string[]) {
  const posted: { url: string; init: RequestInit }[] = [];
  const settled: { result: object }[] = [];
  const waiting: Promise<unknown>[] = [];
  let due: object | null = claim;
  vi.spyOn(console, "warn").mockReturnValue();
  vi.stubGlobal("EdgeRuntime", { waitUntil: (work: Promise<unknown>) => waiting.push(work) });
  vi.stubGlobal("Deno", {
    env: { get: (name: string) => project[name] },
    resolveDns: async (_: string, kind: string) => (kind === "A" ? addresses : []),
  });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const name = url.replace("https://project.supabase.test/rest/v1/rpc/", "");
    if (name === url) {
      posted.push({ url, init });
      return new Response("thank you");
    }
    if (name === "webhook_settle") settled.push(JSON.parse(String(init.body)));
    if (name === "mail_claim") return Response.json({ state: "settled" });
    if (name === "mail_due") return Response.json([]);
    if (name !== "webhook_claim") return new Response(null, { status: 204 });
    const claimed = due;
    due = null;
    return Response.json(claimed);
  });
  return { posted, settled, done: () => Promise.all(waiting) };
}
afterEach(() => vi.unstubAllGlobals());

const clock = (apikey: string) =>
  sendWebhooks.fetch(
    new Request("https://project.supabase.test/functions/v1/send-webhooks", {
      method: "POST",
      headers: { apikey },
      body: "{}",
    }),
  );

test("sends what is due on schedule, signed, without redirects", async () => {
  const { posted, settled } = onTheEdge(["93.184.216.34"]);
  expect((await clock("sb_publishable_a")).status).toBe(401);
  expect(posted).toEqual([]);
  expect((await clock("sb_secret_a")).status).toBe(200);
  expect(posted).toHaveLength(1);
  expect(posted[0]).toMatchObject({
    url: claim.url,
    init: { method: "POST", redirect: "manual", body: claim.payload },
  });
  const headers = new Headers(posted[0]?.init.headers);
  expect(headers.get("webhook-id")).toBe(`msg_${claim.delivery}`);
  expect(headers.get("webhook-signature")).toMatch(/^v1,\S{44} v1,\S{44}$/);
  expect(settled).toMatchObject([
    { delivery: claim.delivery, lease: claim.lease, result: { status: 200, answer: "thank you" } },
  ]);
});

test.each([["127.0.0.1"], ["93.184.216.34", "10.0.0.1"]])(
  "sends nothing to a name that resolves to %s",
  async (...addresses) => {
    const { posted, settled } = onTheEdge(addresses);
    await clock("sb_secret_a");
    expect(posted).toEqual([]);
    expect(settled).toMatchObject([
      { result: { problem: "Not sent: hooks.test leads to an address that isn't public." } },
    ]);
  },
);

test("sends due webhooks with a visitor's message", async () => {
  const { posted, done } = onTheEdge(["93.184.216.34"]);
  await sendContactEmail.fetch(
    new Request("https://project.supabase.test/functions/v1/x", {
      method: "POST",
      body: JSON.stringify({ formData: { request_id: claim.delivery } }),
    }),
  );
  await done();
  expect(posted).toHaveLength(1);
});
