import { afterAll, beforeAll } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import type { Spelled } from "./spellings.ts";

export let t: TestBackend;
export function withSite() {
  beforeAll(async () => {
    t = await openTestBackend({ RATE_LIMITS: "on" });
  });
  afterAll(() => t.close());
}

export interface Plain {
  method: string;
  target: string;
  body?: string;
  /** requests from one address before it is rate-limited */
  burst: number;
}

export const message = {
  name: "Ann Lee",
  email: "ann@example.com",
  monthly_volume: "0-50",
  platforms: ["Etsy"],
};
export const post = (target: string, body: object, burst: number): Plain => ({
  method: "POST",
  target,
  body: JSON.stringify(body),
  burst,
});

export async function send(
  { method, target, body }: Plain | (Spelled & Plain),
  from: string,
  headers = {},
) {
  const url = new URL(target, t.backend.serverUrl);
  return t.backend.fetch(
    new Request(url, {
      method,
      body,
      headers: {
        apikey: t.backend.publishableKey,
        ...(body ? { "content-type": "application/json" } : {}),
        ...headers,
      },
    }),
    { clientAddress: from, requestId: "test", target },
  );
}
