import type { Who } from "#tests/access/everyone.ts";
import { checkAround } from "./around.ts";
import { checkFunctions } from "./functions.ts";
import { makeOwnRows } from "./own-rows.ts";
import { type Credentials, signIn, signOut } from "./people.ts";
import type { Result } from "./result.ts";
import { checkTables } from "./tables.ts";

/** What is checked, and as whom. */
export interface Project {
  /** https://REF.supabase.co, without a path */
  url: string;
  /** the publishable (anonymous) key */
  key: string;
  credentials: Partial<Record<Who, Credentials>>;
  fetch?: typeof fetch;
}

/**
 * Asks a project from outside whether it is what tests/access says: each table and function, as a
 * visitor and as anyone who has credentials. Without an admin's it writes nothing; with them it makes a
 * hidden row of its own in tables where that does nothing else, and deletes it. The history of changes
 * keeps that, as it keeps everything.
 * @throws CannotCheck when there is nobody to ask, or a row of its own could not be deleted
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
