import { expect, onTestFinished, test, vi } from "vitest";
import type { Host } from "../host.ts";
import type { Answer } from "../outgoing/asked.ts";
import type { Claim } from "./event.ts";
import { sendWebhooks } from "./send.ts";

const CLAIM: Claim = {
  delivery: "11111111-1111-4111-8111-111111111111",
  lease: "22222222-2222-4222-8222-222222222222",
  url: "https://receiver.example/hook",
  format: "standard",
  payload: "{}",
  secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
};

test("stores the result of a delivery in progress when a later claim fails", async () => {
  const answered = Promise.withResolvers<Answer>();
  const asked: string[] = [];
  const claims = [Response.json(CLAIM), new Response("", { status: 500 })];
  const host: Host = {
    env: (name) => (name === "SUPABASE_URL" ? "http://site.test" : "key"),
    async fetch(url) {
      const name = String(url).split("/").at(-1) ?? "";
      asked.push(name);
      if (name !== "webhook_claim") return Response.json(null);
      const claim = claims.shift() as Response;
      const answer = () =>
        answered.resolve({ status: 200, answer: "", retryAfter: null, location: null });
      // Not injected: The receiver's response comes in a later turn than the claim's failure.
      if (claims.length === 0) setImmediate(answer);
      return claim;
    },
    ask: () => answered.promise,
  };
  await expect(sendWebhooks(host)).rejects.toThrow("The database isn't responding");
  expect(asked).toEqual(["webhook_claim", "webhook_claim", "webhook_settle"]);
});

test("stores that a chat can't be sent an event of a newer version, and goes on", async () => {
  const payload = JSON.stringify({ type: "lead.merged", data: { lead: null } });
  const claims: (Claim | null)[] = [{ ...CLAIM, format: "slack", payload }, CLAIM, null, null];
  const results: { problem?: string; status?: number }[] = [];
  const host: Host = {
    env: (name) => (name === "SUPABASE_URL" ? "http://site.test" : "key"),
    async fetch(url, init) {
      if (String(url).endsWith("/webhook_claim")) return Response.json(claims.shift() ?? null);
      results.push(JSON.parse(String(init?.body)).result);
      return Response.json(null);
    },
    ask: async () => ({ status: 200, answer: "", retryAfter: null, location: null }),
  };
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  await sendWebhooks(host);
  expect(results).toMatchObject([
    { problem: "This version doesn't know the event lead.merged." },
    { status: 200 },
  ]);
});
