import { join } from "node:path";
import { connect } from "../../server/backend/postgres/connection.ts";
import { addLeads, end, endAll, startOurs, until } from "../tools/server.ts";
import { step } from "../tools/steps.ts";
import { runCli, startCli } from "./cli.ts";
import { PASSWORD, prepare, startPostgres } from "./postgres.ts";

const LEADS = 20_000;

/** Restores into Debian's PostgreSQL as the owner from deploy/postgres.sql: killed, repeated, complete. */
export async function restoreCutOff(folder: string): Promise<void> {
  const postgres = await startPostgres(join(folder, "restore"));
  await prepare(postgres, "postgres", "postgres", "restored");
  const urlOf = (name: string) =>
    `postgresql://${name}:${PASSWORD}@127.0.0.1:${postgres.port}/${name}`;
  const places = { BACKUP_TO: join(folder, "restore-backups") };
  const from = {
    DATABASE_URL: urlOf("loading_dock"),
    DATA_DIR: join(folder, "restore-from"),
    ...places,
  };
  const into = {
    DATABASE_URL: urlOf("restored"),
    DATA_DIR: join(folder, "restore-into"),
    ...places,
  };
  const target = connect(into.DATABASE_URL, 1);
  try {
    await step("a site on PostgreSQL by a user who isn't a superuser is backed up", async () => {
      const { child } = await startOurs(folder, "restore-from", { settings: from });
      const sql = connect(from.DATABASE_URL, 1);
      const [role] =
        await sql`select rolsuper or rolcreaterole as more from pg_roles where rolname = current_user`;
      if (role?.more) throw new Error("the owner has more rights than it needs");
      await addLeads(sql, LEADS);
      await sql.end();
      await runCli(["backup"], from);
      await endAll([child]);
    });
    await step("a restore that was cut off can be repeated", async () => {
      const cut = startCli(["restore", "latest"], into);
      const ended = () =>
        cut.child.exitCode === null ? undefined : "it ended before it was killed";
      // The restore has begun in the new database, but not committed everything.
      await until(async () => (await tables(target)) > 0, ended);
      await end(cut.child, "SIGKILL");
      const left = await tables(target);
      await runCli(["restore", "latest"], into);
      const [row] =
        await target`select count(*)::int as leads from public.contact_submissions where email like 'sender%'`;
      if (row?.leads !== LEADS) throw new Error(`${row?.leads} of ${LEADS} leads`);
      return `killed with ${left} tables made`;
    });
    await step("a site starts on what was restored", async () => {
      const { child, url } = await startOurs(folder, "restore-into", { settings: into });
      const { status } = await fetch(url);
      await endAll([child]);
      if (status !== 200) throw new Error(`it answered ${status}`);
    });
    await step("a second restore into the same database is refused", async () => {
      const { code, output } = await startCli(["restore", "latest"], into).ended;
      if (code !== 1 || output.trim().includes("\n")) throw new Error(`${code}\n${output}`);
      return output.trim();
    });
  } finally {
    await target.end();
    postgres.stop();
  }
}

const tables = async (sql: ReturnType<typeof connect>) => {
  const [row] =
    await sql`select count(*)::int as tables from pg_tables where schemaname = 'public'`;
  return Number(row?.tables);
};
