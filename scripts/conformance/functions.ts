import type { SupabaseClient } from "@supabase/supabase-js";
import { perPerson } from "#tests/access/everyone.ts";
import { functions, nobody } from "#tests/access/functions.ts";
import type { People } from "./people.ts";
import { differs, holds, NO_RIGHT, type Result, said } from "./result.ts";

/**
 * Arguments used instead of the access table's own where those would leave something behind. The
 * function rejects these after the access check.
 */
const LEAVES_NOTHING: Record<string, object> = {
  admin_invite: { email: "no address" },
  admin_backup_download: { backup: "no name" },
  booking_add: { event_uri: "no address" },
  lead_person_erase: { address: "no address" },
  lead_person_export: { address: "no address" },
  set_create: { name: "" },
  set_my_digest: { wanted: null },
  set_my_weekly: { wanted: false },
  lead_views_save: { views: null },
  backup_schedule: { at: "never" },
  webhook_save: { name: "", url: "", events: [], active: false, webhook: nobody },
};

/** Error codes for a call to a nonexistent function. */
const UNKNOWN = ["PGRST202", "42883"];

/** Checks every SQL function of the API, as each person in `people`. */
export async function checkFunctions(people: People): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, args, gets] of functions)
    for (const one of perPerson({ name }, gets)) {
      const client = people[one.who];
      if (client) results.push(await calls(client, one, LEAVES_NOTHING[name] ?? args));
    }
  return results;
}

async function calls(
  client: SupabaseClient,
  { name, who, gets }: { name: string; who: string; gets: "yes" | "no" },
  args: object,
): Promise<Result> {
  const cell = `${who}: call ${name}`;
  const { data, error } = await ask(client, name, args);
  if (error && UNKNOWN.includes(error.code)) return differs(cell, "there is no such function");
  const refused = error?.code === NO_RIGHT;
  if (gets === "no" && !refused)
    return differs(cell, error ? `let in: ${said(error)}` : "let in, and it must be refused");
  if (gets === "yes" && refused) return differs(cell, "refused, and it must be let in");
  if (name === "is_admin_user" && data !== (who === "admin"))
    return differs(cell, `the answer was ${JSON.stringify(data)}`);
  return holds(cell);
}

/** Uses GET when there are no arguments: PostgREST runs it read-only, so a successful call can't write. */
async function ask(client: SupabaseClient, name: string, args: object) {
  if (Object.keys(args).length === 0) {
    const read = await client.rpc(name, {}, { get: true });
    // The built-in backend supports only POST.
    if (read.status !== 405 || read.error?.code === READ_ONLY) return read;
  }
  return client.rpc(name, args);
}

const READ_ONLY = "25006";
