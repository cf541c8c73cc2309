/** A request that the page's inline script sends early, identical to the app's later request. */
export interface Question {
  method: string;
  /** relative to the backend's URL, with the query */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

declare global {
  interface Window {
    /** Pending responses by method, URL, authorization and body (app/routes/admin/head-start). */
    headStart?: Map<string, Promise<Response>>;
  }
}

/** The early response for this exact request, if any. Usable once: a body can be read only once. */
export function takeStarted(url: string, init: RequestInit | undefined) {
  const { method = "GET", headers, body } = init ?? {};
  const authorization = new Headers(headers).get("authorization") ?? "";
  const key = [method, url, authorization, body ?? ""].join(" ");
  const answer = window.headStart?.get(key);
  window.headStart?.delete(key);
  return answer;
}
