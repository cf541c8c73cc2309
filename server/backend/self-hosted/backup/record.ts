import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { knownZone } from "#contract/time/company-zone.ts";
import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import type { Taken } from "./take.ts";

const instant = z.coerce.date();
const instantOrNone = z.preprocess((value) => value ?? undefined, instant.optional());

/** What the database knows about earlier backups (`public.backup_known`). */
export const knownSchema = z.object({
  /** this site's ID */
  site: z.string(),
  since: instant,
  /** when the last verified one began and ended */
  proved: instantOrNone,
  proved_end: instantOrNone,
  failed: instantOrNone,
  /** the company's; missing in databases of early versions */
  zone: z.unknown().optional().transform(knownZone),
  /** one is running, or was when its program was killed */
  running: z.boolean(),
});
export type KnownBackups = z.infer<typeof knownSchema>;

/** Whether the database has backup records. An early version's has none until it is migrated. */
export async function knowsBackups(sql: Sql): Promise<boolean> {
  const [row] = await sql`select to_regprocedure('public.backup_known()') is not null as known`;
  return row?.known ?? false;
}

export async function readKnown(sql: Sql): Promise<KnownBackups> {
  const [row] = await sql`select public.backup_known() as known`;
  return knownSchema.parse(row?.known);
}

/** Ends the records of killed programs; they are dead, since the caller holds the backup lock. */
export const endRecords = (sql: Sql | Tx) => sql`
  update public.backup_runs set outcome = 'interrupted', ended_at = now(), step = null
  where outcome = 'running'`;

/** Minimum interval between two recorded steps. */
const STEP_MS = 500;

const NOT_RECORDED = {
  say(_step: string) {},
  async proved(_taken: Taken) {},
  async failed(_outcome: "failed" | "interrupted", _cause: string) {},
};

/**
 * The database row of a run, which anyone waiting for it reads.
 * @param sql the owner's connection
 */
export async function beginRecord(
  sql: Sql,
  askedBy: string | undefined,
): Promise<typeof NOT_RECORDED> {
  if (!(await knowsBackups(sql))) return NOT_RECORDED;
  await endRecords(sql);
  const [row] = await sql`
    insert into public.backup_runs (asked_by) values (${askedBy ?? null}) returning id`;
  const id = String(row?.id);
  let step: string | undefined;
  let writing: Promise<unknown> | undefined;

  async function write() {
    while (step !== undefined) {
      const said = step;
      step = undefined;
      await sql`update public.backup_runs set step = ${said} where id = ${id}`;
      await delay(STEP_MS, undefined, { ref: false });
    }
  }
  /** An unrecorded step doesn't matter. */
  const settled = () => writing?.catch(() => {});

  return {
    say(said: string) {
      step = said;
      writing ??= write().finally(() => {
        writing = undefined;
      });
      writing.catch(() => {});
    },
    async proved({ name, rows, files, missing, bytes }: Taken) {
      step = undefined;
      await settled();
      await sql`update public.backup_runs set outcome = 'proved', ended_at = now(), step = null,
        ${sql({ name, rows, files, missing, bytes })} where id = ${id}`;
    },
    async failed(outcome: "failed" | "interrupted", cause: string) {
      step = undefined;
      await settled();
      await sql`update public.backup_runs set outcome = ${outcome}, ended_at = now(), step = null,
        cause = ${cause.slice(0, 1000)} where id = ${id}`;
    },
  };
}
