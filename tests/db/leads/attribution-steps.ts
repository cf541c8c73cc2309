import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach } from "vitest";
import type { Database } from "#app/lib/data/database.types.ts";
import { tables } from "#tests/tables/index.ts";
import { admin as anyAdmin, site, withAdmin } from "../steps.ts";

export { site };
export let admin: SupabaseClient<Database>;
export let visitor: SupabaseClient<Database>;
export function withSite() {
  withAdmin(async () => {
    admin = anyAdmin;
    visitor = site.visitor();
  });
  beforeEach(async () => {
    await site.sql`delete from bookings`;
    await site.sql`delete from private.visitor_shares`;
    await site.sql`delete from contact_submissions`;
  });
}

/** Sends a message as a visitor's browser does. @returns the lead as staff read it */
export async function send(attribution: unknown) {
  const request_id = crypto.randomUUID();
  const row = { ...tables.contact_submissions.make(), request_id, attribution };
  // Strangers can post anything, so no type fits.
  await visitor
    .from("contact_submissions")
    .insert(row as never)
    .throwOnError();
  const { data } = await admin
    .from("contact_submissions")
    .select("id, request_id, attribution, source, landing_page")
    .eq("request_id", request_id)
    .single()
    .throwOnError();
  return data;
}

export const EVENT = "https://api.calendly.com/scheduled_events/f0e1/invitees/a-b_c.d~e";
