import { randomBytes } from "node:crypto";
import type { Sql } from "#server/backend/postgres/connection.ts";

/** An email as the parser gives it to the database (supabase/functions/_shared/inbound). */
const arrivedMail = (more: Record<string, unknown> = {}) => ({
  digest: randomBytes(32).toString("hex"),
  kind: "reply",
  message_id: `${randomBytes(8).toString("hex")}@mail.example`,
  references: [] as string[],
  to: [] as string[],
  sender: "ana@halfmoon.example",
  sender_name: "Ana Ruiz",
  subject: "Re: Your message",
  sent_at: null,
  text: "Yes, please call me.",
  html: null,
  cut: false,
  report: null,
  attachments: [] as object[],
  ...more,
});

/** Hands an email to the database, as the server does when one arrives. */
export async function mailArrives(sql: Sql, more: Record<string, unknown> = {}) {
  const [row] = await sql`select mail_arrived(${sql.json(arrivedMail(more) as never)}) as answer`;
  return row?.answer as { result: string; id?: string; submission_id?: string };
}
