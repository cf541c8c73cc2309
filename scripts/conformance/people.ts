import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Who } from "#tests/access/everyone.ts";

export interface Credentials {
  email: string;
  password: string;
}
export type People = { visitor: SupabaseClient } & Partial<Record<Who, SupabaseClient>>;

/** Aborts the check with a message: it says nothing about the project itself. */
export class CannotCheck extends Error {}

const TRIES = 5;
const LONGEST_WAIT_S = 60;

/** Retries when rate limited or the server is unavailable; gives up when there is no response. */
const patient =
  (ask: typeof fetch): typeof fetch =>
  async (input, init) => {
    for (let left = TRIES; ; left--) {
      const response = await ask(input, init).catch((cause: Error) => {
        throw new CannotCheck(`The project does not answer: ${reasonOf(cause)}`);
      });
      if (response.status !== 429 && response.status < 502) return response;
      const wait = Number(response.headers.get("retry-after") ?? 2);
      if (left === 1 || wait > LONGEST_WAIT_S)
        throw new CannotCheck(`The project answers ${response.status} now. Try again later.`);
      await response.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  };

const reasonOf = (error: Error) => (error.cause instanceof Error ? error.cause : error).message;

/** Signs in everyone who has credentials. @throws CannotCheck when the key or a password is rejected */
export async function signIn(
  url: string,
  key: string,
  credentials: Partial<Record<Who, Credentials>>,
  ask: typeof fetch = fetch,
): Promise<People> {
  const open = () =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: patient(ask) },
    });
  const people: People = { visitor: open() };
  await isAdmin(people.visitor, "visitor", false);
  for (const who of ["stranger", "admin"] as const) {
    const theirs = credentials[who];
    if (!theirs) continue;
    const client = open();
    const { error } = await client.auth.signInWithPassword(theirs);
    if (error) throw new CannotCheck(`${theirs.email} could not sign in: ${error.message}`);
    await isAdmin(client, theirs.email, who === "admin");
    people[who] = client;
  }
  return people;
}

/** Credentials for the wrong kind of account would make every cell wrong. */
async function isAdmin(client: SupabaseClient, who: string, expected: boolean) {
  const { data, error } = await client.rpc("is_admin_user");
  if (error)
    throw new CannotCheck(
      `The project refuses the question whether a ${who} is an admin (${error.code ? `${error.code}: ` : ""}${error.message}). Is the key its publishable one, and were the migrations pushed?`,
    );
  if (data !== expected)
    throw new CannotCheck(`${who} is ${expected ? "not " : ""}an admin there.`);
}

export async function signOut(people: People) {
  for (const who of ["stranger", "admin"] as const)
    await people[who]?.auth.signOut({ scope: "local" });
}
