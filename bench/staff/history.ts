/**
 * What a long history costs: with 100,000 entries, how much recording adds to a save in the database, and how
 * long the screens wait for history data over HTTP from the built server. Medians, compared with the budgets
 * (bench/budgets.ts).
 *
 * Needs a build (npm run build). Run: npm run bench:history
 */
import { people } from "#tests/support/people.ts";
import { manyChanges } from "#tests/support/samples/many-rows.ts";
import { signedIn } from "../../scripts/tools/server.ts";
import { historyTimes } from "../budgets.ts";
import { report, reportTimes } from "../tools/report.ts";
import { openTestSite } from "../tools/test-site.ts";
import { median, timed, timesOf } from "../tools/timing.ts";

const ROUNDS = 25;
const SAVES = 300;

await using site = await openTestSite();
const { sql } = site;
await manyChanges(sql, 100_000);
await sql`analyze`;
const [text] = await sql`select id from site_content where content_key = 'title' limit 1`;
const [{ user } = {}] = await sql`select user_id as user from admins limit 1`;

/** ms to save one text as a signed-in person. Plain and recorded saves alternate, so none are merged. */
const save = (number: number) =>
  sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: user })}, true)`;
    return timed(
      () => tx`update site_content set content_value = ${`Words ${number}`} where id = ${text?.id}`,
    );
  });
const saves = { plain: [] as number[], recorded: [] as number[] };
for (let number = 0; number < SAVES; number += 1) {
  const way = number % 2 === 0 ? "plain" : "recorded";
  await sql.unsafe(
    `alter table site_content ${way === "plain" ? "disable" : "enable"} trigger record_history`,
  );
  saves[way].push(await save(number));
}
const added = median(saves.recorded) - median(saves.plain);
report([
  { what: "a save without a record", measured: median(saves.plain), unit: "ms" },
  {
    what: "what recording adds to it, with 100,000 entries",
    measured: added,
    unit: "ms",
    atMost: historyTimes.save,
  },
]);

const client = await signedIn(site.url, people.admin);
const list = (what: object, more: object = {}) => client.rpc("history_list", { what, ...more });
const since = new Date(Date.now() - 864e5).toISOString();
const [middle] = await sql`select changed_at::text, id from history
  order by changed_at desc offset 50000 limit 1`;
const questions = {
  "the newest changes": () => list({}),
  "the dashboard's five": () => list({}, { page_size: 5 }),
  "changes of half a history ago": () => list({}, { older_than: middle }),
  "changes of one page": () => list({ page: "pricing" }),
  "changes of one person": () => list({ person: people.admin.email }),
  "changes of a person who made none": () => list({ person: "nobody@example.com" }),
  "one kind on one page by one person": () =>
    list({ kind: "services", page: "services", person: people.admin.email }),
  "changes of one item": () => list({ kind: "site_content", row: text?.id }),
  "what there is to filter by": () => client.rpc("history_filters"),
  "versions of a field": () =>
    client
      .from("history")
      .select()
      .eq("table_name", "site_content")
      .eq("row_id", text?.id)
      .contains("fields", ["content_value"])
      .order("changed_at", { ascending: false })
      .limit(50),
  "a look at a day of one page": () =>
    client.rpc("history_look", { what: { since, page: "pricing" } }),
};
reportTimes(await timesOf(questions, ROUNDS), historyTimes.screen);
