import { afterEach, beforeEach, expect, vi } from "vitest";
import { supabase } from "../supabase.ts";
import { tableStore } from "../table-store.ts";

/** The backend's queued responses. */
export type QueuedResponse = { status?: number; body?: unknown; headers?: Record<string, string> };
export const backend: { answers: QueuedResponse[] } = { answers: [] };
/** The requests it received. */
export let asked: { method: string; path: string; query: Record<string, string>; body: unknown }[];

/** The browser's client against a mocked backend, with its session in memory. */
export function withMockBackend() {
  beforeEach(() => {
    backend.answers = [];
    asked = [];
    vi.stubGlobal("window", { location: { origin: "http://site.test" } });
    vi.stubGlobal("document", {
      querySelector: () => ({
        content: JSON.stringify({ supabaseUrl: "", publishableKey: "sb_publishable_x" }),
      }),
    });
    vi.stubGlobal("fetch", async (input: string | URL, init: RequestInit = {}) => {
      const { origin, pathname, searchParams } = new URL(input);
      expect(origin).toBe("http://site.test");
      asked.push({
        method: init.method ?? "GET",
        path: pathname,
        query: Object.fromEntries(searchParams),
        body: init.body ? JSON.parse(String(init.body)) : undefined,
      });
      const { status = 200, body = [], headers = {} } = backend.answers.shift() ?? {};
      return Response.json(body, { status, headers });
    });
    holds("a.b.c");
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    expect(backend.answers, "every queued response was used").toEqual([]);
  });
}

/** The browser holds a session with this token, or none. */
export const holds = (access_token?: string) =>
  vi.spyOn(supabase().auth, "getSession").mockResolvedValue({
    data: { session: access_token ? { access_token } : null },
    error: null,
  } as never);

/** Signs in with a session that the auth server knows; without `user`, one that it doesn't know. */
export function signedIn(user?: boolean) {
  const { auth } = supabase();
  const error = Object.assign(new Error("gone"), { name: "AuthSessionMissingError" });
  vi.spyOn(auth, "getUser").mockResolvedValue(
    (user ? { data: { user: {} }, error: null } : { data: { user: null }, error }) as never,
  );
  return error;
}

export const faqs = tableStore("faq_items", {
  search: ["question", "answer"],
  order: [
    ["display_order", "asc"],
    ["id", "desc"],
  ],
  sorts: { newest: [["created_at", "desc"]] },
});
export const row = { id: "1", updated_at: "t1", question: "Why?" } as Awaited<
  ReturnType<typeof faqs.insert>
>;
export const later = { ...row, updated_at: "t2" };
export const ofAll = (range: string) => ({ "content-range": range });
export const all = { q: "", page: 1, pageSize: 10 };
