import { answered } from "#app/lib/data/answers.ts";
import { type AdminAnswer, callAsAdmin } from "#app/lib/data/functions/as-admin.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import type { StoredRow } from "#app/lib/data/table-store.ts";

/** The first part of every query key about webhooks. */
export const name = "webhooks";

export const PAGE_SIZE = 20;

export type Format = "standard" | "slack" | "teams";
export type Event = "lead.created" | "lead.status_changed" | "booking.created";

/** What `webhook_list` answers; neither address nor secret is ever among it. */
export interface Webhook extends StoredRow {
  name: string;
  host: string;
  format: Format;
  events: Event[];
  active: boolean;
  /** it answered 410 and was switched off */
  gone_at: string | null;
  failing_since: string | null;
  last_at: string | null;
  last_status: number | null;
  /** why nothing answered, in words */
  last_problem: string | null;
  old_secret_until: string | null;
  waiting: number;
  given_up: number;
}

export interface Attempt {
  at: string;
  ms: number | null;
  /** null: nothing answered */
  status: number | null;
  answer: string | null;
  problem: string | null;
}

export interface Delivery {
  id: string;
  kind: Event | "test";
  created_at: string;
  outcome: "waiting" | "delivered" | "failed";
  next_attempt_at: string | null;
  payload: unknown;
  request_body: string | null;
  attempts: Attempt[];
}

export interface WebhookValues {
  name: string;
  /** empty: as it is */
  url: string;
  /** empty: as the address says */
  format: Format | "";
  events: Event[];
  active: boolean;
}

/** By name; there are 20 at most. */
export const list = async () =>
  (await answered(supabase().rpc("webhook_list"))) as unknown as Webhook[];

/**
 * @param seen the webhook that is changed; left out, one is added
 * @returns the secret of a new one, or of one with a new address, which is not shown again
 */
export async function save(values: WebhookValues, seen?: Webhook): Promise<string | undefined> {
  const { url, format, ...rest } = values;
  const saved = await answered(
    supabase().rpc("webhook_save", {
      ...rest,
      ...(url && { url }),
      ...(format && { format }),
      ...(seen && { webhook: seen.id, seen: seen.updated_at }),
    }),
  );
  return (saved as { secret?: string }).secret;
}

/** @returns the new secret */
export const rotate = ({ id }: Webhook): Promise<string> =>
  answered(supabase().rpc("webhook_rotate", { webhook: id }));

export const remove = ({ id }: Webhook) =>
  answered(supabase().rpc("webhook_delete", { webhook: id }));

/** The newest first, `most` of them. */
export async function listDeliveries(webhook: string, most: number): Promise<Delivery[]> {
  const rows = await answered(
    supabase()
      .from("webhook_deliveries")
      .select("id, kind, created_at, outcome, next_attempt_at, payload, request_body, attempts")
      .eq("webhook_id", webhook)
      .order("created_at", { ascending: false })
      .order("id")
      .limit(most),
  );
  return rows as unknown as Delivery[];
}

/**
 * Sends a test to a webhook, or a delivery once more, and waits for the answer.
 * @returns what came of it; nothing when another message keeps the address busy, and it follows
 */
export async function send(what: Webhook | Delivery): Promise<Attempt | undefined> {
  const isDelivery = "attempts" in what;
  const before = isDelivery ? what.attempts.at(-1)?.at : undefined;
  const body: Record<string, string> = isDelivery ? { delivery: what.id } : { webhook: what.id };
  const { delivery } = await callAsAdmin<AdminAnswer & { delivery: string }>("admin-webhook", {
    method: "POST",
    body,
  });
  const row = await answered(
    supabase().from("webhook_deliveries").select("attempts").eq("id", delivery).single(),
  );
  const last = (row as unknown as Pick<Delivery, "attempts">).attempts.at(-1);
  return last?.at === before ? undefined : last;
}
