import type { SupabaseClient } from "@supabase/supabase-js";
import type { TestBackend } from "#tests/support/backend.ts";

export type Who = "visitor" | "stranger" | "admin";

/** Creates a client for each of the three roles in the access table. */
export async function signInEveryone(site: TestBackend): Promise<Record<Who, SupabaseClient>> {
  return { visitor: site.visitor(), stranger: await site.stranger(), admin: await site.admin() };
}

/** Expands a fact (its subject, then the result for each role) into one case per role. */
export function perPerson<About extends object, Gets>(
  about: About,
  [visitor, stranger, admin]: readonly [Gets, Gets, Gets],
): (About & { who: Who; gets: Gets })[] {
  return [
    { ...about, who: "visitor", gets: visitor },
    { ...about, who: "stranger", gets: stranger },
    { ...about, who: "admin", gets: admin },
  ];
}
