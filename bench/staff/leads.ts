/**
 * How long staff wait over HTTP for the built server: for the inbox's first rows with 10,000 leads, and with
 * 200,000 for the dashboard, the filter choices, lists and searches, which read indexes. A word that almost
 * every lead contains is searched in the rows, with a bound of its own. Medians, compared with the budgets
 * (bench/budgets.ts).
 *
 * Needs a build (npm run build). Run: npm run bench:leads
 */
import type { Sql } from "#server/backend/postgres/connection.ts";
import { people } from "#tests/support/people.ts";
import { signedIn } from "../../scripts/tools/server.ts";
import { adminTimes, leadTimes } from "../budgets.ts";
import { reportTimes } from "../tools/report.ts";
import { openTestSite } from "../tools/test-site.ts";
import { timesOf } from "../tools/timing.ts";

const ROUNDS = 15;

/** Adds leads numbered `first` to `last`, each with a different message of about 450 characters. */
const add = (sql: Sql, first: number, last: number) =>
  sql.begin(async (tx) => {
    // The triggers' work is bench:posts' subject; here it would take minutes.
    await tx`set local session_replication_role = replica`;
    // Vacuum marks a page as visible to all only when the commit behind it is flushed.
    await tx`set local synchronous_commit = on`;
    await tx`
      insert into contact_submissions (name, email, business_name, monthly_volume, platforms, message,
        status, created_at, mail_status, mail_next_attempt_at, search_text)
      select l.*, private.folded(concat_ws(E'\n', l.name, l.email, l.business_name, l.message))
      from (
        select 'José Seller ' || n as name, 'seller' || n || '@example.com' as email,
          'Shop ' || n as business_name,
          (array['0-50', '51-100', '101-500', '501-1000', '1000+'])[1 + n % 5],
          array[(array['TikTok Shop', 'Shopify', 'Amazon', 'Etsy'])[1 + n % 4]],
          (select string_agg((array['orders', 'candles', 'shipping', 'warehouse', 'Fernández', 'returns',
            'brand', 'growth', 'tripled', 'monthly', 'boxes', 'quote', 'kitting'])[1 + (g * g + n * g + n) % 13],
            ' ') from generate_series(1, 60) as g) || ' ' || n as message,
          (array['new', 'contacted', 'responded', 'closed'])[1 + n % 4],
          now() - n * interval '1 minute', 'sent', null::timestamptz
        from generate_series(${first}::int, ${last}::int) as n
      ) l`;
  });

await using site = await openTestSite();
const client = await signedIn(site.url, people.admin);
const list =
  (what: object, more: object = {}) =>
  () =>
    client.rpc("lead_list", { what, page_size: 25, ...more }).throwOnError();

const measure = async (questions: Parameters<typeof timesOf>[0], atMost: number) =>
  reportTimes(await timesOf(questions, ROUNDS), atMost);

await add(site.sql, 1, 10_000);
await site.sql`vacuum analyze contact_submissions`;
await measure(
  {
    "10,000: the first rows": list({}),
    "10,000: one status": list({ status: "new" }),
    "10,000: the last page": list({}, { page: 400 }),
  },
  adminTimes.firstRows,
);
await add(site.sql, 10_001, 200_000);
await site.sql`vacuum analyze contact_submissions`;
await measure(
  {
    "200,000: the dashboard": () => client.rpc("admin_dashboard").throwOnError(),
    "200,000: the filter choices": () => client.rpc("lead_choices").throwOnError(),
    "200,000: the first rows": list({}),
    "200,000: the last page": list({}, { page: 8_000 }),
    "200,000: one status": list({ status: "new" }),
    "200,000: one platform": list({ platform: "Etsy" }),
    "200,000: the oldest first": list({ sort: "oldest" }),
    "200,000: due first": list({ sort: "due" }),
    "200,000: the highest volume first": list({ sort: "volume" }),
    "200,000: a word that nobody wrote": list({ q: "nobody" }),
    "200,000: two words of two columns": list({ q: "candles seller99999@" }),
    "200,000: a phone number that nobody wrote": list({ q: "(503) 555-0142" }),
    "200,000: what has arrived since": list(
      { arrived_after: new Date(Date.now() - 60_000).toISOString() },
      { page_size: 0 },
    ),
    "200,000: anything, by a word that nobody wrote": () =>
      client.rpc("admin_find", { words: "nobody" }).throwOnError(),
    "200,000: anything, by two words of two columns": () =>
      client.rpc("admin_find", { words: "candles seller99999@" }).throwOnError(),
    "200,000: the count of new ones": () =>
      client
        .from("contact_submissions")
        .select("id", { count: "exact", head: true })
        .match({ status: "new", is_spam: false })
        .is("deleted_at", null)
        .throwOnError(),
  },
  leadTimes.byIndex,
);
await measure(
  {
    "200,000: a word in every message": list({ q: "fernandez" }),
    "200,000: such a word, the oldest first": list({ q: "shop", sort: "oldest" }),
    "200,000: such a word, a status, a platform": list({
      q: "kitting",
      status: "new",
      platform: "Etsy",
    }),
    "200,000: a phrase in many messages": list({ q: '"monthly boxes"' }),
  },
  leadTimes.commonWord,
);
