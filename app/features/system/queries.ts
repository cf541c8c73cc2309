import { queryOptions } from "@tanstack/react-query";
import type { Backups } from "#app/lib/data/database.types.ts";
import { emailIsSaved } from "#app/lib/data/email-saved.ts";
import { type AdminAnswer, callAsAdmin } from "#app/lib/data/functions/as-admin.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import type { SystemFacts as ServerFacts } from "#supabase/functions/_shared/host.ts";

/** What is owed to somebody outside, and since when; `failing` of it was tried in vain. */
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
  scheduled: { name: string; at: string }[];
  downloads: { email: string; asked_at: string; backup: string }[];
  backups: Backups;
}

/** What the server says of itself. */
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

/** Fresh while it is looked at; each second while a backup runs. */
export const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: readSystem,
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.database.backups.runs[0]?.outcome === "running" ? RUNNING_MS : RESTING_MS,
});

export const beginBackup = () =>
  callAsAdmin<AdminAnswer>("admin-backup", { method: "POST", body: {} });

/** @returns an address that opens it once, within a minute; who asked is noted */
export async function addressOf(backup: string): Promise<string> {
  const { address } = await callAsAdmin<AdminAnswer & { address: string }>("admin-backup", {
    method: "POST",
    body: { backup },
  });
  return address;
}

/**
 * Makes new keys, which ends every session: this one is given up at once, so that the person is asked to sign in
 * again.
 */
export async function makeNewKeys(): Promise<void> {
  await callAsAdmin<AdminAnswer>("admin-secrets", { method: "POST", body: {} });
  await supabase().auth.signOut({ scope: "local" });
}

/** @returns where it went; saved: it is a file on the server, because there is no mail server */
export async function sendTestMail(): Promise<{ to: string; saved: boolean }> {
  const { to } = await callAsAdmin<AdminAnswer & { to: string }>("admin-test-mail", {
    method: "POST",
    body: {},
  });
  return { to, saved: await emailIsSaved() };
}
