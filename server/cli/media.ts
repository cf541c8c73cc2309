import { join } from "node:path";
import { diskSpaceOf } from "#server/backend/disk-space.ts";
import { openPool } from "#server/backend/postgres/pool.ts";
import { cleanStored, type Outcome } from "#server/backend/storage/clean-stored.ts";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { fileRemoval } from "#server/backend/storage/remove-files.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { command, say, withDatabase } from "./command.ts";

const USAGE = "Usage: npm run media -- clean";
const HOSTED =
  "With SUPABASE_URL, replace the images in the media library: the browser removes location and camera details before it sends them.";

await command((env, words, stop) => {
  if (words.join(" ") !== "clean") throw new SettingError(USAGE);
  return withDatabase(env, HOSTED, (url) => clean(env, url, stop));
});

/** Safe on a running server: if someone replaces a file meanwhile, their version stays. */
async function clean(env: Env, url: string, stop: AbortSignal): Promise<string> {
  const log = createLog("error");
  const pool = openPool(url, log, 2);
  const store = openFiles(env);
  const cache = join(env.dataDir, "media-cache");
  try {
    const parts = { pool, store, cache, diskSpace: diskSpaceOf(env), stop, progress: say };
    return inWords(await cleanStored(parts));
  } finally {
    await fileRemoval(pool, store, cache, log).run();
    await pool.end();
  }
}

function inWords({ looked, cleaned, left }: Outcome): string {
  if (looked === 0) return "All images are already clean.";
  const nothing = looked - cleaned - left.length;
  const done = `Location and camera details were removed from ${cleaned} of ${looked} images; ${nothing} had none.`;
  if (left.length === 0) return done;
  process.exitCode = 1;
  return [
    `${done} These couldn't be cleaned. Replace or delete them in the media library:`,
    ...left.map(({ name, why }) => `  ${name}: ${why}`),
  ].join("\n");
}
