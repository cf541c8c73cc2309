import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { packTar, type TarSource } from "modern-tar/fs";
import type { TransactionSql } from "postgres";
import { connect } from "../backend/connection.ts";
import { keepFiles } from "../backend/files-lock.ts";
import { SettingError } from "../env.ts";
import { command, withDatabase } from "./command.ts";
import { copyTarget, listTables } from "./tables.ts";

const HOSTED = "With SUPABASE_URL, the project's own backups are the ones to use.";

await command(async (env, [file]) => {
  if (!file) throw new SettingError("Write: npm run backup -- backup.tar.gz");
  if (env.databaseUrl)
    throw new SettingError(
      "With DATABASE_URL, back the database up with pg_dump, and the files with your S3 storage's own means.",
    );
  const work = (url: string) => writeBackup(url, env.dataDir, file);
  const { rows, files } = await withDatabase(env, HOSTED, work);
  return `${file} holds ${rows} rows and ${files} files.`;
});

/**
 * Writes one .tar.gz with every row of every table, as one moment saw them, and every file. The
 * package that carries PostgreSQL has no pg_dump; COPY is what pg_dump itself uses for rows, and the
 * tables are in the migrations. Works while the server runs.
 * @returns counts, for a sentence
 */
async function writeBackup(databaseUrl: string, dataDir: string, file: string) {
  const scratch = await mkdtemp(join(tmpdir(), "ld-backup-"));
  const sql = connect(databaseUrl, 1);
  try {
    await keepFiles(sql);
    return await sql.begin("isolation level repeatable read read only", async (tx) => {
      const rows = await copyTables(tx, join(scratch, "tables"));
      const files = await listFiles(tx, dataDir);
      const manifest = { format: 1, created: new Date().toISOString(), rows, files: files.length };
      await writeFile(join(scratch, "manifest.json"), JSON.stringify(manifest, null, 2));
      await pack(scratch, files, file);
      return { rows, files: files.length };
    });
  } finally {
    await sql.end();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function copyTables(tx: TransactionSql, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  let rows = 0;
  for (const table of await listTables(tx)) {
    const path = join(folder, `${table.schema}.${table.name}.copy`);
    const copy = await tx.unsafe(`copy ${copyTarget(table)} to stdout`).readable();
    await pipeline(copy, createWriteStream(path));
    const [counted] =
      await tx`select count(*)::int as n from ${tx(`${table.schema}.${table.name}`)}`;
    rows += counted?.n ?? 0;
  }
  return rows;
}

async function listFiles(tx: TransactionSql, dataDir: string): Promise<TarSource[]> {
  const objects = await tx`select version from storage.objects where version is not null`;
  return objects.map(({ version }) => ({
    type: "file",
    source: join(dataDir, "media", version.slice(0, 2), version),
    target: `media/${version.slice(0, 2)}/${version}`,
  }));
}

/** The backup appears under its name only when it is whole. */
async function pack(scratch: string, files: TarSource[], file: string) {
  const sources: TarSource[] = [
    { type: "file", source: join(scratch, "manifest.json"), target: "manifest.json" },
    { type: "directory", source: join(scratch, "tables"), target: "tables" },
    ...files,
  ];
  const unfinished = `${file}.part`;
  try {
    // It holds password hashes and signing secrets.
    const output = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await pipeline(packTar(sources), createGzip({ level: 6 }), output);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}
