/**
 * A posted form as its browser sees it: behind a proxy that ends TLS the request arrives by http
 * while its Origin says https, and React Router would take it for someone else's. The same host is
 * the same site; any other origin stays as it is, and is refused.
 */
export function asSeenByBrowser(request: Request): Request {
  const origin = URL.parse(request.headers.get("origin") ?? "");
  const url = new URL(request.url);
  if (origin?.host !== url.host || origin.protocol === url.protocol) return request;
  url.protocol = origin.protocol;
  return new Request(url, request);
}
