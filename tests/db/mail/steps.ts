import { afterEach, beforeEach, inject } from "vitest";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";

// A database without a server, which would send due emails.
let url: string;
export let sql: Sql;
export function withDatabase() {
  beforeEach(async () => {
    url = await createTestDatabase(inject("clusterUrl"));
    sql = connect(url);
  });
  afterEach(async () => {
    await sql.end();
    await dropTestDatabase(url);
  });
}

export const TEXT = [{ text: "Hello" }];

export async function queueMail(
  more: Record<string, unknown> = {},
  body: unknown = TEXT,
): Promise<string> {
  const row = { kind: "reminder", recipient: "dana@example.com", subject: "Hello", ...more };
  const [mail] = await sql`insert into mails
    ${sql({ ...row, body: sql.json(body as never) })} returning id`;
  return mail?.id;
}
export interface Claim {
  id: string;
  attempt: number;
}
export const claim = async (): Promise<Claim | null> => {
  const [row] = await sql`select queued_mail_claim() as mail`;
  return row?.mail;
};
export const settle = (mail: Claim | null, error: string | null = null, noMailbox = false) =>
  sql`select queued_mail_settle(${mail?.id ?? null}, ${mail?.attempt ?? 0}, ${error}, ${noMailbox})`;
