import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect, vi } from "vitest";
import type { Database } from "#app/lib/data/database.types.ts";
import { people } from "#tests/support/people.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { actAs } from "./acting.ts";

type Client = SupabaseClient<Database>;

/**
 * admin and stranger are signed in, the second without any right; a visitor is not; who is cut off
 * finds no server; to who is told "500" it answers that and nothing else.
 */
export type Person = "admin" | "stranger" | "visitor" | "cut off" | "told 500";

export interface World {
  /** the built server, with its database and outbox */
  site: Site;
  /** the site's publishable key */
  key: string;
  /** Does something with the app's own queries, which ask as this person meanwhile. */
  as<Result>(who: Person, work: () => Promise<Result>): Promise<Result>;
  /**
   * Does something as a visitor to whom `answer` speaks in the server's place, where it has one.
   */
  told<Result>(
    answer: (url: string) => Response | undefined,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** a visitor to whom `answer` speaks in the server's place, where it has one */
  toldClient(answer: (url: string) => Response | undefined): Client;
  /** a new visitor each time; anyone else is signed in once */
  client(who: Person): Client;
  /** Sends a plain request, with the site's key and this person's session. */
  ask(who: Person, path: string, init?: RequestInit): Promise<Response>;
  /** Does something that must leave every row, file, account and mail as it is. */
  unchanged<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits until visitors read these words on a page, or no longer do. */
  reads(path: string, words: string, options?: { not: boolean }): Promise<void>;
  mailsTo(address: string): Promise<Awaited<ReturnType<Site["outbox"]>>>;
  stop(): Promise<void>;
}

/** Opens one built server for all facts that need no browser. */
export async function openWorld(clusterUrl: string): Promise<World> {
  const site = await startSite(clusterUrl);
  const login = await (await fetch(`${site.url}/admin/login`)).text();
  const key = /sb_publishable_[\w-]+/.exec(login)?.[0] ?? "";
  const open = (url: string, otherwise?: typeof fetch): Client =>
    createClient<Database>(url, key, {
      db: { retry: false },
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: otherwise && { fetch: otherwise },
    });
  const signedIn = async (person: { email: string; password: string }) => {
    const client = open(site.url);
    const { error } = await client.auth.signInWithPassword(person);
    if (error) throw error;
    return client;
  };
  const clients: Record<Exclude<Person, "visitor">, Client> = {
    admin: await signedIn(people.admin),
    stranger: await signedIn(people.stranger),
    "cut off": open("http://127.0.0.1:9"),
    "told 500": open(site.url, async () => new Response("{}", { status: 500 })),
  };
  // What the app's queries know of the browser.
  vi.stubGlobal("window", { location: new URL(site.url) });

  const client = (who: Person) => (who === "visitor" ? open(site.url) : clients[who]);
  async function actingAs<Result>(who: Client, work: () => Promise<Result>) {
    const before = actAs({ client: who, url: site.url, key });
    try {
      return await work();
    } finally {
      actAs(before);
    }
  }

  const toldClient: World["toldClient"] = (answer) =>
    open(site.url, async (input, init) => answer(String(input)) ?? fetch(input, init));

  return {
    site,
    key,
    client,
    toldClient,
    told: (answer, work) => actingAs(toldClient(answer), work),
    as: (who, work) => actingAs(client(who), work),
    async ask(who, path, init) {
      const headers = new Headers(init?.headers);
      const { data } = await client(who).auth.getSession();
      if (!headers.has("apikey")) headers.set("apikey", key);
      if (data.session && !headers.has("authorization"))
        headers.set("authorization", `Bearer ${data.session.access_token}`);
      return fetch(site.url + path, { redirect: "manual", ...init, headers });
    },
    async unchanged(work) {
      const before = await everything(site);
      const result = await work();
      expect(await everything(site), "what was changed").toEqual(before);
      return result;
    },
    async reads(path, words, { not } = { not: false }) {
      const page = expect.poll(async () => (await fetch(site.url + path)).text());
      await (not ? page.not.toContain(words) : page.toContain(words));
    },
    mailsTo: async (address) =>
      (await site.outbox()).filter(({ to }) => to?.[0]?.address === address),
    async stop() {
      vi.unstubAllGlobals();
      await site.stop();
    },
  };
}

/** A mark of each table's rows and of the outbox; signing in and out alone is no change. */
async function everything({ sql, outbox }: Site) {
  const tables = await sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where (schemaname in ('public', 'private') and tablename <> 'account_notices') or (schemaname, tablename) in
      (('auth', 'users'), ('storage', 'objects'), ('storage', 'buckets'))
    order by 1`;
  // What tells of an earlier change leaves in its own time.
  const mails = (await outbox()).filter(({ messageId }) => !messageId?.startsWith("<notice-"));
  const marks: Record<string, unknown> = { mails: mails.length };
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as mark from ${name} t`,
    );
    marks[name] = row;
  }
  return marks;
}
