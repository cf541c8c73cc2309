import { readFile, stat } from "node:fs/promises";
import { decodeUtf8, readCsv } from "#contract/read-csv.ts";
import { withConnection } from "#server/backend/postgres/connection.ts";
import { readableSize } from "#server/backend/readable-size.ts";
import { SettingError } from "#server/runtime/env.ts";
import { command, parseWords, say, withDatabase } from "./command.ts";
import { type Lead, leadReader, matchColumns } from "./leads-file/lead.ts";
import { storeLeads } from "./leads-file/store.ts";

const USAGE =
  "Usage: npm run import -- leads.csv. Add --check to check the file without importing it.";
const HOSTED = "With SUPABASE_URL, leads can't be imported by this command.";

/** Bytes; enough for a hundred thousand leads with a long message each. */
const MOST_BYTES = 64 * 1024 * 1024;
const SHOWN = 100;

interface Refused {
  line: number;
  wrong: string;
}

await command(async (env, words, stop) => {
  const { file, check } = understood(words);
  const text = await read(file);
  const { leads, lines, refused, ignored } = leadsIn(file, text);
  if (check) return inWords([`${counted(leads.length, "lead")} can be imported`], refused, ignored);
  const unique = [...new Map(leads.map((lead) => [lead.id, lead])).values()];
  const stored = await withDatabase(env, HOSTED, (url) =>
    withConnection(url, (sql) =>
      storeLeads(sql, unique, stop, (done) => say(`${done} of ${unique.length}`)),
    ),
  );
  for (const { index, wrong } of stored.refused)
    refused.push({ line: lines.get((unique[index] as Lead).id) as number, wrong });
  const there = leads.length - stored.added - stored.refused.length;
  const done = [`${counted(stored.added, "lead")} imported`, `${there} already stored`];
  return inWords(done, refused, ignored);
});

function understood(words: string[]): { file: string; check: boolean } {
  const { values, positionals } = parseWords(words, { check: { type: "boolean" } }, USAGE);
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new SettingError(USAGE);
  return { file, check: values.check ?? false };
}

async function read(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new SettingError(`File not found: ${file}. ${USAGE}`);
  if (found.size > MOST_BYTES)
    throw new SettingError(
      `${file} has ${readableSize(found.size)}; the limit is ${readableSize(MOST_BYTES)}. Split it, and repeat the header row in each part.`,
    );
  const bytes = await readFile(file);
  try {
    return decodeUtf8(bytes);
  } catch {
    throw new SettingError(`${file} is not in UTF-8. In Excel, save it as "CSV UTF-8".`);
  }
}

function leadsIn(file: string, text: string) {
  const { columns, rows } = readCsv(text);
  const { found, ignored } = matchColumns(columns);
  if (!found.has("name") || !found.has("email"))
    throw new SettingError(
      `The first row of ${file} must name the columns, with name and email among them. It names: ${columns.join(", ") || "none"}.`,
    );
  const leads: Lead[] = [];
  const refused: Refused[] = [];
  /** the line where each lead first appeared */
  const lines = new Map<string, number>();
  const toLead = leadReader(found, new Date());
  for (const row of rows) {
    const read = toLead(row);
    if ("wrong" in read) refused.push({ line: row.line, wrong: read.wrong });
    else {
      leads.push(read.lead);
      if (!lines.has(read.lead.id)) lines.set(read.lead.id, row.line);
    }
  }
  return { leads, lines, refused, ignored };
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

function inWords(done: string[], refused: Refused[], ignored: string[]): string {
  const notes = ignored.length > 0 ? [`Ignored columns: ${ignored.join(", ")}.`] : [];
  const head = `${[...done, `${counted(refused.length, "row")} refused`].join(", ")}. No emails or webhooks were sent.`;
  if (refused.length === 0) return [head, ...notes].join("\n");
  process.exitCode = 1;
  const shown = refused
    .sort((a, b) => a.line - b.line)
    .slice(0, SHOWN)
    .map(({ line, wrong }) => `  line ${line}: ${wrong}`);
  const more = refused.length - shown.length;
  return [
    head,
    ...notes,
    "Correct these rows and run the command again. Rows already imported are skipped:",
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}
