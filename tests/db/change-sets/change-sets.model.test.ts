import fc from "fast-check";
import { expect } from "vitest";
import { followsModel } from "#tests/support/model.ts";
import { people } from "#tests/support/people.ts";
import { type Row, SetModel, type Step } from "./model.ts";
import { site, withSite } from "./steps.ts";

withSite();

const ROWS = 4;
const idOf = (row: number) => `00000000-0000-4000-8000-00000000000${row}`;

type Where = "in the set" | "live";
type Operation =
  | [Where, "insert", number, Row]
  | [Where, "update", number, Partial<Row>]
  | [Where, "delete", number]
  /** all existing rows, in the order of these numbers */
  | [Where, "reorder", number[]]
  | ["in the set", "save over another version", number, Partial<Row>]
  | ["in the set", "drop", number]
  | ["in the set", "decide", number, "live" | "prepared"]
  | ["in the set", "publish"];

const row = fc.nat(ROWS - 1);
// Few values, so that the set and the live table sometimes get the same ones.
const columns = {
  question: fc.constantFrom("Q1", "Q2", "Q3"),
  answer: fc.constantFrom("A1", "A2", "A3"),
  display_order: fc.nat(2),
};
const patch = fc.record(columns, { requiredKeys: [] });
const where = fc.constantFrom("in the set", "in the set", "live");
const inSet = fc.constant("in the set");
const order = fc.array(fc.nat(99), { minLength: ROWS, maxLength: ROWS });
const tuple = fc.tuple as (...parts: fc.Arbitrary<unknown>[]) => fc.Arbitrary<unknown[]>;
const operation = fc.oneof(
  { weight: 4, arbitrary: tuple(where, fc.constant("insert"), row, fc.record(columns)) },
  { weight: 8, arbitrary: tuple(where, fc.constant("update"), row, patch) },
  { weight: 3, arbitrary: tuple(where, fc.constant("delete"), row) },
  { weight: 1, arbitrary: tuple(where, fc.constant("reorder"), order) },
  { weight: 1, arbitrary: tuple(inSet, fc.constant("save over another version"), row, patch) },
  { weight: 1, arbitrary: tuple(inSet, fc.constant("drop"), row) },
  {
    weight: 3,
    arbitrary: tuple(inSet, fc.constant("decide"), row, fc.constantFrom("live", "prepared")),
  },
  { weight: 1, arbitrary: tuple(inSet, fc.constant("publish")) },
) as fc.Arbitrary<Operation>;

/** What the set's functions return. */
interface Answer {
  error: string | null;
  result: unknown;
  rows: (Row & { id: string; updated_at: string })[];
  review: {
    set: { version: string };
    items: (Step & { id: string; row_id: string; item_version: string; version: string | null })[];
  };
}
class RolledBack extends Error {}

/**
 * Runs in one admin transaction that rolls back. Each operation and the read after it are one statement, so
 * two hundred of them take a second.
 */
const follow = (operations: readonly Operation[]) =>
  site.sql
    .begin(async (tx) => {
      await tx`delete from faq_items`;
      await tx`create function pg_temp.attempt(statement text, inout of_set uuid, out answer jsonb)
        language plpgsql as $$
        declare
          result jsonb;
          error text;
        begin
          begin
            execute statement into result using of_set;
          exception when others then
            error := sqlerrm;
          end;
          of_set := coalesce((result ->> 'next_set')::uuid, of_set);
          answer := jsonb_build_object('error', error, 'result', result,
            'rows', set_rows(of_set, 'faq_items'), 'review', set_review(of_set));
        end
        $$`;
      await tx`with session as (
          insert into auth.sessions (id, user_id)
          select gen_random_uuid(), id from auth.users where email = ${people.admin.email}
          returning id, user_id
        )
        select set_config('request.jwt.claims',
          json_build_object('sub', user_id, 'session_id', id)::text, true) from session`;
      await tx`set local role authenticated`;
      const [first] = await tx`select set_create('Set 0') ->> 'id' as id`;
      await followIn(operations, first?.id, async (statement, set) => {
        const [said] = await tx`select * from pg_temp.attempt(${statement}, ${set})`;
        return said as { of_set: string; answer: Answer };
      });
      throw new RolledBack();
    })
    .catch((cause) => {
      if (!(cause instanceof RolledBack)) throw cause;
    });

async function followIn(
  operations: readonly Operation[],
  first: string,
  attempt: (statement: string, set: string) => Promise<{ of_set: string; answer: Answer }>,
) {
  const model = new SetModel();
  let set = first;
  let published = 0;
  let seen = (await attempt("select null", set)).answer;

  async function says(statement: string, error: string | RegExp | undefined) {
    const said = await attempt(statement, set);
    set = said.of_set;
    seen = said.answer;
    if (error) expect(seen.error).toMatch(error);
    else expect(seen.error).toBeNull();
  }

  const versionOf = (id: string) => seen.rows.find((row) => row.id === id)?.updated_at;
  const itemOf = (id: string) => seen.review.items.find((item) => item.row_id === id);
  const inOrder = (ids: Iterable<string>, order: readonly number[]) =>
    [...ids].toSorted((a, b) => (order[Number(a.at(-1))] ?? 0) - (order[Number(b.at(-1))] ?? 0));
  const listed = (ids: readonly string[]) => `array[${ids.map(quoted).join()}]::uuid[]`;

  const save = (what: string, id: string, values: object, version?: string) =>
    `select set_save($1, 'faq_items', ${quoted(id)}, '${what}', ${json(values)}, ${quoted(version)})`;

  async function prepare(operation: Operation & ["in the set", ...unknown[]]) {
    const [, what] = operation;
    if (what === "publish") return publish();
    if (what === "reorder") {
      const ids = inOrder(model.shown().keys(), operation[2]);
      model.reorder(ids);
      return says(`select to_jsonb(set_reorder($1, 'faq_items', ${listed(ids)})::text)`, undefined);
    }
    const id = idOf(operation[2]);
    if (what === "insert") {
      const refusal = model.insert(id, operation[3]) && "This item already exists.";
      return says(save("INSERT", id, operation[3]), refusal);
    }
    if (what === "update") {
      model.update(id, operation[3]);
      return says(save("UPDATE", id, operation[3], versionOf(id)), undefined);
    }
    if (what === "save over another version") {
      const isThere = model.shown().has(id);
      await says(save("UPDATE", id, operation[3], "2026-01-01T00:00:00Z"), undefined);
      return expect(seen.result).toMatchObject({ stale: isThere });
    }
    if (what === "delete") {
      model.delete(id);
      return says(save("DELETE", id, {}), undefined);
    }
    const item = itemOf(id);
    if (what === "drop") {
      model.drop(id);
      return says(`select to_jsonb(set_drop($1, ${listed(item ? [item.id] : [])}))`, undefined);
    }
    if (!item || !model.decide(id, operation[3])) return;
    const about = [item.id, item.item_version, item.version].map(quoted).join();
    await says(`select to_jsonb(set_decide($1, ${about}, '${operation[3]}')::text)`, undefined);
  }

  async function publish() {
    const refusal = model.publish();
    await says(
      `select set_publish($1, ${quoted(seen.review.set.version)}) || jsonb_build_object(
        'next_set', set_create('Set ${++published}') ->> 'id')`,
      refusal && { empty: /no changes yet/, undecided: /changed on the live site/ }[refusal],
    );
  }

  function edit(operation: Operation) {
    const [, what] = operation;
    if (what === "reorder") {
      const ids = inOrder(model.live.keys(), operation[2]);
      for (const [display_order, id] of ids.entries())
        model.live.set(id, { ...(model.live.get(id) as Row), display_order });
      return says(`select to_jsonb(reorder_items('faq_items', ${listed(ids)})::text)`, undefined);
    }
    const id = idOf(operation[2] as number);
    const live = model.live.get(id);
    if (what === "insert") {
      if (live) return;
      model.live.set(id, operation[3]);
      return says(
        `insert into faq_items (id, question, answer, display_order) values (${quoted(id)},
          ${quoted(operation[3].question)}, ${quoted(operation[3].answer)}, ${operation[3].display_order})
        returning null`,
        undefined,
      );
    }
    if (what === "delete") {
      model.live.delete(id);
      return says(`delete from faq_items where id = ${quoted(id)} returning null`, undefined);
    }
    if (!live || what !== "update") return;
    model.live.set(id, { ...live, ...operation[3] });
    return says(
      `update faq_items t set (question, answer, display_order) = (select question, answer, display_order
        from jsonb_populate_record(t, ${json(operation[3])})) where id = ${quoted(id)} returning null`,
      undefined,
    );
  }

  for (const operation of operations) {
    if (operation[0] === "live") await edit(operation);
    else await prepare(operation as Operation & ["in the set", ...unknown[]]);
    const rows = seen.rows.map(
      ({ id, question, answer, display_order }) =>
        [id, { question, answer, display_order }] as const,
    );
    expect(sorted(rows), "what the set shows").toEqual(sorted(model.shown()));
    const steps = seen.review.items.map(
      ({ row_id, action, changed_since, obstacle }) =>
        [row_id, { action, changed_since, obstacle }] as const,
    );
    expect(sorted(steps), "what publishing comes to").toEqual(sorted(model.review()));
  }
}

const sorted = <Value>(entries: Iterable<readonly [string, Value]>) =>
  Object.fromEntries([...entries].toSorted(([a], [b]) => a.localeCompare(b)));
const quoted = (text: string | null | undefined) => (text == null ? "null" : `'${text}'`);
const json = (value: object) => `'${JSON.stringify(value)}'::jsonb`;

const one: Row = { question: "Q1", answer: "A1", display_order: 1 };

// A run takes a second or more. Run all 100 with `MODEL_RUNS=100 npm run test:db -- change-sets.model`.
followsModel("change sets over live edits", {
  operation,
  follow,
  length: 200,
  runs: 5,
  failedOnce: {
    "a row deleted live after a decision for what is live keeps what was decided for": [
      ["live", "insert", 1, one],
      ["in the set", "update", 1, { question: "Q2", display_order: 2 }],
      ["live", "update", 1, { question: "Q3" }],
      ["in the set", "decide", 1, "live"],
      ["live", "delete", 1],
    ],
    "a row deleted live after an edit that led back to it keeps what was live": [
      ["live", "insert", 1, one],
      ["in the set", "update", 1, { question: "Q2", display_order: 2 }],
      ["live", "update", 1, { question: "Q3" }],
      ["in the set", "update", 1, { question: "Q3" }],
      ["live", "delete", 1],
    ],
    "a new row stays whole though there was such a row live for a while": [
      ["in the set", "insert", 1, one],
      ["live", "insert", 1, { question: "Q2", answer: "A1", display_order: 2 }],
      ["in the set", "update", 1, { question: "Q3" }],
      ["live", "delete", 1],
    ],
  },
});
