import { generateX25519Identity } from "age-encryption";
import { readableSize } from "#server/backend/readable-size.ts";
import type { Manifest, Proof } from "#server/backend/self-hosted/backup/archive/manifest.ts";
import { writeBackup } from "#server/backend/self-hosted/backup/archive/write-file.ts";
import { QUIET_MS } from "#server/backend/self-hosted/backup/deadline.ts";
import { openStore } from "#server/backend/self-hosted/backup/place/store.ts";
import { runBackup } from "#server/backend/self-hosted/backup/run.ts";
import { backupParts } from "#server/backend/self-hosted/upgrade/back-up-before.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";
import { command, HOSTED, parseWords, say, withDatabase } from "./command.ts";

const USAGE =
  "Usage: npm run backup for a backup in BACKUP_TO, npm run backup -- backup.tar.gz for a single file, or npm run backup -- --new-key for a new BACKUP_KEY.";

await command(async (env, words, stop) => {
  const { values, positionals } = parseWords(words, { "new-key": { type: "boolean" } }, USAGE);
  const [file, ...more] = positionals;
  const tooMany = more.length > 0 || (file && values["new-key"]);
  if (tooMany || file?.startsWith("-")) throw new SettingError(USAGE);
  if (values["new-key"])
    return `Set BACKUP_KEY to this, and keep a copy on another machine. Without it, no backup can be read:\n${await generateX25519Identity()}`;
  return file ? toFile(env, file, stop) : toPlace(env, stop);
});

/** Makes the same backup as the server: into BACKUP_TO, verified, and with old backups deleted. */
async function toPlace(env: Env, stop: AbortSignal): Promise<string> {
  const made = await withDatabase(env, HOSTED, async (databaseUrl) =>
    runBackup({ ...(await backupParts(env, databaseUrl)), stop, say }),
  );
  if (typeof made === "string")
    throw new SettingError("Another process is making a backup. Wait for it to finish.");
  return proved(made, openStore(env).place);
}

function proved({ name, rows, files, missing, bytes }: Proof, place: string): string {
  if (missing) process.exitCode = 1;
  const held = `Backup ${name} in ${place} has ${rows} rows and ${files} files (${readableSize(bytes)}), and was restored and verified.`;
  return missing ? `${held} ${missing} more files were already missing from storage.` : held;
}

async function toFile(env: Env, file: string, stop: AbortSignal): Promise<string> {
  const { dataDir, s3 } = env;
  const manifest = await withDatabase(env, HOSTED, (databaseUrl) =>
    writeBackup({ databaseUrl, dataDir, file, withFiles: !s3, quietMs: QUIET_MS, stop, say }),
  );
  if (manifest.missing?.length) process.exitCode = 1;
  return inWords(file, manifest, Boolean(s3));
}

function inWords(file: string, { rows, files, missing }: Manifest, inS3: boolean): string {
  if (inS3)
    return `${file} has ${rows} rows. Files in S3 aren't included. To back them up too, run npm run backup without a file name.`;
  const held = `${file} has ${rows} rows and ${files} files.`;
  if (!missing?.length) return held;
  return [
    `${held} These files are missing on the disk and not in the backup:`,
    ...missing.map((path) => `  ${path}`),
    "Upload these files again in the media library, or delete them there.",
  ].join("\n");
}
