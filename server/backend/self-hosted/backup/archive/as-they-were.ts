import type { Tx } from "#server/backend/postgres/connection.ts";
import { SCHEMAS } from "./tables.ts";

/**
 * Does work that puts rows back as they were. No trigger changes them, and foreign keys are checked at the end, so
 * tables may come in any order. The owner of the tables may do this; session_replication_role is for superusers.
 */
export async function asTheyWere(tx: Tx, work: () => Promise<void>): Promise<void> {
  const triggers = await tx<{ relation: string; name: string }[]>`
    select t.tgrelid::regclass::text as relation, quote_ident(t.tgname) as name
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled = 'O'
      and c.relnamespace::regnamespace::text = any (${SCHEMAS})`;
  const keys = await tx<{ relation: string; name: string; definition: string }[]>`
    select k.conrelid::regclass::text as relation, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0
      and c.relnamespace::regnamespace::text = any (${SCHEMAS})`;
  const alter = async (changes: string[]) => {
    if (changes.length > 0) await tx.unsafe(changes.join(";\n")).simple();
  };
  const turn = (word: string) =>
    triggers.map(({ relation, name }) => `alter table ${relation} ${word} trigger ${name}`);
  await alter([
    ...turn("disable"),
    ...keys.map(({ relation, name }) => `alter table ${relation} drop constraint ${name}`),
  ]);
  await work();
  await alter([
    ...keys.map(
      ({ relation, name, definition }) =>
        `alter table ${relation} add constraint ${name} ${definition}`,
    ),
    ...turn("enable"),
  ]);
}
