/**
 * Publishing is all or nothing. Kills a publish (SIGKILL) 20 times, alternating between the PostgreSQL
 * backend process that runs it and the whole database server, spread over the time that publishing takes.
 * Each time, after the server restarts, either the whole set is live, as one change in the history, or
 * nothing is. If the publish was confirmed, the whole set must be live.
 *
 * Run: npm run bench:kill-publish
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createTestDatabase, startTestCluster } from "#tests/support/cluster.ts";
import { report } from "../tools/report.ts";

const ROUNDS = 20;
/** Each round's set changes these, adds one more, and deletes the one that the previous round added. */
const QUESTIONS = 60;

// A separate cluster: killing one process drops every connection to the server.
const cluster = await startTestCluster({ durable: true });
const url = await createTestDatabase(cluster.url);

async function withClient<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // A killed server also emits `error` here, in addition to rejecting pending queries.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** A set that changes every question, adds one and deletes one. @returns its id and version */
const prepare = (round: number) =>
  withClient(async (client) => {
    const { rows } = await client.query(
      `with made as (insert into change_sets (name) values ($1) returning id, version), changed as (
        insert into change_set_items (set_id, table_name, row_id, operation, base, prepared)
        select made.id, 'faq_items', f.id,
          case f.question when 'Added' then 'DELETE' else 'UPDATE' end, to_jsonb(f),
          case f.question when 'Added' then '{}' else jsonb_build_object('answer', $1::text) end
        from faq_items f, made
      ), added as (
        insert into change_set_items (set_id, table_name, row_id, operation, prepared)
        select made.id, 'faq_items', n.id, 'INSERT', jsonb_build_object(
          'id', n.id, 'question', 'Added', 'answer', $1::text)
        from made, (select gen_random_uuid() as id) n
      ) select id, version::text from made`,
      [`Round ${round}`],
    );
    return rows[0] as { id: string; version: string };
  });

/**
 * Publishes as the admin. Calls `begun` with the PID of the backend process that runs it, and `notified` once it
 * has succeeded. The connection stays open until the promise that `notified` returns resolves.
 */
const publish = (
  set: { id: string; version: string },
  begun: (pid: number) => void,
  notified: () => Promise<void>,
) =>
  withClient(async (client) => {
    const { rows } = await client.query(`with session as (
        insert into auth.sessions (id, user_id)
        select gen_random_uuid(), user_id from admins limit 1 returning id, user_id
      )
      select pg_backend_pid() as pid, set_config('request.jwt.claims', jsonb_build_object(
        'sub', user_id, 'session_id', id, 'role', 'authenticated')::text, false) from session`);
    await client.query("set role authenticated");
    begun(rows[0].pid);
    await client.query("select public.set_publish($1, $2)", [set.id, set.version]);
    await notified();
  });

/** Reads the state of a round's set, retrying until the restarted server answers. */
async function found(round: number, id: string) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await withClient(async (client) => {
        const { rows } = await client.query(
          `select (select status from change_sets where id = $2) as status,
            (select count(*)::int from faq_items where answer = $1) as rows,
            (select count(*)::int from faq_items) as "ofAll",
            (select count(*)::int from history where note = 'Published: ' || $1) as entries,
            (select count(distinct change_id)::int from history
              where note = 'Published: ' || $1) as changes`,
          [`Round ${round}`, id],
        );
        return rows[0];
      });
    } catch (cause) {
      if (tries > 400) throw cause;
      await pause(25);
    }
  }
}

const ALL = {
  status: "published",
  rows: QUESTIONS + 1,
  ofAll: QUESTIONS + 1,
  entries: QUESTIONS + 2,
  changes: 1,
};
const NOTHING = { status: "open", rows: 0, ofAll: QUESTIONS + 1, entries: 0, changes: 0 };

async function killed(round: number, takes: number) {
  const set = await prepare(round);
  const { promise: pid, resolve } = Promise.withResolvers<number>();
  const kill = Promise.withResolvers<void>();
  let wasNotified = false;
  const notified = () => {
    wasNotified = true;
    return kill.promise;
  };
  // A killed connection doesn't reveal whether the publish succeeded: `found` checks that.
  const ended = publish(set, resolve, notified).catch((cause: Error) => cause);
  const worker = await pid;
  // Spread the kills over the whole duration of a publish.
  await pause(takes * ((round + Math.random()) / ROUNDS));
  const lines = await readFile(join(cluster.folder, "postmaster.pid"), "utf8");
  process.kill(round % 2 ? worker : Number.parseInt(lines, 10), "SIGKILL");
  kill.resolve();
  await ended;
  const is = await found(round, set.id);
  assert.deepEqual(is, is.rows > 0 || wasNotified ? ALL : NOTHING, `round ${round}`);
  return is.rows > 0 ? "all" : "nothing";
}

try {
  await withClient(async (client) => {
    await client.query("delete from faq_items");
    await client.query(
      "insert into faq_items (question, answer) select 'Question ' || n, 'None' from generate_series(1, $1) n",
      [QUESTIONS],
    );
    await client.query("insert into faq_items (question, answer) values ('Added', 'None')");
  });
  const undisturbed = await prepare(ROUNDS);
  let began = 0;
  let takes = 0;
  await publish(
    undisturbed,
    () => {
      began = performance.now();
    },
    async () => {
      takes = performance.now() - began;
    },
  );
  assert.deepEqual(await found(ROUNDS, undisturbed.id), ALL);

  const outcomes = { all: 0, nothing: 0 };
  for (let round = 0; round < ROUNDS; round += 1) outcomes[await killed(round, takes)] += 1;
  report([
    { what: "killed while publishing, all of it live", measured: outcomes.all },
    { what: "nothing of it live", measured: outcomes.nothing, atLeast: 1 },
    // Any other outcome has already failed the assertion.
    { what: "live in part", measured: ROUNDS - outcomes.all - outcomes.nothing, atMost: 0 },
  ]);
} finally {
  await cluster.stop();
}
