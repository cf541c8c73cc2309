import { afterEach, beforeEach } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

export let t: TestBackend;
export function withSite() {
  beforeEach(async () => {
    t = await openTestBackend();
  });
  afterEach(() => t.close());
}

export const CORA = "cora@example.com";
export const GOOD = "eleven-pallets-left";

export const invite = async (email: string, fullName?: string, roles?: unknown) => {
  const { data, error } = await (await t.admin()).functions.invoke("admin-invite", {
    body: { email, fullName, roles },
  });
  return error ? [error.context.status, (await error.context.json()).error] : data;
};
