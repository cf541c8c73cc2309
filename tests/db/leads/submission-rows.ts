import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { tables } from "#tests/tables/index.ts";

export let site: TestBackend;
export function withSite() {
  beforeAll(async () => {
    site = await openTestBackend();
  });
  afterAll(() => site.close());
}

export const message = (more: object = {}) => ({
  ...tables.contact_submissions.make(),
  request_id: randomUUID(),
  ...more,
});

export const stored = async (requestId: string) => {
  const rows = await site.sql`select * from contact_submissions where request_id = ${requestId}`;
  return rows;
};
