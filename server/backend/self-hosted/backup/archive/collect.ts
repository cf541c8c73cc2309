import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { packTar, type TarSource } from "modern-tar/fs";
import type { Tx } from "#server/backend/postgres/connection.ts";
import type { Progress } from "#server/backend/self-hosted/backup/deadline.ts";
import { copyTable } from "./copy.ts";
import type { Manifest } from "./manifest.ts";
import { fixTextFormat, listTables } from "./tables.ts";

/** Writes each table's rows to a file in `folder`/tables. @returns row counts and hashes */
export async function collectRows(tx: Tx, folder: string, progress: Progress) {
  const tables = join(folder, "tables");
  await mkdir(tables, { mode: 0o700 });
  await fixTextFormat(tx);
  const collected: NonNullable<Manifest["tables"]> = {};
  for (const table of await listTables(tx)) {
    const name = `${table.schema}.${table.name}`;
    progress.begin(`copying ${name}`);
    const file = createWriteStream(join(tables, `${name}.copy`), { mode: 0o600 });
    const copied = await copyTable(tx, table, file, progress);
    collected[name] = { ...copied, columns: table.columns };
  }
  return collected;
}

export interface StoredFile {
  /** like uploads/logo.png */
  name: string;
  version: string;
}

/** The files that the database lists. */
export const listFiles = (tx: Tx): Promise<StoredFile[]> =>
  tx<StoredFile[]>`
    select name, version from storage.objects where version is not null order by name`;

/** Packs one archive of `folder`: the manifest, the rows, and the sources in `more`. */
export async function packArchive(
  folder: string,
  manifest: Manifest,
  more: TarSource[],
  progress: Progress,
): Promise<Readable> {
  const about = join(folder, "manifest.json");
  await writeFile(about, JSON.stringify(manifest), { mode: 0o600 });
  const sources: TarSource[] = [
    { type: "file", source: about, target: "manifest.json" },
    { type: "directory", source: join(folder, "tables"), target: "tables" },
    ...more,
  ];
  const tenth = Math.ceil(sources.length / 10);
  let packed = 0;
  const tar = packTar(sources, {
    map(header) {
      if (packed++ % tenth === 0) progress.begin(`packing file ${packed} of ${sources.length}`);
      return header;
    },
  });
  const gzip = createGzip({ level: 6 }).on("data", progress.moved);
  // It may fail before anybody reads it; a later reader still gets the error.
  gzip.on("error", () => {});
  tar.on("error", (error) => gzip.destroy(error));
  return tar.pipe(gzip);
}
