import { withEmbedded } from "../backend/embedded.ts";
import { type Env, readEnv, SettingError } from "../env.ts";
import { createLog } from "../log.ts";

/**
 * Runs a command line program: its sentence on success, one sentence and exit code 1 when the person
 * can mend what is wrong.
 * @param work gets the settings and the words after the program's name
 */
export async function command(work: (env: Env, words: string[]) => Promise<string>) {
  try {
    console.log(await work(readEnv(process.env), process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof SettingError ? error.message : error);
    process.exitCode = 1;
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
