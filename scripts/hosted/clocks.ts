import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "#server/backend/postgres/connection.ts";
import { supabaseFolder } from "#server/backend/supabase-folder.ts";
import { same, step } from "../tools/steps.ts";

const MANUAL = join(supabaseFolder, "../docs/deploy-supabase.md");
const folder = join(supabaseFolder, "migrations");
const planned = readdirSync(folder)
  .flatMap((name) => [
    ...readFileSync(join(folder, name), "utf8").matchAll(/cron\.schedule\('(.+?)'/g),
  ])
  .map(([, job]) => job)
  .sort();

/** The pg_cron jobs that the push schedules, and those of a project that enables pg_cron later. */
export async function checkClocks(url: string) {
  const sql = connect(url, 1);
  const jobs = () =>
    sql`select jobname, command from cron.job where username = 'postgres' order by 1`;
  await step("with pg_cron the push plans its jobs, and each runs as postgres", async () => {
    const rows = await jobs();
    same(
      rows.map(({ jobname }) => jobname),
      planned,
    );
    for (const { command } of rows) await sql.unsafe(String(command));
    return planned.join(", ");
  });
  await step("what the manual says for turning them on later plans the same jobs", async () => {
    const before = await jobs();
    const [text = ""] = /^(?:select cron\.schedule.+\n)+/m.exec(readFileSync(MANUAL, "utf8")) ?? [];
    for (const { jobname } of before) await sql`select cron.unschedule(${jobname})`;
    await sql.unsafe(text).simple();
    same(await jobs(), before);
  });
  await sql.end();
}
