import { randomUUID } from "node:crypto";
import { tables } from "#tests/tables/index.ts";
import { site } from "../steps.ts";

export const message = (more: object = {}) => ({
  ...tables.contact_submissions.make(),
  request_id: randomUUID(),
  ...more,
});

export const stored = async (requestId: string) => {
  const rows = await site.sql`select * from contact_submissions where request_id = ${requestId}`;
  return rows;
};
