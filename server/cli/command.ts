import { inspect } from "node:util";
import { explainCause } from "#contract/causes.ts";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { asDatabaseError, isConnectionLoss } from "#server/backend/postgres/errors.ts";
import { checkSessions } from "#server/backend/postgres/first-answer.ts";
import { withEmbedded } from "#server/backend/self-hosted/embedded.ts";
import { explainUnreachable } from "#server/backend/self-hosted/unreachable.ts";
import { type Env, readEnv, SettingError } from "#server/runtime/env.ts";
import { exitSaying } from "#server/runtime/lifecycle.ts";
import { createLog } from "#server/runtime/log.ts";
import { explainStart, wordsOf } from "#server/runtime/start-errors.ts";
import { requireDataDir, requireFolder, requireOwner, requireTables } from "./require-site.ts";

/** What a shell expects of a program that a signal ended: 128 and the signal's number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs a command line program: its sentence on success, if it has one; on failure one sentence and exit code 1,
 * and with LOG_LEVEL=debug the stack. On SIGINT and SIGTERM the work is told to end, and cleans up; a second
 * signal ends it at once.
 * @param work gets the settings, the words after the program's name, and what tells it to end
 */
export async function command(
  work: (env: Env, words: string[], stop: AbortSignal) => Promise<string>,
) {
  let env: Env | undefined;
  const words = (error: unknown) => {
    const sentence = explainFailure(error, env);
    return env?.logLevel === "debug" ? `${sentence}\n${inspect(error)}` : sentence;
  };
  process.on("uncaughtException", (error) => exitSaying(error, words));
  const stopping = new AbortController();
  let failure = 1;
  for (const [signal, number] of Object.entries(SIGNALS))
    process.once(signal, () => {
      failure = number;
      stopping.abort(new SettingError("Stopped before finishing."));
    });
  try {
    env = readEnv(process.env);
    const said = await work(env, process.argv.slice(2), stopping.signal);
    if (said) console.log(said);
  } catch (error) {
    console.error(words(error));
    process.exitCode = failure;
  }
  // A pipe takes what is printed at its own pace; what waits for it would be lost.
  await new Promise((taken) => process.stdout.write("", taken));
  // What was given up may hold a socket open, and with it the process.
  process.exit();
}

/** A disk or a database that gives no sign for so long is not slow but stuck, in milliseconds. */
export const QUIET_MS = 60_000;

/** Steps are for anyone who watches; a log of a scheduler needs the end alone. */
export const say = process.stderr.isTTY ? (line: string) => console.error(line) : () => {};

/** The command's sentence where the project's own means are the ones to use. */
export const HOSTED = "With SUPABASE_URL, use the project's own backups.";

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
 * Does `work` on the site's database that the settings name.
 * @throws SettingError on hosted Supabase, whose database is not ours, and where there is no site
 */
export async function withDatabase<T>(env: Env, hosted: string, work: (url: string) => Promise<T>) {
  await requireSite(env, hosted);
  return withNewDatabase(env, hosted, work);
}

/** @throws SettingError when the settings lead to no site, or to one of another system user */
async function requireSite(env: Env, hosted: string): Promise<void> {
  if (env.supabase) throw new SettingError(hosted);
  requireOwner(env);
  if (!env.databaseUrl) return requireFolder(env);
  await onConnection(env.databaseUrl, requireTables);
  requireDataDir(env);
}

/** The same where there may be no site yet: one is restored there. */
export async function withNewDatabase<T>(
  env: Env,
  hosted: string,
  work: (url: string) => Promise<T>,
) {
  if (env.supabase) throw new SettingError(hosted);
  requireOwner(env);
  if (env.databaseUrl) {
    await checkSessions(env.databaseUrl);
    return work(env.databaseUrl);
  }
  return withEmbedded(env, createLog("error"), work);
}

/**
 * The sentence for a command that failed, whatever the cause.
 * @param env left out: the settings themselves could not be read
 */
function explainFailure(error: unknown, env: Env | undefined): string {
  const known = explainStart(error);
  if (known instanceof SettingError) return known.message;
  return (
    (env &&
      (explainStorage(error, env) ?? explainPath(error, env) ?? explainDatabase(error, env))) ??
    `It failed for an unknown reason: ${firstLine(wordsOf(error))} Set LOG_LEVEL=debug for details.`
  );
}

const firstLine = (text: string) => `${text.split("\n", 1)[0]?.replace(/[.:]?$/, ".")}`;

/** Commands fetch from S3 and from nowhere else; fetch and s3-client.ts word it so. */
function explainStorage(error: unknown, env: Env): string | undefined {
  if (!env.s3 || !(error instanceof Error) || !/^(fetch failed$|S3 )/.test(error.message))
    return undefined;
  const who = `The S3 storage at ${env.s3.endpoint}`;
  return explainCause(wordsOf(error), who).sentence;
}

const PATH_REASONS: Record<string, string> = {
  ENOENT: "it is not there",
  ENOTDIR: "part of the path is a file",
  EEXIST: "it is a file",
  EISDIR: "it is a folder",
  EACCES: "this user doesn't have permission",
  EPERM: "this user doesn't have permission",
};

/** A file or folder that can't be used, with the setting that leads there. */
function explainPath(error: unknown, env: Env): string | undefined {
  const { code = "", path } = (error ?? {}) as NodeJS.ErrnoException;
  const reason = PATH_REASONS[code];
  if (!reason || typeof path !== "string") return undefined;
  const setting = path.startsWith(env.backupTo)
    ? "BACKUP_TO"
    : path.startsWith(env.dataDir) && "DATA_DIR";
  const fix = setting ? ` Set ${setting} to a folder that this user may write to.` : "";
  return `${path} can't be used: ${reason} (${code}).${fix}`;
}

function explainDatabase(error: unknown, { databaseUrl }: Env): string | undefined {
  const refused = asDatabaseError(error);
  if (!refused && !isConnectionLoss(error)) return undefined;
  const known = databaseUrl && explainUnreachable(error);
  if (known instanceof SettingError) return known.message;
  if (refused) return `The database refused it: ${firstLine(refused.message)}`;
  return explainCause(wordsOf(error), "The database").sentence;
}
