import { explainCause } from "#contract/causes.ts";
import { asDatabaseError, isConnectionLoss } from "#server/backend/postgres/errors.ts";
import { explainUnreachable } from "#server/backend/self-hosted/unreachable.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";
import { explainStart, wordsOf } from "#server/runtime/start-errors.ts";

/**
 * The sentence for a command that failed, whatever the cause.
 * @param env left out: the settings themselves could not be read
 */
export function explainFailure(error: unknown, env: Env | undefined): string {
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
