import type { SupabaseClient } from "@supabase/supabase-js";
import type { TestBackend } from "#tests/support/backend.ts";

export type Who = "visitor" | "stranger" | "admin";

/** A client for each of the three whom the access table knows. */
export async function signInEveryone(site: TestBackend): Promise<Record<Who, SupabaseClient>> {
  return { visitor: site.visitor(), stranger: await site.stranger(), admin: await site.admin() };
}

/** Turns a fact (what it is about, then what each of the three gets) into one case a person. */
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
