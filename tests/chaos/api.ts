import { ADMIN } from "./server.ts";

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each writer knows its response's type
  json: any;
}

/** Longer than the timeouts of a statement on a silent connection (15 s) and of a new connection (10 s). */
const TIMEOUT_MS = 30_000;

/** The site's API as its own pages and other programs use it. */
export function apiOf(url: string) {
  let key = "";
  let token = "";

  /** @returns undefined when there was no response */
  async function call(
    method: string,
    path: string,
    body?: unknown,
    { as = "admin", headers = {} }: { as?: "admin" | "visitor"; headers?: object } = {},
  ): Promise<Answer | undefined> {
    const raw = body instanceof Uint8Array;
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          apikey: key,
          authorization: `Bearer ${as === "admin" ? token : key}`,
          ...(!raw && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      const json = text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text;
      return { status: response.status, json };
    } catch {
      return undefined;
    }
  }

  return {
    call,
    url,
    /** Reads the publishable key and signs in. @returns the response to the sign-in */
    async signIn(person = ADMIN) {
      const page = await (await fetch(`${url}/admin/login`)).text();
      key = /sb_publishable_[\w-]+/.exec(page)?.[0] ?? "";
      const answer = await call("POST", "/auth/v1/token?grant_type=password", person, {
        as: "visitor",
      });
      if (answer?.status === 200) token = answer.json.access_token;
      return answer;
    },
    /** The HTTP status that a session's own token gets. */
    async statusOf(accessToken: string) {
      const headers = { apikey: key, authorization: `Bearer ${accessToken}` };
      const answer = await fetch(`${url}/auth/v1/user`, { headers });
      await answer.body?.cancel();
      return answer.status;
    },
  };
}

export type Api = ReturnType<typeof apiOf>;
export const well = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && answer.status < 300;
