// Loaded on demand for an import, because it brings papaparse.
import type { RedirectEntry, RefusedEntry } from "#app/lib/data/database.types.ts";
import { ruleInWords } from "#app/lib/errors/constraints.ts";
import { decodeUtf8, type Row, readCsv } from "#contract/read-csv.ts";
import { redirectSchema } from "./schema.ts";

const MAX_ROWS = 1000;
const MAX_BYTES = 1024 * 1024;

/** What is wrong with a line of the file. */
export interface Problem {
  line: number;
  wrong: string;
}

const TYPES: Record<string, boolean> = {
  "": true,
  "301": true,
  permanent: true,
  "302": false,
  temporary: false,
};
/** A spreadsheet's export may add this before what it would run as a formula. */
const text = (value = "") => value.replace(/^'/, "").trim();

const tooLarge = () => new RangeError("A file can be at most 1 MB");

/** A file's text. @throws a sentence when it is too large or not text */
export async function readFile(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw tooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return decodeUtf8(bytes);
  } catch {
    throw new RangeError('The file isn\'t in UTF-8. In Excel, save it as "CSV UTF-8"');
  }
}

/** A row as the database gets it, or what is wrong with it. */
function readRow({ line, values, broken }: Row): RedirectEntry | Problem {
  const permanent = TYPES[text(values.type).toLowerCase()];
  const { data, error } = redirectSchema.safeParse({
    from_path: text(values.from),
    to_address: text(values.to),
    is_permanent: permanent ?? true,
    display_order: "",
    is_active: true,
  });
  if (broken) return { line, wrong: broken };
  if (permanent === undefined) return { line, wrong: "The type must be 301 or 302" };
  if (!data) return { line, wrong: error?.issues[0]?.message ?? "" };
  return { line, from: data.from_path, to: data.to_address, permanent };
}

/**
 * Reads redirects from CSV: the columns from, to and type, in any order and case.
 * @throws a sentence when it isn't such a file
 */
export function readRedirects(file: string) {
  if (file.length > MAX_BYTES) throw tooLarge();
  const { columns, rows } = readCsv(file.replace(/^\uFEFF/, ""));
  if (!columns.includes("from") || !columns.includes("to"))
    throw new RangeError("The first line must name the columns: from,to,type");
  if (rows.length === 0) throw new RangeError("The file has no redirects below its first line");
  if (rows.length > MAX_ROWS) throw new RangeError("A file can have at most 1,000 redirects");
  const entries: RedirectEntry[] = [];
  const problems: Problem[] = [];
  const lines = new Map<string, number>();
  for (const row of rows.map(readRow)) {
    if ("wrong" in row) problems.push(row);
    else if (lines.has(row.from)) {
      const wrong = `Line ${lines.get(row.from)} has the same "from"`;
      problems.push({ line: row.line, wrong });
    } else {
      lines.set(row.from, row.line);
      entries.push(row);
    }
  }
  return { entries, problems };
}

/** The database's refusal of a row, as a sentence. */
export function problemOf({ line, rule, said }: RefusedEntry): Problem {
  if (rule === "redirects_from_path_at_most_once")
    return { line, wrong: "This address already has a redirect" };
  return { line, wrong: rule ? ruleInWords(rule.replace(/^redirects_/, "")) : said };
}
