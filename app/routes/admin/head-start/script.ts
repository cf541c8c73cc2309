import type { Question } from "#app/lib/data/client/started.ts";

/** The page's input for its first script. */
export interface HeadStart {
  /** the backend's URL; "" means the page's own origin */
  backend: string;
  publishableKey: string;
  /** whether only admins may be here */
  guarded: boolean;
  /** every screen's first request: may this person be here? */
  check: readonly Question[];
  /** the storage key for the known admin's id */
  adminKey: string;
  /** this screen's first requests, for a URL without a query; only admins may make them */
  questions: readonly Question[];
  /** the cookie for a collapsed sidebar, and the media query for its default */
  sidebar: string;
  narrow: string;
  /** the storage key for the progress of "Make It Yours" */
  progressKey: string;
  /** the storage key for this tab's active set */
  setKey: string;
}

/**
 * Runs first in an admin page, before its styles load. From what this browser stored, it redirects
 * visitors without a session, sets up the frame, and starts the app's first requests. The app takes
 * the responses (lib/data/client/started.ts). Its text is inlined in the page, so it can't refer to
 * anything outside itself.
 */
export function headStart(page: HeadStart): void {
  /** seconds; the client first renews a session that expires sooner */
  const MARGIN_S = 90;
  /** Responses not taken by then are stale: the app requests them again. */
  const FRESH_MS = 10_000;
  const root = document.documentElement;
  const [sidebar = `=${!window.matchMedia(page.narrow).matches}`] = document.cookie
    .split("; ")
    .filter((cookie) => cookie.startsWith(`${page.sidebar}=`));
  if (sidebar.endsWith("=false")) root.dataset.sidebar = "collapsed";
  try {
    root.dataset.steps = String(localStorage.getItem(page.progressKey));
    const { origin, pathname, search, hash } = window.location;
    const inSet = sessionStorage.getItem(page.setKey) !== null;
    if (inSet) root.dataset.set = "";
    if (!page.guarded) return;
    const backend = page.backend || origin;
    // The storage key that supabase-js uses.
    const name = new URL(backend).hostname.split(".")[0];
    const session = JSON.parse(localStorage.getItem(`sb-${name}-auth-token`) ?? "null");
    if (!session) {
      // The hash may contain a session.
      if (!hash)
        window.location.replace(`/admin/login?${new URLSearchParams({ to: pathname + search })}`);
      return;
    }
    if (session.expires_at < Date.now() / 1000 + MARGIN_S) return;
    const isAdmin = localStorage.getItem(page.adminKey) === session.user?.id;
    root.dataset.admin = String(isAdmin);
    const authorization = `Bearer ${session.access_token}`;
    const started = new Map<string, Promise<Response>>();
    for (const { method, path, headers, body } of [
      ...page.check,
      ...(search || inSet || !isAdmin ? [] : page.questions),
    ]) {
      const url = backend + path;
      const answer = fetch(url, {
        method,
        body,
        headers: { ...headers, apikey: page.publishableKey, authorization },
      });
      // The code that takes the response handles the error.
      answer.catch(() => undefined);
      started.set([method, url, authorization, body ?? ""].join(" "), answer);
    }
    window.headStart = started;
    setTimeout(() => started.clear(), FRESH_MS);
  } catch {
    // Storage is blocked: the app detects that and says so.
  }
}
