import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { type HeadStart, headStart } from "./script.ts";

const QUESTION = { method: "GET", path: "/rest/v1/faqs?select=*", headers: { prefer: "count" } };
const CHECK = { method: "POST", path: "/rest/v1/rpc/is_admin_user", headers: {}, body: "{}" };
const PAGE: HeadStart = {
  backend: "",
  publishableKey: "key",
  guarded: true,
  check: [CHECK],
  questions: [QUESTION],
  sidebar: "sidebar_state",
  narrow: "(width < 64rem)",
  progressKey: "steps",
  setKey: "set",
  adminKey: "admin",
};
const NOW_S = 1_800_000_000;
const session = (expires_at: number) =>
  JSON.stringify({ access_token: "token", expires_at, user: { id: "ana" } });
const KEPT = { "sb-dock-auth-token": session(NOW_S + 600), admin: "ana" };

interface Browser {
  isNarrow?: boolean;
  address?: string;
  cookie?: string;
  local?: Record<string, string>;
  tab?: Record<string, string>;
}

/** Runs the script's text, as it stands in a page, in a browser that keeps this. */
function run(
  { address = "/admin/faqs", cookie = "", local = {}, tab = {}, isNarrow = false }: Browser,
  page = PAGE,
) {
  const replace = vi.fn<(to: string) => void>();
  const fetch = vi.fn((_url: string, _init: RequestInit) =>
    Promise.reject(new Error("no network")),
  );
  const { origin, pathname, search, hash } = new URL(address, "https://dock.example.com");
  const storage = (kept: Record<string, string>) => ({
    getItem: (key: string) => kept[key] ?? null,
  });
  const root: { dataset: Record<string, string> } = { dataset: {} };
  const window: Partial<Window> = {};
  Object.assign(window, {
    location: { origin, pathname, search, hash, replace },
    matchMedia: () => ({ matches: isNarrow }),
  });
  runInNewContext(`(${headStart})(${JSON.stringify(page)})`, {
    // Not injected: The script's own network timeout, which no test here waits for.
    ...{ window, fetch, setTimeout, URL, URLSearchParams },
    document: { documentElement: root, cookie },
    localStorage: storage(local),
    sessionStorage: storage(tab),
    Date: { now: () => NOW_S * 1000 },
  });
  return { replace, asked: fetch.mock.calls, look: root.dataset, started: window.headStart };
}

test("who has no session is sent to sign in, and remembers where they were going", () => {
  expect(run({ address: "/admin/faqs?q=a" }).replace).toHaveBeenCalledWith(
    "/admin/login?to=%2Fadmin%2Ffaqs%3Fq%3Da",
  );
  expect(run({ address: "/admin#access_token=x" }).replace).not.toHaveBeenCalled();
  expect(run({ local: KEPT }).replace).not.toHaveBeenCalled();
  expect(run({}, { ...PAGE, guarded: false }).replace).not.toHaveBeenCalled();
});

test("with a session the check and the screen's questions are asked in its name", () => {
  const { asked, started } = run({ local: KEPT });
  expect(asked.map(([url]) => url)).toEqual(
    [CHECK, QUESTION].map(({ path }) => `https://dock.example.com${path}`),
  );
  const headers = { prefer: "count", apikey: "key", authorization: "Bearer token" };
  expect(asked[1]?.[1]).toEqual({ method: "GET", headers });
  expect([...(started?.keys() ?? [])]).toEqual([
    "POST https://dock.example.com/rest/v1/rpc/is_admin_user Bearer token {}",
    "GET https://dock.example.com/rest/v1/faqs?select=* Bearer token ",
  ]);
});

test("who is not known to be an admin is checked first, and asks for nothing else", () => {
  const token = { "sb-dock-auth-token": session(NOW_S + 600) };
  for (const local of [token, { ...token, admin: "ben" }]) {
    const { asked } = run({ local });
    expect(asked.map(([url]) => url)).toEqual([`https://dock.example.com${CHECK.path}`]);
  }
});

test("an answer that nobody takes is forgotten", () => {
  vi.useFakeTimers();
  const { started } = run({ local: KEPT });
  vi.advanceTimersByTime(9_999);
  expect(started?.size).toBe(2);
  vi.advanceTimersByTime(1);
  expect(started?.size).toBe(0);
  vi.useRealTimers();
});

test("another backend keeps its session under its own name", () => {
  const local = { "sb-project-auth-token": session(NOW_S + 600) };
  const { asked } = run({ local }, { ...PAGE, backend: "https://project.supabase.co" });
  expect(asked[0]?.[0]).toBe("https://project.supabase.co/rest/v1/rpc/is_admin_user");
});

test("what an address or a set narrows is left to the app, and a session that ends all of it", () => {
  const asks = (browser: Browser) => run({ local: KEPT, ...browser }).asked.length;
  expect(asks({ address: "/admin/faqs?page=2" })).toBe(1);
  expect(asks({ tab: { set: "{}" } })).toBe(1);
  expect(asks({ local: { "sb-dock-auth-token": session(NOW_S + 89) } })).toBe(0);
  expect(asks({ local: { "sb-dock-auth-token": "broken" } })).toBe(0);
});

test("the frame looks as it was left", () => {
  const left = { cookie: "a=b; sidebar_state=false", tab: { set: "{}" }, local: KEPT };
  expect(run(left).look).toEqual({ sidebar: "collapsed", set: "", steps: "null" });
  const local = { ...KEPT, steps: "over" };
  expect(run({ cookie: "sidebar_state=true", local }).look).toEqual({ steps: "over" });
});

test("a narrow window has a collapsed sidebar until somebody expands it", () => {
  expect(run({ isNarrow: true }).look.sidebar).toBe("collapsed");
  expect(run({ isNarrow: true, cookie: "sidebar_state=true" }).look.sidebar).toBeUndefined();
});
