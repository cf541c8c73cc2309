import type { Readable } from "node:stream";
import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import type { MediaStore } from "#server/backend/storage/disk-store.ts";
import { lockFiles } from "#server/backend/storage/files-lock.ts";
import { toNode } from "#server/backend/streams.ts";
import { collectRows, listFiles, packArchive, type StoredFile } from "./archive/collect.ts";
import { contentOf, hashingPassThrough } from "./archive/hash.ts";
import { blobName, type Manifest, type Media, type Proof } from "./archive/manifest.ts";
import { letGo, SNAPSHOT } from "./archive/write-file.ts";
import type { Progress } from "./deadline.ts";
import type { Seal } from "./place/seal.ts";
import type { BackupStore } from "./place/store.ts";

export interface TakeParts {
  sql: Sql;
  /** the site's files */
  files: MediaStore;
  store: BackupStore;
  seal: Seal;
  /** Creates an empty folder for collected rows, after clearing earlier leftovers. */
  folder: () => Promise<string>;
  progress: Progress;
  /** Rejects before anything is written if there isn't enough room. */
  checkDiskSpace: (needed: Needed) => Promise<void>;
}

/** bytes */
export interface Needed {
  database: number;
  /** of the files that aren't stored yet */
  files: number;
  /** of the largest file overall */
  largest: number;
}

/** A written backup that isn't verified yet. */
export type Taken = Omit<Proof, "proved" | "zone">;

/**
 * Writes a backup: an archive of all rows from one snapshot, and each file whose content isn't stored
 * yet. A file's version never changes, so files that an earlier backup verified are neither read nor
 * written again.
 * @param proofs of the existing backups
 */
export async function takeBackup(
  { sql, files, store, seal, folder, progress, checkDiskSpace }: TakeParts,
  proofs: readonly Proof[],
): Promise<Taken> {
  progress.begin("waiting for another backup to finish");
  await lockFiles(sql);
  return sql.begin(SNAPSHOT, async (tx) => {
    await letGo(tx);
    const known = await alreadyStored(store, seal, proofs);
    const fresh = await sizesOf(tx, known);
    const [row] = await tx`select pg_database_size(current_database())::float8 as bytes`;
    await checkDiskSpace({ database: Number(row?.bytes), ...fresh });
    const { media, missing } = await keepMedia(tx, { files, store, seal, progress }, known);
    // The last file may have been stored after the work was given up, when another backup has its folder there.
    progress.signal.throwIfAborted();
    const collected = await folder();
    const tables = await collectRows(tx, collected, progress);
    const created = new Date();
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    const counted = { rows, files: media.length };
    const manifest: Manifest = {
      format: 1,
      created: created.toISOString(),
      ...counted,
      missing,
      tables,
      media,
    };
    const name = created.toISOString().replaceAll(/[-:]|\.\d+/g, "");
    const archive = `${name}.tar.gz${seal.suffix}`;
    progress.begin("packing the rows");
    const packed = await seal.close(await packArchive(collected, manifest, [], progress));
    const { through, content } = hashingPassThrough(progress.moved);
    const bytes = await store.put(archive, packed.compose(through));
    const total = media.reduce((sum, file) => sum + file.bytes, bytes);
    return {
      format: 1,
      name,
      created,
      ...counted,
      missing: missing.length,
      bytes: total,
      archive,
      sha256: content().sha256,
      seal: seal.suffix,
      media,
    };
  });
}

/** By version: the files that a verified backup names and that are still stored in the place. */
async function alreadyStored(store: BackupStore, seal: Seal, proofs: readonly Proof[]) {
  const there = new Set((await store.list("files/")).map(({ name }) => name));
  const known = new Map<string, Media>();
  for (const proof of proofs)
    for (const media of proof.media)
      if (there.has(blobName(media, seal.suffix))) known.set(media.version, media);
  return known;
}

async function sizesOf(tx: Tx, known: Map<string, Media>) {
  const rows = await tx<{ version: string; bytes: number }[]>`
    select version, coalesce((metadata ->> 'size')::float8, 0) as bytes
    from storage.objects where version is not null`;
  const fresh = rows.filter(({ version }) => !known.has(version));
  return {
    files: fresh.reduce((sum, { bytes }) => sum + bytes, 0),
    largest: rows.reduce((most, { bytes }) => Math.max(most, bytes), 0),
  };
}

type KeepParts = Pick<TakeParts, "files" | "store" | "seal" | "progress">;

async function keepMedia(tx: Tx, parts: KeepParts, known: Map<string, Media>) {
  const listed = await listFiles(tx);
  const written = new Set([...known.values()].map((media) => media.sha256));
  const media: Media[] = [];
  const missing: string[] = [];
  for (const [index, file] of listed.entries()) {
    const stored = known.get(file.version);
    if (stored) {
      media.push(stored);
      continue;
    }
    parts.progress.begin(`saving file ${index + 1} of ${listed.length}`);
    const added = await keepFile(file, parts, written);
    if (added) media.push(added);
    else missing.push(file.name);
  }
  return { media, missing };
}

/** @returns undefined when the site's file is gone */
async function keepFile(
  { version }: StoredFile,
  { files, store, seal, progress }: KeepParts,
  written: Set<string>,
): Promise<Media | undefined> {
  const first = await readFile(files, version);
  if (!first) return undefined;
  const content = await contentOf(first, progress.moved);
  if (!written.has(content.sha256)) {
    const again = await readFile(files, version);
    if (!again) return undefined;
    // A "data" listener would start the flow before anybody reads it.
    const moving = again.compose(hashingPassThrough(progress.moved).through);
    await store.put(blobName(content, seal.suffix), await seal.close(moving));
    written.add(content.sha256);
  }
  return { version, ...content };
}

async function readFile(files: MediaStore, version: string): Promise<Readable | undefined> {
  try {
    return toNode(await files.read(version));
  } catch (error) {
    // The error of a folder, and that of S3 (s3-client.ts).
    const gone = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (gone || /^S3 answered 404 /.test((error as Error).message)) return undefined;
    throw error;
  }
}
