import { z } from "zod";
import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import { SettingError } from "#server/runtime/env.ts";
import { called, isSame, type Program, programSchema } from "./program.ts";

/** Key in loading_dock.state between the rollback of the data and the rollback of the program. */
const KEY = "rollback";

const rollbackSchema = z.object({
  /** the program that wrote the data; omitted: it wasn't recorded */
  to: programSchema.optional(),
  /** the program that did the rollback */
  from: programSchema,
  /** the time of the restored data */
  created: z.coerce.date(),
  /** the backup of the data that was replaced */
  kept: z.string(),
});
export type Rollback = z.infer<typeof rollbackSchema>;

export async function readRollback(sql: Sql): Promise<Rollback | undefined> {
  const [there] = await sql`select to_regclass('loading_dock.state') is not null as state`;
  if (!there?.state) return undefined;
  const [row] = await sql`select value from loading_dock.state where key = ${KEY}`;
  return row && rollbackSchema.parse(JSON.parse(row.value));
}

export const recordRollback = (tx: Tx, rollback: Rollback) =>
  tx`insert into loading_dock.state (key, value) values (${KEY}, ${JSON.stringify(rollback)})`;

export const endRollback = (sql: Sql) => sql`delete from loading_dock.state where key = ${KEY}`;

/**
 * Starting the newer program again would migrate the data forward.
 * @throws SettingError that says how to finish the rollback
 */
export async function refuseHalfRolledBack(sql: Sql, program: Program): Promise<void> {
  const rollback = await readRollback(sql);
  if (!rollback) return;
  if (isSame(rollback.from, program))
    throw new SettingError(
      `A rollback restored the data, but this is still the newer program, ${called(program)}. Run npm run rollback -- --yes to finish it${rollback.to ? `, or start ${called(rollback.to)}` : ""}. To keep this program instead: npm run rollback -- --stay`,
    );
  await endRollback(sql);
}
