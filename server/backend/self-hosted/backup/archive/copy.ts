import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Tx } from "#server/backend/postgres/connection.ts";
import type { Progress } from "#server/backend/self-hosted/backup/deadline.ts";
import { copySource, copyTarget, type Table } from "./tables.ts";

/** Row count and hash of a copied table. */
export interface Copied {
  rows: number;
  /** of the rows in COPY's text format */
  sha256: string;
}

/** COPY writes one row per line, and a newline in a value as \n. */
const LINE_END = 10;

/** Writes a table's rows in COPY's text format. @returns their count and hash */
export async function copyTable(
  tx: Tx,
  table: Table,
  destination: Writable,
  progress: Pick<Progress, "signal" | "moved">,
): Promise<Copied> {
  const hash = createHash("sha256");
  let rows = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      for (const byte of chunk) if (byte === LINE_END) rows += 1;
      done(null, chunk);
    },
  });
  const written = pipeline(count, destination, { signal: progress.signal });
  await Promise.all([copyOut(tx, copySource(table), count, progress), written]);
  return { rows, sha256: hash.digest("hex") };
}

/**
 * Streams the output of `copy … to stdout`.
 * @param source what to copy: a table and its columns, or a query in parentheses
 */
export async function copyOut(
  tx: Tx,
  source: string,
  destination: Writable,
  { signal, moved }: Pick<Progress, "signal" | "moved">,
) {
  const rows = await tx.unsafe(`copy ${source} to stdout`).readable();
  rows.on("data", moved);
  await pipeline(rows, destination, { signal });
  // When the last row fills the stream's buffer, postgres.js 3.4.9 pauses the socket. The stream
  // has ended, so nothing resumes it: the end of the response stays unread, and the connection
  // waits forever. One more read resumes the socket.
  rows._read(0);
}

/** Loads rows that `copyTable` wrote. */
export async function copyFromFile(
  tx: Tx,
  table: Table,
  path: string,
  { signal, moved }: Pick<Progress, "signal" | "moved">,
) {
  const rows = await tx.unsafe(`copy ${copyTarget(table)} from stdin`).writable();
  await pipeline(createReadStream(path).on("data", moved), rows, { signal });
}
