import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import Papa from "papaparse";
import type { Source } from "#server/backend/self-hosted/backup/restore.ts";
import { toNode, toWeb } from "#server/backend/streams.ts";
import { SettingError } from "#server/runtime/env.ts";
import { manifestSchema } from "./manifest.ts";

/** COPY's escapes for what would break a line (PostgreSQL's manual, COPY, text format). */
const ESCAPED: Record<string, string> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Parses a line of COPY's text format into values; null is SQL's NULL. */
export const readCopyLine = (line: string): (string | null)[] =>
  line
    .split("\t")
    .map((value) =>
      value === "\\N"
        ? null
        : value.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter),
    );

/**
 * Writes one table of a backup, or only its row with this id, as CSV. Needs no database.
 * @param table faq_items, or with its schema: auth.users
 * @returns how many rows
 * @throws SettingError when the backup has no such table, or is too old for this, or the table has no ids
 */
export async function writeTable(
  source: Source,
  { table, id }: { table: string; id?: string },
  output: Writable,
): Promise<number> {
  const name = table.includes(".") ? table : `public.${table}`;
  const archive = await source.open();
  const gunzip = createGunzip();
  archive.on("error", (error) => gunzip.destroy(error)).pipe(gunzip);
  const decoded = toWeb(gunzip).pipeThrough(createTarDecoder());
  const entries = toNode(decoded, { objectMode: true });
  let columns: string[] | undefined;
  for await (const { header, body } of entries) {
    if (header.name === "manifest.json") {
      const { tables } = manifestSchema.parse(JSON.parse(await text(toNode(body))));
      columns = tables?.[name]?.columns;
      if (!columns) break;
    } else if (header.name === `tables/${name}.copy` && columns)
      return await writeRows(toNode(body), columns, id, output);
    else await skipEntry(body);
  }
  throw new SettingError(
    `${source.label} has no table ${name}, or was written by a version that did not say its columns.`,
  );
}

/** Doesn't cancel: the decoder may have read ahead, and would then drop bytes of the next entry. */
const skipEntry = (body: ReadableStream<Uint8Array>) => body.pipeTo(new WritableStream());

async function writeRows(
  rows: Readable,
  columns: string[],
  id: string | undefined,
  output: Writable,
): Promise<number> {
  const at = columns.indexOf("id");
  if (id !== undefined && at < 0)
    throw new SettingError("This table has no id column. Leave out --id.");
  const csv = (values: (string | null)[]) => `${Papa.unparse([values], { header: false })}\r\n`;
  let count = 0;
  await pipeline(
    async function* () {
      yield csv(columns);
      for await (const line of linesOf(rows)) {
        const values = readCopyLine(line);
        if (id !== undefined && values[at] !== id) continue;
        yield csv(values);
        count += 1;
      }
    },
    output,
    { end: false },
  );
  return count;
}

/** Not by readline, which also splits at U+2028 and U+2029: COPY writes them as they are. */
async function* linesOf(rows: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of rows.setEncoding("utf8")) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
