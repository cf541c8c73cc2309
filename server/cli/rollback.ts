import { parseArgs } from "node:util";
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
import { command, HOSTED, onConnection, say, withDatabase } from "./command.ts";

const USAGE =
  "Write: npm run rollback, for what it would do, then npm run rollback -- --yes. A backup's name before --yes goes further back.";

await command(async (env, words, stop) => {
  const { values, positionals } = understood(words);
  if (env.supabase) throw new SettingError(HOSTED);
  if (values.stay) return alone(env, stay);
  if (!values.yes) return withDatabase(env, HOSTED, (url) => plan(env, url, positionals[0]));
  return alone(env, (url) => goBack(env, url, positionals[0], stop));
});

function understood(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { yes: { type: "boolean" }, stay: { type: "boolean" } },
    });
  } catch {
    throw new SettingError(USAGE);
  }
}

/** With nobody else on the database: who wrote now would write into what goes. */
function alone(env: Env, work: (url: string) => Promise<string>): Promise<string> {
  const { databaseUrl } = env;
  if (!databaseUrl) return withEmbeddedAlone(env, createLog("error"), work);
  return onConnection(databaseUrl, refuseOthers).then(() => work(databaseUrl));
}

function plan(env: Env, url: string, name: string | undefined) {
  return onConnection(url, async (sql) => {
    if (await readRollback(sql))
      return "A rollback has brought the data back, and waits for the program: npm run rollback -- --yes goes on, npm run rollback -- --stay keeps the program that is here.";
    const { lines } = await planRollback(sql, env, name);
    const next = "Nothing was done yet. Stop the server, then: npm run rollback -- --yes";
    return [...lines, name ? next.replace("-- ", `-- ${name} `) : next].join("\n");
  });
}

function goBack(env: Env, url: string, name: string | undefined, stop: AbortSignal) {
  return onConnection(url, async (sql) => {
    const half = await readRollback(sql);
    if (half) return finishRollback(sql, half, await thisProgram());
    const planned = await planRollback(sql, env, name);
    console.log(planned.lines.join("\n"));
    return rollBack({ sql, databaseUrl: url, env, planned, stop, say });
  });
}

function stay(url: string) {
  return onConnection(url, async (sql) => {
    if (!(await readRollback(sql))) return "No rollback is under way.";
    await endRollback(sql);
    return "The next start brings the data forward again, with this program.";
  });
}
