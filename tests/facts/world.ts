import { isDeepStrictEqual } from "node:util";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect, vi } from "vitest";
import type { Database } from "#app/lib/data/database.types.ts";
import { people } from "#tests/support/people.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { actAs } from "./acting.ts";

type Client = SupabaseClient<Database>;

/**
 * admin and stranger are signed in, stranger without any rights; visitor is not. "cut off" can't
 * reach the server; "status 500" gets that status for every request.
 */
export type Person = "admin" | "stranger" | "visitor" | "cut off" | "status 500";

export interface World {
  /** the built server, with its database and outbox */
  site: Site;
  /** the site's publishable key */
  key: string;
  /** Runs `work` with the app's own queries, which act as this person. */
  as<Result>(who: Person, work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` as a visitor for whom `answer` replaces the server's response, where it returns
   * one.
   */
  withResponses<Result>(
    answer: (url: string) => Response | undefined,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** a visitor for whom `answer` replaces the server's response, where it returns one */
  clientWithResponses(answer: (url: string) => Response | undefined): Client;
  /** a new client for each visitor; anyone else signs in once */
  client(who: Person): Client;
  /** Sends a plain request, with the site's key and this person's session. */
  ask(who: Person, path: string, init?: RequestInit): Promise<Response>;
  /**
   * Runs `work`, which must leave every row, file, account and email unchanged. First waits until no email is
   * due: the server's own job would send it meanwhile.
   */
  unchanged<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits until visitors see this text on a page, or no longer do. */
  reads(path: string, words: string, options?: { not: boolean }): Promise<void>;
  mailsTo(address: string): Promise<Awaited<ReturnType<Site["outbox"]>>>;
  stop(): Promise<void>;
}

/** Starts one built server for all facts that need no browser. */
export async function openWorld(clusterUrl: string): Promise<World> {
  const site = await startSite(clusterUrl);
  // Otherwise the notice of a lead is due after a minute, and sent while a fact expects no change.
  await site.sql`alter table contact_submissions alter mail_next_attempt_at drop default`;
  const login = await (await fetch(`${site.url}/admin/login`)).text();
  const key = /sb_publishable_[\w-]+/.exec(login)?.[0] ?? "";
  const open = (url: string, otherwise?: typeof fetch): Client =>
    createClient<Database>(url, key, {
      db: { retry: false },
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        experimental: { recoveryCodes: true },
      },
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
    "status 500": open(site.url, async () => new Response("{}", { status: 500 })),
  };
  // The browser globals that the app's queries need.
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

  const clientWithResponses: World["clientWithResponses"] = (answer) =>
    open(site.url, async (input, init) => answer(String(input)) ?? fetch(input, init));

  return {
    site,
    key,
    client,
    clientWithResponses,
    withResponses: (answer, work) => actingAs(clientWithResponses(answer), work),
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
      await expect.poll(() => emailsDue(site)).toEqual([]);
      const before = await everything(site);
      const result = await work();
      expect(changesIn(before, await everything(site)), "what was changed").toEqual([]);
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

/** What differs between two results of `everything`, each with both values. */
const changesIn = (before: Everything, after: Everything) =>
  Object.keys({ ...before, ...after })
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => ({ name, before: before[name], after: after[name] }));

/** The emails that the server sends within ten minutes, except for notices about accounts. */
const emailsDue = ({ sql }: Site) => sql`
  select 'lead' kind, email recipient from contact_submissions
    where mail_next_attempt_at < now() + interval '10 minutes' and mail_status <> 'sent' and not is_spam
  union all select kind, recipient from mails where send_after < now() + interval '10 minutes'
  union all select kind, address from loading_dock.auth_mail`;

/** What the server writes on its own schedule, whatever a fact does. */
const ON_SCHEDULE = ["private.account_notices", "private.audit_counts", "private.history_checks"];

type Everything = Record<string, unknown>;

/** A digest of each table's rows and of the outbox, unaffected by signing in and out. */
async function everything({ sql, outbox }: Site): Promise<Everything> {
  const tables = await sql<{ name: string }[]>`
    select name from pg_tables, format('%I.%I', schemaname, tablename) name
    where (schemaname in ('public', 'private') and name <> all (${ON_SCHEDULE}))
      or name in ('auth.users', 'storage.objects', 'storage.buckets')`;
  const digests = tables.map(
    ({ name }) => `
      select '${name}' name, count(*)::int "rows", sum(hashtextextended(t::text, 0)) mark from ${name} t`,
  );
  const marks = await sql.unsafe(`${digests.join(" union all ")} order by name`);
  // Notices about an earlier change are sent on their own schedule.
  const mails = (await outbox()).filter(({ messageId }) => !messageId?.startsWith("<notice-"));
  return {
    mails: mails.map(({ subject, messageId }) => `${subject} ${messageId}`),
    ...Object.fromEntries(marks.map(({ name, ...mark }) => [name, mark])),
  };
}
