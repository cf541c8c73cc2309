import Papa from "papaparse";

/** A row of a CSV file, keyed by the names in the header row. */
export interface Row {
  /** the line in the file, from 1, where the row begins */
  line: number;
  values: Record<string, string>;
  /** what is wrong with its quotes or number of values */
  broken?: string;
}

const BROKEN: Record<string, string> = {
  MissingQuotes: "a quote is never closed",
  InvalidQuotes: "a value contains a quote; double it and put the value in quotes",
};

/** Decodes UTF-8, with or without a byte order mark. @throws TypeError when it is not UTF-8 */
export const decodeUtf8 = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { fatal: true }).decode(bytes);

/** "Received (UTC)" and "received_utc" are the same column. */
const columnName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

function problemOf(data: string[], errors: Papa.ParseError[], columns: number) {
  const [quotes] = errors.flatMap(({ code }) => BROKEN[code] ?? []);
  if (quotes) return quotes;
  const tooMany = data.slice(columns).some((value) => value.trim() !== "");
  return tooMany ? `it has ${data.length} values, but the header row has ${columns}` : undefined;
}

/** Reads CSV (RFC 4180) separated by commas, semicolons or tabs. Skips empty lines. */
export function readCsv(text: string): { columns: string[]; rows: Row[] } {
  const columns: string[] = [];
  const rows: Row[] = [];
  let line = 1;
  let begin = 0;
  Papa.parse<string[]>(text, {
    skipEmptyLines: false,
    step({ data, errors, meta }) {
      const at = line;
      for (; begin < meta.cursor; begin += 1) if (text[begin] === "\n") line += 1;
      if (data.length === 1 && data[0]?.trim() === "") return;
      if (columns.length === 0) {
        columns.push(...data.map(columnName));
        return;
      }
      const broken = problemOf(data, errors, columns.length);
      rows.push({
        line: at,
        values: Object.fromEntries(columns.map((name, index) => [name, data[index] ?? ""])),
        ...(broken && { broken }),
      });
    },
  });
  return { columns, rows };
}
