import type { SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeEach } from "vitest";
import type { Tx } from "#server/backend/postgres/connection.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { addWebhook } from "#tests/support/stand-ins/webhooks.ts";

/** Dana and Sam are admins; Sam is about to leave. */
export let site: TestBackend;
export let dana: SupabaseClient;
export let sam: SupabaseClient;
export let samId: string;
export const SAM = people.stranger.email;
export const FRIEND = "friend@example.com";

export function withTwoAdmins() {
  beforeEach(async () => {
    site = await openTestBackend();
    samId = await idOf(SAM);
    await site.sql`insert into admins (user_id) values (${samId})`;
    [dana, sam] = [await site.admin(), await site.stranger()];
    // Keeps the test's backend from sending notices.
    await site.sql`update private.account_notices set due_at = 'infinity'`;
    await site.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
  });
  afterEach(() => site.close());
}

export const idOf = async (email: string): Promise<string> =>
  (await site.sql`select id from auth.users where email = ${email}`)[0]?.id;

// Not injected: The database and the built server use the machine's clock; tests use times relative to it.
export const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** Creates one of each thing that Sam can leave behind. */
export async function leaveAll() {
  await sam.rpc("admin_invite", { email: FRIEND, full_name: "Fred" }).throwOnError();
  const set = (await sam.rpc("set_create", { name: "Black Friday" }).throwOnError()).data;
  await sam
    .rpc("set_save", {
      of_set: set.id,
      list: "faq_items",
      operation: "INSERT",
      id: crypto.randomUUID(),
      patch: { question: "Do you wrap?", answer: "Yes." },
    })
    .throwOnError();
  const link = (await sam.rpc("preview_link_create", { of_set: set.id }).throwOnError()).data;
  const { id: webhook } = await addWebhook(sam, { name: "Parcels" });
  await sam
    .rpc("set_schedule", { of_set: set.id, publish_at: tomorrow(), end_at: null })
    .throwOnError();
  const [recipient] =
    await site.sql`insert into lead_recipients (email) values (${SAM}) returning id`;
  return { set: set.id as string, link, webhook, recipient: recipient?.id as string };
}

export const setOf = async (id: string) =>
  (
    await site.sql`select status, publish_at, end_at, scheduled_by, problem
    from change_sets where id = ${id}`
  )[0];
export const isOn = async (webhook: string) =>
  (await site.sql`select active from webhooks where id = ${webhook}`)[0]?.active;
export const linkState = async (token: string) =>
  (await site.visitor().rpc("preview_link_open", { token }).throwOnError()).data?.state;
export const invitations = () => site.sql`select email from admin_invitations`;

/** Someone who can accept an invitation: an account, a session from its mailbox, then a new password. */
export async function readyToAccept(email = FRIEND) {
  const [user] = await site.sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, now())
    on conflict do nothing returning id`;
  const id: string = user?.id ?? (await idOf(email));
  const [session] = await site.sql`
    insert into auth.sessions (id, user_id, aal) values (gen_random_uuid(), ${id}, 'aal1') returning id`;
  await site.sql`update admin_invitations set password_set_at = now() where email = ${email}`;
  return { id, session: session?.id as string };
}

/** Makes the rest of the transaction act as a signed-in person's request. */
export async function actAs(tx: Tx, person: { id: string; session?: string }) {
  const claims = {
    sub: person.id,
    role: "authenticated",
    ...(person.session && { session_id: person.session }),
    // Not injected: The database and the built server use the machine's clock; tests use times relative to it.
    amr: [{ method: "otp", timestamp: Math.ceil(Date.now() / 1000) }],
  };
  await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    set_config('request.jwt.claim.sub', ${person.id}, true),
    set_config('request.jwt.claim.role', 'authenticated', true)`;
}
