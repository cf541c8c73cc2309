import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import {
  type Sql,
  setSearchPath,
  type Tx,
  withConnection,
} from "#server/backend/postgres/connection.ts";
import { requireRights } from "#server/backend/postgres/rights.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { migrate } from "#server/backend/self-hosted/migrations/migrate.ts";
import { setHistoryActor } from "#server/backend/self-hosted/prepare.ts";
import { withMigrationLock } from "#server/backend/self-hosted/upgrade/lock.ts";
import type { MediaStore } from "#server/backend/storage/disk-store.ts";
import { SettingError } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { messageOf } from "#supabase/functions/_shared/text.ts";
import { loadRows, unpack } from "./archive/load.ts";
import { blobName, type Manifest, type Proof } from "./archive/manifest.ts";
import type { Progress } from "./deadline.ts";
import { dropAllObjects } from "./drop-all.ts";
import { HALF_RESTORED, isHalfRestored, requireEmptyDatabase } from "./half-restored.ts";
import { holdMails } from "./hold-mails.ts";
import type { Seal } from "./place/seal.ts";
import type { BackupStore } from "./place/store.ts";

/** What was restored, and how many of its waiting emails are held. */
export type Restored = Manifest & { held: number };

/** What to restore from: an archive, and the files stored next to it. */
export interface Source {
  /** its name in messages */
  label: string;
  open(): Promise<Readable>;
  /** a file that is not in the archive */
  file(media: { version: string; sha256: string }): Promise<Readable>;
}

/** The end of the sentence for a backup that is encrypted, when BACKUP_KEY isn't set. */
const NO_KEY = "is encrypted, and BACKUP_KEY isn't set. Set BACKUP_KEY to the key of this backup.";

/** An archive that contains everything. */
export const fromFile = (file: string, seal: Seal): Source => ({
  label: file,
  open: async () => {
    if (!file.endsWith(".age")) return createReadStream(file);
    if (!seal.suffix) throw new SettingError(`${file} ${NO_KEY}`);
    return seal.open(createReadStream(file));
  },
  file: () => Promise.reject(new Error("its archive is missing a file")),
});

/** A backup from the server's backup store. */
export const fromStore = (store: BackupStore, seal: Seal, proof: Proof): Source => {
  if (proof.seal !== seal.suffix)
    throw new SettingError(
      `The backup ${proof.name} ${
        !proof.seal
          ? "is not encrypted. Leave BACKUP_KEY out."
          : seal.suffix
            ? "was encrypted with another key. Set BACKUP_KEY to that key."
            : NO_KEY
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
  /** an empty folder that exists until the restore is complete */
  scratch: string;
  files: MediaStore;
  progress: Progress;
}

/** How long to wait for a start or another restore on the same database. */
const LOCK_MS = 5_000;

/**
 * Fills an empty database and media store from a backup: the migrations that the backup knew, its rows, its
 * files, then the newer migrations. Leftovers of an unfinished restore are removed first.
 * @throws SettingError when the database is not empty, its user lacks a right, or this program version can't
 *   read the source as a backup
 */
export const restore = (parts: RestoreParts): Promise<Restored> =>
  withMigrationLock(parts.databaseUrl, createLog("error"), () => fill(parts), LOCK_MS);

async function fill(parts: RestoreParts): Promise<Restored> {
  const { databaseUrl, source, scratch, progress } = parts;
  return withConnection(databaseUrl, async (sql) => {
    await requireEmptyDatabase(sql);
    await requireRights(sql);
    progress.begin(`reading ${source.label}`);
    const manifest = await unpackSource(source, scratch, progress);
    if (await isHalfRestored(sql)) await sql.begin(dropAllObjects);
    await bootstrap(sql);
    // Before the first table: empty tables look like a site, or would be seeded as a new one.
    await markHalfRestored(sql);
    await loadRows(sql, scratch, source.label, progress, markHalfRestored);
    await restoreFiles(sql, manifest, parts);
    progress.begin("migrating");
    // Set again: restoring files takes long, and an idle connection is closed.
    await setSearchPath(sql);
    await migrate(sql);
    await setHistoryActor(sql, "command line");
    await sql`select private.audit('backup_restored', ${manifest.created})`;
    progress.signal.throwIfAborted();
    const held = await holdMails(sql);
    await sql`delete from loading_dock.state where key = ${HALF_RESTORED}`;
    return { ...manifest, held };
  });
}

const markHalfRestored = async (sql: Sql | Tx) => {
  await sql`insert into loading_dock.state (key, value) values (${HALF_RESTORED}, 'begun')
    on conflict (key) do nothing`;
};

export async function unpackSource(source: Source, scratch: string, progress: Progress) {
  try {
    return await unpack(await source.open(), scratch, progress);
  } catch (error) {
    progress.signal.throwIfAborted();
    throw unreadable(source, error);
  }
}

/** The error to throw when an archive can't be read. */
export const unreadable = ({ label }: Source, cause: unknown) =>
  cause instanceof SettingError
    ? cause
    : new SettingError(
        `${label} can't be read as a backup: ${messageOf(cause)}. Give the path of a file that npm run backup wrote, or a date that npm run restore -- --list names.`,
        { cause },
      );

/** @param wanted selects by version; omitted: all */
export async function restoreFiles(
  sql: Sql | Tx,
  manifest: Manifest,
  parts: Pick<RestoreParts, "source" | "scratch" | "files" | "progress">,
  wanted: (version: string) => boolean = () => true,
) {
  const { files, progress } = parts;
  const stored = new Map(
    (
      await sql<{ version: string; name: string; type: string | null }[]>`
      select version, name, metadata ->> 'mimetype' as type from storage.objects
      where version is not null`
    ).map((object) => [object.version, object]),
  );
  const found = (await filesOf(manifest, parts)).filter(({ version }) => wanted(version));
  for (const [index, { version, sha256, open }] of found.entries()) {
    progress.begin(`restoring file ${index + 1} of ${found.length}`);
    const { name, type } = stored.get(version) ?? {};
    const broken = (cause: unknown) =>
      new SettingError(
        `The file ${name ?? version} can't be read from ${parts.source.label}: ${messageOf(cause)}. Restore another backup; npm run restore -- --list names them.`,
        { cause },
      );
    const opened = await open().catch((cause) => {
      throw cause instanceof SettingError ? cause : broken(cause);
    });
    // Without a listener, an early error would end the process. `compared` reports it.
    opened.on("error", () => {});
    const content = compared(opened, sha256, progress.moved, broken);
    await files.put(version, Readable.from(content), type ?? "application/octet-stream");
  }
}

/** Passes bytes through; throws `broken`'s error if they can't be read or don't match the hash. */
async function* compared(
  content: Readable,
  sha256: string | undefined,
  moved: () => void,
  broken: (cause: unknown) => Error,
) {
  const hash = createHash("sha256");
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      moved();
      yield chunk;
    }
  } catch (cause) {
    throw broken(cause);
  }
  if (sha256 && hash.digest("hex") !== sha256)
    throw broken(new Error("it holds other bytes than it had"));
}

async function filesOf(
  { media }: Manifest,
  { source, scratch }: Pick<RestoreParts, "source" | "scratch">,
) {
  if (media)
    return media.map((file) => ({
      version: file.version,
      sha256: file.sha256,
      open: () => source.file(file),
    }));
  const folder = join(scratch, "media");
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      version: basename(name),
      // The archive detects damage itself.
      sha256: undefined,
      open: async (): Promise<Readable> => createReadStream(join(parentPath, name)),
    }));
}
