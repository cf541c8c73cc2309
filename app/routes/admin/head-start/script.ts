import type { Question } from "#app/lib/data/client/started.ts";

/** What the page tells its first script. */
export interface HeadStart {
  /** the backend's; "" means the page's own origin */
  backend: string;
  publishableKey: string;
  /** whether only admins may be here */
  guarded: boolean;
  /** what any screen asks first: may this person be here? */
  check: readonly Question[];
  /** where the account that is known to be an admin's is kept */
  adminKey: string;
  /** what this one asks first where its address has no query: of strangers all of it would be refused */
  questions: readonly Question[];
  /** the cookie that says whether the sidebar is collapsed, and the width at which it is without */
  sidebar: string;
  narrow: string;
  /** where this browser keeps how far "Make It Yours" has come */
  progressKey: string;
  /** where the set that is on in this tab is kept */
  setKey: string;
}

/**
 * Runs first in a page of the admin, before its styles have come: by what this browser keeps it sends
 * away who has no session, says how the frame looks here, and asks at once what the app is going to ask.
 * The app takes the answers (lib/data/client/started.ts). Its text stands in the page, so it refers to nothing
 * outside of itself.
 */
export function headStart(page: HeadStart): void {
  /** seconds; what expires sooner is renewed first, by the client */
  const MARGIN_S = 90;
  /** What nobody has taken by then is no news any more: who takes it later asks again. */
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
    // As supabase-js names it.
    const name = new URL(backend).hostname.split(".")[0];
    const session = JSON.parse(localStorage.getItem(`sb-${name}-auth-token`) ?? "null");
    if (!session) {
      // What stands behind # may open one.
      if (!hash)
        window.location.replace(`/admin/login?${new URLSearchParams({ to: pathname + search })}`);
      return;
    }
    if (session.expires_at < Date.now() / 1000 + MARGIN_S) return;
    const isAdmin = localStorage.getItem(page.adminKey) === session.user?.id;
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
      // Who takes it is told.
      answer.catch(() => undefined);
      started.set([method, url, authorization, body ?? ""].join(" "), answer);
    }
    window.headStart = started;
    setTimeout(() => started.clear(), FRESH_MS);
  } catch {
    // A browser that keeps its storage shut: the app finds that out, and says so.
  }
}
