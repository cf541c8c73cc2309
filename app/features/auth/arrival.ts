/** What an e-mailed link said when the page was opened by it (GoTrue puts it behind the #). */
export interface Arrival {
  /** the link of a password reset or an invitation: the person must choose a password */
  recovery: boolean;
  /** why the link did not work, in the backend's words */
  error?: string;
}

/** Reads the part of the address behind #, before the client takes it away. */
export function readArrival(hash: string): Arrival {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    recovery: /^(recovery|invite)$/.test(params.get("type") ?? "") && params.has("access_token"),
    error: params.get("error_description") ?? undefined,
  };
}

const HOME = "/admin/dashboard";

/** Where a person was going, if that is a screen of the admin on this origin; else the dashboard. */
export function safeReturn(to: string | null, origin: string): string {
  if (!to) return HOME;
  const url = URL.canParse(to, origin) ? new URL(to, origin) : undefined;
  const inside = url?.origin === origin && /^\/admin(\/|$)/.test(url.pathname);
  if (!url || !inside || /^\/admin\/login\/?$/.test(url.pathname)) return HOME;
  return url.pathname + url.search;
}
