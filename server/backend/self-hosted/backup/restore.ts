import { createReadStream, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import type { TransactionSql } from "postgres";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { migrate } from "#server/backend/self-hosted/migrations/migrate.ts";
import type { MediaStore } from "#server/backend/storage/disk-store.ts";
import { SettingError } from "#server/runtime/env.ts";
import { weighing } from "./archive/hash.ts";
import { loadRows, unpack } from "./archive/load.ts";
import { blobName, type Manifest, type Proof } from "./archive/manifest.ts";
import type { Progress } from "./deadline.ts";
import { HALF_RESTORED, refuseTaken } from "./half-restored.ts";
import { holdMails } from "./hold-mails.ts";
import type { Seal } from "./place/seal.ts";
import type { BackupStore } from "./place/store.ts";

/** What was restored, and how many mails that waited in it are held. */
export type Restored = Manifest & { held: number };

/** What is restored: an archive, and the files that lie beside it. */
export interface Source {
  /** what to call it */
  label: string;
  open(): Promise<Readable>;
  /** of a file that is not in the archive */
  file(media: { version: string; sha256: string }): Promise<Readable>;
}

/** An archive that holds everything. */
export const fromFile = (file: string, seal: Seal): Source => ({
  label: file,
  open: async () => {
    const stream = createReadStream(file);
    return file.endsWith(".age") ? seal.open(stream) : stream;
  },
  file: () => Promise.reject(new Error("its archive lacks a file")),
});

/** A backup where the server keeps them. */
export const fromStore = (store: BackupStore, seal: Seal, proof: Proof): Source => {
  if (proof.seal !== seal.suffix)
    throw new SettingError(
      `The backup ${proof.name} ${
        proof.seal
          ? "was encrypted with another key. Set BACKUP_KEY to that one."
          : "is not encrypted. Leave BACKUP_KEY out."
      }`,
    );
  return {
    label: `${proof.archive} in ${store.place}`,
    open: async () => seal.open(await store.read(proof.archive)),
    file: async (media) => seal.open(await store.read(blobName(media, proof.seal))),
  };
};

interface RestoreParts {
  databaseUrl: string;
  source: Source;
  /** an empty folder, there as long as the restore is not whole */
  scratch: string;
  files: MediaStore;
  progress: Progress;
}

/**
 * Fills an empty database and media store from a backup: the migrations that the backup knew, its rows, its
 * files, then the migrations that came later.
 * @throws SettingError when the database is not empty, the source no backup, or from a newer version of
 * this program
 */
export async function restore(parts: RestoreParts): Promise<Restored> {
  const { databaseUrl, source, scratch, progress } = parts;
  const sql = connect(databaseUrl, 1);
  try {
    await refuseTaken(sql);
    progress.begin(`reading ${source.label}`);
    const manifest = await unpackSource(source, scratch, progress);
    await bootstrap(sql);
    // Before the first table: tables without rows look like a site, or would be filled as a new one.
    await markHalfRestored(sql);
    await loadRows(sql, scratch, source.label, progress, markHalfRestored);
    await restoreFiles(sql, manifest, parts);
    progress.begin("bringing it up to date");
    await migrate(sql);
    progress.signal.throwIfAborted();
    const held = await holdMails(sql);
    await sql`delete from loading_dock.state where key = ${HALF_RESTORED}`;
    return { ...manifest, held };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const markHalfRestored = async (sql: Sql | TransactionSql) => {
  await sql`insert into loading_dock.state (key, value) values (${HALF_RESTORED}, 'begun')
    on conflict (key) do nothing`;
};

export async function unpackSource(source: Source, scratch: string, progress: Progress) {
  try {
    return await unpack(await source.open(), scratch, progress);
  } catch (error) {
    progress.signal.throwIfAborted();
    if (error instanceof SettingError) throw error;
    throw new SettingError(
      `${source.label} can't be read as a backup: ${(error as Error).message}. Give the path of a file that npm run backup wrote, or a date that npm run restore -- --list names.`,
    );
  }
}

/** @param wanted by version; left out: all */
export async function restoreFiles(
  sql: Sql | TransactionSql,
  manifest: Manifest,
  parts: Pick<RestoreParts, "source" | "scratch" | "files" | "progress">,
  wanted: (version: string) => boolean = () => true,
) {
  const { files, progress } = parts;
  const types = new Map(
    (
      await sql<{ version: string; type: string | null }[]>`
      select version, metadata ->> 'mimetype' as type from storage.objects where version is not null`
    ).map(({ version, type }) => [version, type ?? "application/octet-stream"]),
  );
  const found = (await filesOf(manifest, parts)).filter(({ version }) => wanted(version));
  for (const [index, { version, open }] of found.entries()) {
    progress.begin(`restoring file ${index + 1} of ${found.length}`);
    const content = (await open()).compose(weighing(progress.moved).through);
    await files.put(version, content, types.get(version) ?? "application/octet-stream");
  }
}

async function filesOf(
  { media }: Manifest,
  { source, scratch }: Pick<RestoreParts, "source" | "scratch">,
) {
  if (media) return media.map((file) => ({ version: file.version, open: () => source.file(file) }));
  const folder = join(scratch, "media");
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      version: basename(name),
      open: async (): Promise<Readable> => createReadStream(join(parentPath, name)),
    }));
}
