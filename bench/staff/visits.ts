/**
 * What five years of 10,000 page views a day take: the size of the tables with their indexes, and how long
 * staff wait over HTTP for the figures of a period. Each day has 50 sources and 50 campaigns, which is all
 * that is kept of a day, and the last 30 days have their visits. Compared with bench/budgets.ts.
 *
 * Needs a build (npm run build). Run: npm run bench:visits
 */
import { people } from "#tests/support/people.ts";
import { signedIn } from "../../scripts/tools/server.ts";
import { visitFigures } from "../budgets.ts";
import { report, reportTimes } from "../tools/report.ts";
import { openTestSite } from "../tools/test-site.ts";
import { timesOf } from "../tools/timing.ts";

const ROUNDS = 15;
const TABLES = ["visits", "visit_keys", "visit_salts", "visit_days", "visit_vitals"];

await using site = await openTestSite();
const { sql } = site;
await sql`
  insert into private.visit_days
  select 'day', private.company_day() - d, n.dimension, n.name, 10000 / n.of, 4000 / n.of, 1000 / n.of, 400 / n.of,
    200 / n.of, 40 / n.of, 20, 10, true
  from generate_series(1, 1826) d, (
    select 'total' as dimension, '' as name, 1 as of
    union all select 'source', 'source-' || n || '.example', 50 from generate_series(1, 50) n
    union all select 'campaign', 'the campaign of spring ' || n, 50 from generate_series(1, 50) n
    union all select k.dimension, p.path, 7 from (values ('page'), ('landing_page')) k(dimension),
      (values ('/'), ('/services'), ('/sourcing'), ('/pricing'), ('/why-us'), ('/faqs'), ('/contact')) p(path)
    union all select 'device', p.device, 3 from (values ('phone'), ('tablet'), ('desktop')) p(device)
  ) n`;
await sql`
  insert into private.visit_vitals
  select 'day', private.company_day() - d, m.metric, n * m.step, 100
  from generate_series(0, 1826) d, (values ('lcp', 100), ('inp', 20), ('cls', 10)) m(metric, step),
    generate_series(1, 40) n`;
await sql`
  insert into private.visit_days
  select 'month', date_trunc('month', d.day::timestamp)::date, d.dimension, d.name, sum(d.views), sum(d.visits),
    sum(d.contact), sum(d.started), sum(d.sent), sum(d.booked), sum(d.phone), sum(d.email)
  from private.visit_days d group by 2, 3, 4`;
await sql`
  insert into private.visit_vitals
  select 'month', date_trunc('month', v.day::timestamp)::date, v.metric, v.at_most, sum(v.samples)
  from private.visit_vitals v group by 2, 3, 4`;
await sql`
  insert into private.visits
  select gen_random_uuid(), private.company_day() - n % 30, 'source-' || n % 50 || '.example',
    'the campaign of spring ' || n % 50, '/pricing', 'phone', n % 4 = 0, n % 10 = 0, n % 20 = 0, n % 100 = 0
  from generate_series(1, 120000) n`;
for (const table of TABLES) await sql`vacuum analyze ${sql.unsafe(`private.${table}`)}`;
const [{ bytes = Number.NaN } = {}] = await sql`
  select sum(pg_total_relation_size(('private.' || name)::regclass))::float8 as bytes
  from unnest(${TABLES}::text[]) as name`;

const client = await signedIn(site.url, people.admin);
const figuresOf = (days: number) => {
  const from = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  return () => client.rpc("visit_insights", { from }).throwOnError();
};
const questions = {
  "the figures of 30 days": figuresOf(30),
  "the figures of 365 days": figuresOf(365),
  "the figures of 1,826 days": figuresOf(1_826),
};
reportTimes(await timesOf(questions, ROUNDS), visitFigures.screen);
report([
  {
    what: "five years of figures",
    measured: bytes / 1024 ** 2,
    unit: "MB",
    atMost: visitFigures.size,
  },
]);
