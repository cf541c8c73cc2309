import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";

/** The backend of the test file that called `withSite`. */
export let site: TestBackend;
/** Its signed-in admin, after `withAdmin`. */
export let admin: SupabaseClient;
/** Another admin, after `withTwoAdmins`. */
export let mia: SupabaseClient;

/**
 * Opens a backend for the calling file's tests.
 * @param prepare runs before them
 */
export function withSite(prepare?: () => PromiseLike<unknown>) {
  beforeAll(async () => {
    site = await openTestBackend();
    await prepare?.();
  });
  afterAll(() => site.close());
}

/** The same, and signs the admin in. */
export const withAdmin = (prepare?: () => PromiseLike<unknown>) =>
  withSite(async () => {
    admin = await site.admin();
    await prepare?.();
  });

/** The same, and makes the stranger a second admin. */
export const withTwoAdmins = (prepare?: () => PromiseLike<unknown>) =>
  withAdmin(async () => {
    await site.sql`insert into admins (user_id)
      select id from auth.users where email = ${people.stranger.email}`;
    mia = await site.stranger();
    await prepare?.();
  });
