import { site } from "../steps.ts";

/** Calls a function as a browser does; `token` goes into the Authorization header. */
export async function call(name: string, init: RequestInit = {}, token?: string) {
  const response = await site.request(`/functions/v1/${name}`, {
    ...init,
    headers: {
      apikey: site.backend.publishableKey,
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(init.headers as Record<string, string>),
    },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}
export const post = (name: string, body: unknown, token?: string) =>
  call(name, { method: "POST", body: JSON.stringify(body) }, token);
