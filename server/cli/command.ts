import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { withEmbedded } from "#server/backend/self-hosted/embedded.ts";
import { type Env, readEnv, SettingError } from "#server/runtime/env.ts";
import { exitInWords } from "#server/runtime/lifecycle.ts";
import { createLog } from "#server/runtime/log.ts";
import { explainStart } from "#server/runtime/start-errors.ts";

/** What a shell expects of a program that a signal ended: 128 and the signal's number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs a command line program: its sentence on success, if it has one, one sentence and exit code 1 when the person
 * can mend what is wrong. On SIGINT and SIGTERM the work is told to end, and cleans up; a second
 * signal ends it at once.
 * @param work gets the settings, the words after the program's name, and what tells it to end
 */
export async function command(
  work: (env: Env, words: string[], stop: AbortSignal) => Promise<string>,
) {
  process.on("uncaughtException", exitInWords);
  const stopping = new AbortController();
  let failure = 1;
  for (const [signal, number] of Object.entries(SIGNALS))
    process.once(signal, () => {
      failure = number;
      stopping.abort(new SettingError("Stopped before the end."));
    });
  try {
    const said = await work(readEnv(process.env), process.argv.slice(2), stopping.signal);
    if (said) console.log(said);
  } catch (error) {
    const known = explainStart(error);
    console.error(known instanceof SettingError ? known.message : known);
    process.exitCode = failure;
  }
  // A pipe takes what is printed at its own pace; what waits for it would be lost.
  await new Promise((taken) => process.stdout.write("", taken));
  // What was given up may hold a socket open, and with it the process.
  process.exit();
}

/** A disk or a database that gives no sign for so long is not slow but stuck, in milliseconds. */
export const QUIET_MS = 60_000;

/** Steps are for whoever watches; a log of a scheduler needs the end alone. */
export const say = process.stderr.isTTY ? (line: string) => console.error(line) : () => {};

/** The command's sentence where the project's own means are the ones to use. */
export const HOSTED = "With SUPABASE_URL, the project's own backups are the ones to use.";

/** Does `work` on one connection of the owner's. */
export async function onConnection<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(url, 1);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Does `work` on the database that the settings name.
 * @throws SettingError on hosted Supabase, whose database is not ours
 */
export function withDatabase<T>(env: Env, hosted: string, work: (url: string) => Promise<T>) {
  if (env.supabase) throw new SettingError(hosted);
  if (env.databaseUrl) return work(env.databaseUrl);
  return withEmbedded(env, createLog("error"), work);
}
