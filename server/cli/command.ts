import { inspect, type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { explainCause } from "#contract/causes.ts";
import { withConnection } from "#server/backend/postgres/connection.ts";
import { asDatabaseError, isConnectionLoss } from "#server/backend/postgres/errors.ts";
import { checkSessions } from "#server/backend/postgres/wait-for-answer.ts";
import { withEmbedded } from "#server/backend/self-hosted/embedded.ts";
import { explainUnreachable } from "#server/backend/self-hosted/unreachable.ts";
import { refuseUnreadableFile } from "#server/runtime/env/env-file.ts";
import { type Env, readEnv, SettingError } from "#server/runtime/env.ts";
import { exitSaying } from "#server/runtime/lifecycle.ts";
import { createLog } from "#server/runtime/log.ts";
import { explainStart, wordsOf } from "#server/runtime/start-errors.ts";
import { requireDataDir, requireFolder, requireOwner, requireTables } from "./require-site.ts";

/** The exit code shells expect after a signal: 128 plus the signal number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs a command line program. Prints its sentence, if any, on success. On failure, prints one sentence, plus
 * the stack with LOG_LEVEL=debug, and exits with 1. SIGINT and SIGTERM abort the work, which cleans up; a
 * second signal exits at once.
 * @param work receives the settings, the command line arguments, and the abort signal
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
    refuseUnreadableFile();
    env = readEnv(process.env);
    const said = await work(env, process.argv.slice(2), stopping.signal);
    if (said) console.log(said);
  } catch (error) {
    console.error(words(error));
    process.exitCode = failure;
  }
  // A pipe drains at its own pace; buffered output would be lost on exit.
  await new Promise((taken) => process.stdout.write("", taken));
  // Abandoned work may hold a socket open, which would keep the process alive.
  process.exit();
}

/** The options and other words of a command line. @throws SettingError with the usage for an unknown option */
export function parseWords<Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new SettingError(usage);
  }
}

/** Prints progress only on a terminal; a scheduler's log needs only the result. */
export const say = process.stderr.isTTY ? (line: string) => console.error(line) : () => {};

/** The refusal on hosted Supabase, which has its own tools. */
export const HOSTED = "With SUPABASE_URL, use the project's own backups.";

/**
 * Runs `work` on the site's database, as configured.
 * @throws SettingError on hosted Supabase, whose database is not ours, and when there is no site
 */
export async function withDatabase<T>(env: Env, hosted: string, work: (url: string) => Promise<T>) {
  await requireSite(env, hosted);
  return withNewDatabase(env, hosted, work);
}

/** @throws SettingError when the settings lead to no site, or to another system user's */
async function requireSite(env: Env, hosted: string): Promise<void> {
  if (env.supabase) throw new SettingError(hosted);
  requireOwner(env);
  if (!env.databaseUrl) return requireFolder(env);
  await withConnection(env.databaseUrl, requireTables);
  requireDataDir(env);
}

/** Like withDatabase, but the site need not exist yet: a restore creates it. */
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
 * The sentence for a failed command, whatever the cause.
 * @param env omitted when the settings themselves could not be read
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

/** Commands fetch only from S3; these are the messages of fetch and s3-client.ts. */
function explainStorage(error: unknown, env: Env): string | undefined {
  if (!env.s3 || !(error instanceof Error) || !/^(fetch failed$|S3 )/.test(error.message))
    return undefined;
  const who = `The S3 storage at ${env.s3.endpoint}`;
  return explainCause(wordsOf(error), who).sentence;
}

const PATH_REASONS: Record<string, string> = {
  ENOENT: "it doesn't exist",
  ENOTDIR: "part of the path is a file",
  EEXIST: "it is a file",
  EISDIR: "it is a folder",
  EACCES: "this user doesn't have permission",
  EPERM: "this user doesn't have permission",
};

/** An unusable file or folder, with the setting that points to it. */
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
