import { withConnection } from "#server/backend/postgres/connection.ts";
import { withEmbeddedAlone } from "#server/backend/self-hosted/embedded.ts";
import { endRollback, readRollback } from "#server/backend/self-hosted/upgrade/half-rolled-back.ts";
import { thisProgram } from "#server/backend/self-hosted/upgrade/program.ts";
import {
  finishRollback,
  planRollback,
  refuseOthers,
  rollBack,
} from "#server/backend/self-hosted/upgrade/rollback.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { command, HOSTED, parseWords, say, withDatabase } from "./command.ts";
import { requireDataDir, requireFolder, requireOwner, requireTables } from "./require-site.ts";

const USAGE =
  "Usage: npm run rollback to see what it would do, then npm run rollback -- --yes. Put a backup's name before --yes to go further back.";

const OPTIONS = { yes: { type: "boolean" }, stay: { type: "boolean" } } as const;

await command(async (env, words, stop) => {
  const { values, positionals } = parseWords(words, OPTIONS, USAGE);
  if (env.supabase) throw new SettingError(HOSTED);
  if (values.stay) return alone(env, stay);
  if (!values.yes) return withDatabase(env, HOSTED, (url) => plan(env, url, positionals[0]));
  return alone(env, (url) => goBack(env, url, positionals[0], stop));
});

/** Runs with exclusive access to the database: the rollback would discard concurrent writes. */
async function alone(env: Env, work: (url: string) => Promise<string>): Promise<string> {
  const { databaseUrl } = env;
  requireOwner(env);
  if (!databaseUrl) {
    requireFolder(env);
    return withEmbeddedAlone(env, createLog("error"), work);
  }
  // Uses one connection: a second one that has just closed could count as another client's.
  await withConnection(databaseUrl, async (sql) => {
    await requireTables(sql);
    requireDataDir(env);
    await refuseOthers(sql);
  });
  return work(databaseUrl);
}

function plan(env: Env, url: string, name: string | undefined) {
  return withConnection(url, async (sql) => {
    if (await readRollback(sql))
      return "A rollback restored the data and is waiting for the program: npm run rollback -- --yes finishes it, npm run rollback -- --stay keeps the current program.";
    const { lines } = await planRollback(sql, env, name);
    const next =
      "Nothing has changed yet. To roll back, stop the server and run: npm run rollback -- --yes";
    return [...lines, name ? next.replace("-- ", `-- ${name} `) : next].join("\n");
  });
}

function goBack(env: Env, url: string, name: string | undefined, stop: AbortSignal) {
  return withConnection(url, async (sql) => {
    const half = await readRollback(sql);
    if (half) return finishRollback(sql, half, await thisProgram());
    const planned = await planRollback(sql, env, name);
    console.log(planned.lines.join("\n"));
    return rollBack({ sql, databaseUrl: url, env, planned, stop, say });
  });
}

function stay(url: string) {
  return withConnection(url, async (sql) => {
    if (!(await readRollback(sql))) return "No rollback is in progress.";
    await endRollback(sql);
    return "The next start migrates the data again, with this program.";
  });
}
