import { answered } from "#app/lib/data/answers.ts";
import { type AdminAnswer, callAsAdmin } from "#app/lib/data/functions/as-admin.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import type { StoredRow } from "#app/lib/data/table-store.ts";

/** The prefix of every webhook query key. */
export const name = "webhooks";

export const PAGE_SIZE = 20;

export type Format = "standard" | "slack" | "teams";
export type Event =
  | "lead.created"
  | "lead.replied"
  | "lead.status_changed"
  | "lead.won"
  | "lead.lost"
  | "booking.created";

/** The result of `webhook_list`; it never includes the URL or the secret. */
export interface Webhook extends StoredRow {
  name: string;
  host: string;
  format: Format;
  events: Event[];
  active: boolean;
  /** it returned 410 and was turned off */
  gone_at: string | null;
  failing_since: string | null;
  last_at: string | null;
  last_status: number | null;
  /** why there was no response, as a message */
  last_problem: string | null;
  old_secret_until: string | null;
  waiting: number;
  given_up: number;
}

export interface Attempt {
  at: string;
  ms: number | null;
  /** null: no response */
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
  /** empty: unchanged */
  url: string;
  /** empty: detected from the URL */
  format: Format | "";
  events: Event[];
  active: boolean;
}

/** By name; at most 20. */
export const list = async () =>
  (await answered(supabase().rpc("webhook_list"))) as unknown as Webhook[];

/**
 * @param seen the webhook to change; undefined adds one
 * @returns its id; the secret of a new one, or of one with a new URL, is not shown again
 */
export async function save(
  values: WebhookValues,
  seen?: Webhook,
): Promise<{ id: string; secret?: string }> {
  const { url, format, ...rest } = values;
  const saved = await answered(
    supabase().rpc("webhook_save", {
      ...rest,
      ...(url && { url }),
      ...(format && { format }),
      ...(seen && { webhook: seen.id, seen: seen.updated_at }),
    }),
  );
  return saved as { id: string; secret?: string };
}

/** @returns the new secret */
export const rotate = ({ id }: Webhook): Promise<string> =>
  answered(supabase().rpc("webhook_rotate", { webhook: id }));

export const remove = ({ id }: Webhook) =>
  answered(supabase().rpc("webhook_delete", { webhook: id }));

/** The newest deliveries, at most `most`. */
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
 * Sends a test to a webhook, or a delivery again, and waits for the response.
 * @returns the attempt; undefined if another event is being sent to the URL first
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
