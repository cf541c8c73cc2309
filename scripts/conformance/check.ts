import type { Who } from "#tests/access/everyone.ts";
import { checkAround } from "./around.ts";
import { checkFunctions } from "./functions.ts";
import { makeOwnRows } from "./own-rows.ts";
import { type Credentials, signIn, signOut } from "./people.ts";
import type { Result } from "./result.ts";
import { checkTables } from "./tables.ts";

/** The project to check, and the credentials to check it with. */
export interface Project {
  /** https://REF.supabase.co, without a path */
  url: string;
  /** the publishable (anonymous) key */
  key: string;
  credentials: Partial<Record<Who, Credentials>>;
  fetch?: typeof fetch;
}

/**
 * Checks from outside whether a project matches tests/access: each table and function, as a visitor and as
 * each account with credentials. Without an admin's credentials it writes nothing. With them, it adds a
 * hidden row to each table where that has no side effects, and deletes it. The change history keeps a record
 * of that.
 * @throws CannotCheck when the project can't be checked, or its own row could not be deleted
 */
export async function checkProject({ url, key, credentials, fetch: ask = fetch }: Project) {
  const people = await signIn(url, key, credentials, ask);
  const results: Result[] = [];
  try {
    const own = await makeOwnRows(people.admin);
    try {
      results.push(...(await checkTables(people, own)));
    } finally {
      await own.removeAll();
    }
    results.push(...(await checkFunctions(people)));
    results.push(...(await checkAround(url, key, ask)));
  } finally {
    await signOut(people);
  }
  return { results, people: Object.keys(people) as Who[] };
}
