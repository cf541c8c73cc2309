/** A request that a page's first script makes before the app is there: what the app would ask, word for word. */
export interface Question {
  method: string;
  /** with its query, of the backend's address */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

declare global {
  interface Window {
    /** Answers on their way, by method, address, authorization and body (app/routes/admin/head-start). */
    headStart?: Map<string, Promise<Response>>;
  }
}

/** The answer to this very request, if it was asked already: once, because an answer is read once. */
export function takeStarted(url: string, init: RequestInit | undefined) {
  const { method = "GET", headers, body } = init ?? {};
  const authorization = new Headers(headers).get("authorization") ?? "";
  const key = [method, url, authorization, body ?? ""].join(" ");
  const answer = window.headStart?.get(key);
  window.headStart?.delete(key);
  return answer;
}
