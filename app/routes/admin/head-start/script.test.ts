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
const SIGNED_IN = { "sb-dock-auth-token": session(NOW_S + 600), admin: "ana" };

interface Browser {
  isNarrow?: boolean;
  address?: string;
  cookie?: string;
  local?: Record<string, string>;
  tab?: Record<string, string>;
}

/** Runs the script's text, as embedded in a page, in a browser with this storage. */
function run(
  { address = "/admin/faqs", cookie = "", local = {}, tab = {}, isNarrow = false }: Browser,
  page = PAGE,
) {
  const replace = vi.fn<(to: string) => void>();
  const fetch = vi.fn((_url: string, _init: RequestInit) =>
    Promise.reject(new Error("no network")),
  );
  const { origin, pathname, search, hash } = new URL(address, "https://dock.example.com");
  const storage = (stored: Record<string, string>) => ({
    getItem: (key: string) => stored[key] ?? null,
  });
  const root: { dataset: Record<string, string> } = { dataset: {} };
  const window: Partial<Window> = {};
  Object.assign(window, {
    location: { origin, pathname, search, hash, replace },
    matchMedia: () => ({ matches: isNarrow }),
  });
  runInNewContext(`(${headStart})(${JSON.stringify(page)})`, {
    window,
    fetch,
    // Not injected: The script's own network timeout, which no test here waits for.
    setTimeout,
    URL,
    URLSearchParams,
    document: { documentElement: root, cookie },
    localStorage: storage(local),
    sessionStorage: storage(tab),
    Date: { now: () => NOW_S * 1000 },
  });
  return { replace, asked: fetch.mock.calls, look: root.dataset, started: window.headStart };
}

test("redirects to sign-in without a session, and remembers the address", () => {
  expect(run({ address: "/admin/faqs?q=a" }).replace).toHaveBeenCalledWith(
    "/admin/login?to=%2Fadmin%2Ffaqs%3Fq%3Da",
  );
  expect(run({ address: "/admin#access_token=x" }).replace).not.toHaveBeenCalled();
  expect(run({ local: SIGNED_IN }).replace).not.toHaveBeenCalled();
  expect(run({}, { ...PAGE, guarded: false }).replace).not.toHaveBeenCalled();
});

test("sends the check and the screen's requests with the session", () => {
  const { asked, started } = run({ local: SIGNED_IN });
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

test("checks an unknown person first, without other requests", () => {
  const token = { "sb-dock-auth-token": session(NOW_S + 600) };
  for (const local of [token, { ...token, admin: "ben" }]) {
    const { asked } = run({ local });
    expect(asked.map(([url]) => url)).toEqual([`https://dock.example.com${CHECK.path}`]);
  }
});

test("forgets an answer that is not used", () => {
  vi.useFakeTimers();
  const { started } = run({ local: SIGNED_IN });
  vi.advanceTimersByTime(9_999);
  expect(started?.size).toBe(2);
  vi.advanceTimersByTime(1);
  expect(started?.size).toBe(0);
  vi.useRealTimers();
});

test("stores another backend's session under its own name", () => {
  const local = { "sb-project-auth-token": session(NOW_S + 600) };
  const { asked } = run({ local }, { ...PAGE, backend: "https://project.supabase.co" });
  expect(asked[0]?.[0]).toBe("https://project.supabase.co/rest/v1/rpc/is_admin_user");
});

test("leaves filtered requests, and an ending session, to the app", () => {
  const asks = (browser: Browser) => run({ local: SIGNED_IN, ...browser }).asked.length;
  expect(asks({ address: "/admin/faqs?page=2" })).toBe(1);
  expect(asks({ tab: { set: "{}" } })).toBe(1);
  expect(asks({ local: { "sb-dock-auth-token": session(NOW_S + 89) } })).toBe(0);
  expect(asks({ local: { "sb-dock-auth-token": "broken" } })).toBe(0);
});

test("the frame looks as it was left", () => {
  const left = { cookie: "a=b; sidebar_state=false", tab: { set: "{}" }, local: SIGNED_IN };
  expect(run(left).look).toEqual({ sidebar: "collapsed", set: "", steps: "null", admin: "true" });
  const local = { ...SIGNED_IN, steps: "over" };
  expect(run({ cookie: "sidebar_state=true", local }).look).toEqual({
    steps: "over",
    admin: "true",
  });
  // Someone else's screens aren't shown until the role is known.
  expect(run({ local: { ...SIGNED_IN, admin: "ben" } }).look.admin).toBe("false");
});

test("collapses the sidebar in a narrow window until it is expanded", () => {
  expect(run({ isNarrow: true }).look.sidebar).toBe("collapsed");
  expect(run({ isNarrow: true, cookie: "sidebar_state=true" }).look.sidebar).toBeUndefined();
});
