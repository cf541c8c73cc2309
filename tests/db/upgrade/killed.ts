import { type ExecFileException, execFile } from "node:child_process";
import { isBaseline } from "#server/backend/self-hosted/migrations/baseline.ts";
import { migrate } from "#server/backend/self-hosted/migrations/migrate.ts";
import type { EarlierSite } from "#tests/support/earlier-site.ts";

/** Counts each schema change and each record, even across a rollback, and ends the connection at one. */
const counting = (at: number) => `
create schema kills;
create sequence kills.step;
create function kills.count() returns void language plpgsql as $$
begin
  if nextval('kills.step') = ${at} then perform pg_terminate_backend(pg_backend_pid()); end if;
end $$;
-- What is there already makes no step: create table if not exists.
create function kills.ddl() returns event_trigger language plpgsql as $$
begin
  if exists (select from pg_event_trigger_ddl_commands()) then perform kills.count(); end if;
end $$;
create function kills.record() returns trigger language plpgsql as 'begin perform kills.count(); return null; end';
create trigger kills after insert or delete on supabase_migrations.schema_migrations
  for each row execute function kills.record();
create event trigger kills on ddl_command_end execute function kills.ddl();
`;
const NOT_COUNTING = `
drop event trigger kills;
drop trigger kills on supabase_migrations.schema_migrations;
drop schema kills cascade;
`;

/** How many steps the migration to the baseline takes. The site is unchanged afterwards. */
export async function stepsToBaseline({ sql }: EarlierSite): Promise<number> {
  await sql.unsafe(counting(0)).simple();
  await sql.begin(async (tx) => {
    await migrate(tx, { only: isBaseline });
    await tx`rollback`;
  });
  const [row] = await sql`select last_value as steps from kills.step`;
  await sql.unsafe(NOT_COUNTING).simple();
  return Number(row?.steps);
}

/** A process that migrates to the baseline, and loses its connection at this step. @returns how it ended */
export async function killedAt({ sql, databaseUrl }: EarlierSite, step: number) {
  await sql.unsafe(counting(step)).simple();
  const code = `
    import { connect } from "#server/backend/postgres/connection.ts";
    import { isBaseline } from "#server/backend/self-hosted/migrations/baseline.ts";
    import { migrate } from "#server/backend/self-hosted/migrations/migrate.ts";
    await migrate(connect(process.argv[1], 1), { only: isBaseline });`;
  const args = ["--input-type=module", "--eval", code, databaseUrl];
  const error = await new Promise<ExecFileException | null>((resolve) => {
    execFile(process.execPath, args, (error) => resolve(error));
  });
  await sql.unsafe(NOT_COUNTING).simple();
  return error?.code;
}
