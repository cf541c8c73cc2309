import { createReadStream, createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { TransactionSql } from "postgres";
import type { Progress } from "./deadline.ts";
import { copyTarget, type Table } from "./tables.ts";

/** Writes a table's rows to a file, in COPY's text format. */
export const copyToFile = (tx: TransactionSql, table: Table, path: string, progress: Progress) =>
  copyOut(tx, copyTarget(table), createWriteStream(path, { mode: 0o600 }), progress);

/**
 * Streams what `copy … to stdout` gives.
 * @param source what to copy: a table and its columns, or a query in parentheses
 */
export async function copyOut(
  tx: TransactionSql,
  source: string,
  destination: Writable,
  { signal, moved }: Pick<Progress, "signal" | "moved">,
) {
  const rows = await tx.unsafe(`copy ${source} to stdout`).readable();
  rows.on("data", moved);
  await pipeline(rows, destination, { signal });
  // When the last row fills the stream's buffer, postgres.js 3.4.9 pauses the socket and then, the
  // stream having ended, is never asked to go on: the answer's end stays unread, and the connection
  // waits for ever. Asking once more is what resumes the socket.
  rows._read(0);
}

/** Reads rows back that `copyToFile` wrote. */
export async function copyFromFile(
  tx: TransactionSql,
  table: Table,
  path: string,
  signal: AbortSignal,
) {
  const rows = await tx.unsafe(`copy ${copyTarget(table)} from stdin`).writable();
  await pipeline(createReadStream(path), rows, { signal });
}
