import { onTestFinished, vi } from "vitest";

export const project = {
  SUPABASE_URL: "https://project.supabase.test",
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_a"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_a"}',
  MAIL_API_URL: "https://mail.test/send",
  MAIL_API_KEY: "key",
  MAIL_FROM: "Evergreen <site@example.com>",
};

interface Sent {
  path: string;
  headers: Headers;
  body: Record<string, unknown>;
}

/** @param answers by path: what the database or the email provider returns */
export function onTheEdge(env: Record<string, string>, answers: Record<string, () => Response>) {
  const sent: Sent[] = [];
  const waiting: Promise<unknown>[] = [];
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("Deno", { env: { get: (name: string) => env[name] } });
  vi.stubGlobal("EdgeRuntime", { waitUntil: (work: Promise<unknown>) => waiting.push(work) });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const path = new URL(url).pathname.replace("/rest/v1/rpc/", "");
    // Webhooks are sent along with a visitor's email: webhooks.test.ts.
    if (path === "webhook_claim") return Response.json(null);
    sent.push({ path, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
    return answers[path]?.() ?? new Response(null, { status: 204 });
  });
  return { sent, settled: () => Promise.all(waiting) };
}
