import { afterAll, beforeAll } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

export let t: TestBackend;
export function withSite() {
  beforeAll(async () => {
    t = await openTestBackend();
  });
  afterAll(() => t.close());
}

export const claimsOf = (token = "") =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
