import { SettingError } from "#server/runtime/env.ts";
import { command, withDatabase } from "./command.ts";
import { type Manifest, writeBackup } from "./write-backup.ts";

const HOSTED = "With SUPABASE_URL, the project's own backups are the ones to use.";
/** A disk or a database that gives no sign for so long is not slow but stuck. */
const QUIET_MS = 60_000;

await command(async (env, [file], stop) => {
  if (!file) throw new SettingError("Write: npm run backup -- backup.tar.gz");
  if (env.databaseUrl)
    throw new SettingError(
      "With DATABASE_URL, back the database up with pg_dump, and the files with your S3 storage's own means.",
    );
  const say = process.stderr.isTTY ? (line: string) => console.error(line) : () => {};
  const manifest = await withDatabase(env, HOSTED, (databaseUrl) =>
    writeBackup({
      databaseUrl,
      dataDir: env.dataDir,
      file,
      withFiles: !env.s3,
      quietMs: QUIET_MS,
      stop,
      say,
    }),
  );
  if (manifest.missing?.length) process.exitCode = 1;
  return inWords(file, manifest, Boolean(env.s3));
});

function inWords(file: string, { rows, files, missing }: Manifest, inS3: boolean): string {
  if (inS3)
    return `${file} holds ${rows} rows. The files are in S3: back them up with your storage's own means.`;
  const held = `${file} holds ${rows} rows and ${files} files.`;
  if (!missing?.length) return held;
  return [
    `${held} Everything else is in it, but the disk does not have:`,
    ...missing.map((path) => `  ${path}`),
    "Upload these files again in the media library, or delete them there.",
  ].join("\n");
}
