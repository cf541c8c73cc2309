import { queryOptions } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import type { Backups, InboundState } from "#app/lib/data/database.types.ts";
import { emailIsSaved } from "#app/lib/data/email-saved.ts";
import { type AdminAnswer, callAsAdmin } from "#app/lib/data/functions/as-admin.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { withProof } from "#app/lib/retry/with-proof.ts";
import type {
  DeliverabilityFacts,
  Named,
} from "#supabase/functions/_shared/deliverability/facts.ts";
import type { SystemFacts as ServerFacts } from "#supabase/functions/_shared/host.ts";

/** Outgoing work: how much is waiting, since when, and how much of it has failed. */
interface Backlog {
  waiting: number;
  oldest: string | null;
  failing: number;
}

export interface DatabaseFacts {
  postgres: string;
  database_bytes: number;
  media_files: number;
  media_bytes: number;
  mail: Backlog & { last_error: string | null };
  webhooks: Backlog;
  /** by email */
  answers: InboundState;
  scheduled: { name: string; at: string }[];
  downloads: { email: string; asked_at: string; backup: string }[];
  backups: Backups;
}

/** The server's report about itself. */
export type { ServerFacts };

export interface SystemFacts {
  database: DatabaseFacts;
  /** null on hosted Supabase */
  server: ServerFacts | null;
}

export const readSystem = () =>
  callAsAdmin<AdminAnswer & SystemFacts>("admin-system", { method: "GET" });

const RUNNING_MS = 1_000;
const RESTING_MS = 15_000;

/** Polls while the screen is open; every second while a backup runs. */
export const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: readSystem,
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.database.backups.runs[0]?.outcome === "running" ? RUNNING_MS : RESTING_MS,
});

export const beginBackup = () =>
  callAsAdmin<AdminAnswer>("admin-backup", { method: "POST", body: {} });

/** @returns a one-time URL, valid for a minute; the download is logged */
export async function addressOf(backup: string): Promise<string> {
  const { address } = await withProof(() =>
    callAsAdmin<AdminAnswer & { address: string }>("admin-backup", {
      method: "POST",
      body: { backup },
    }),
  );
  return address;
}

/**
 * Makes new keys, which ends every session. Signs this one out at once, so the person is asked to
 * sign in again.
 */
export async function makeNewKeys(): Promise<void> {
  await callAsAdmin<AdminAnswer>("admin-secrets", { method: "POST", body: {} });
  await supabase().auth.signOut({ scope: "local" });
}

/** @param named what the headers of a test email named */
export async function readDeliverability(named: Named = {}): Promise<DeliverabilityFacts> {
  const entries = Object.entries(named).filter(([, name]) => name !== undefined);
  const { facts } = await callAsAdmin<AdminAnswer & { facts: DeliverabilityFacts }>(
    "admin-deliverability",
    { method: "POST", body: Object.fromEntries(entries) },
  );
  return facts;
}

/** Looks names up again only when the person asks: DNS changes slowly, and answers late. */
export const deliverabilityQuery = (named: Named) =>
  queryOptions({
    queryKey: ["deliverability", named],
    queryFn: () => readDeliverability(named),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  });

const LOOK_BACK_MS = 3_000;
const LOOK_BACK_TIMES = 40;

/**
 * Sends a test email to the address where answers arrive, and waits two minutes for it.
 * @param signal ends the waiting
 * @returns its headers, as the mailbox received them; null if it hasn't arrived
 */
export async function sendTestBack(signal?: AbortSignal): Promise<string | null> {
  const { test } = await callAsAdmin<AdminAnswer & { test: string }>("admin-test-mail", {
    method: "POST",
    body: { to: "answers" },
  });
  for (let count = 0; count < LOOK_BACK_TIMES && !signal?.aborted; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_BACK_MS));
    const headers = await answered(supabase().rpc("inbound_test", { test }));
    if (headers) return headers;
  }
  return null;
}

/** @returns the recipient; saved: it is a file on the server, because there is no mail server */
export async function sendTestMail(): Promise<{ to: string; saved: boolean }> {
  const { to } = await callAsAdmin<AdminAnswer & { to: string }>("admin-test-mail", {
    method: "POST",
    body: {},
  });
  return { to, saved: await emailIsSaved() };
}
