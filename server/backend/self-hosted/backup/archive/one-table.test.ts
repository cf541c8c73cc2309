import { Readable, Writable } from "node:stream";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { expect, test } from "vitest";
import { readCopyLine, writeTable } from "./one-table.ts";

test.each([
  ["plain\tvalues", ["plain", "values"]],
  ["\\N\t", [null, ""]],
  ["two\\nlines\\tand a tab", ["two\nlines\tand a tab"]],
  ["a \\\\ backslash, and \\\\N as text", ["a \\ backslash, and \\N as text"]],
])("COPY's %j", (line, values) => {
  expect(readCopyLine(line)).toEqual(values);
});

/** Writes a table as CSV from a backup that consists of nothing else. */
async function csvOf(columns: string[], rows: string, id?: string) {
  const manifest = {
    format: 1,
    created: "2026-11-29T03:00:00Z",
    rows: 2,
    files: 0,
    tables: { "public.notes": { rows: 2, sha256: "", columns } },
  };
  const entries = { "manifest.json": JSON.stringify(manifest), "tables/public.notes.copy": rows };
  const tar = await packTar(
    Object.entries(entries).map(([name, body]) => ({
      header: { name, size: Buffer.byteLength(body) },
      body,
    })),
  );
  const source = {
    label: "backup.tar.gz",
    open: async () => Readable.from([gzipSync(tar)]),
    file: () => Promise.reject(new Error("a table needs no files")),
  };
  let csv = "";
  const output = new Writable({
    write(chunk, _, done) {
      csv += chunk;
      done();
    },
  });
  const count = await writeTable(source, { table: "notes", ...(id && { id }) }, output);
  return { count, csv };
}

test("writes a row with Unicode's line separators as one", async () => {
  const text = "one\u2028two\u2029three\u0085four";
  expect(await csvOf(["id", "text"], `1\t${text}\n2\tplain\n`)).toEqual({
    count: 2,
    csv: `id,text\r\n1,${text}\r\n2,plain\r\n`,
  });
});

test("writes a row that arrives in several pieces", async () => {
  const text = "Grüße, ".repeat(20_000);
  expect(await csvOf(["text"], `${text}\n`)).toEqual({
    count: 1,
    csv: `text\r\n"${text}"\r\n`,
  });
});

test("writes only the row with an id, and refuses one where there are none", async () => {
  const rows = "1\tone\n2\ttwo\n";
  expect(await csvOf(["id", "text"], rows, "2")).toEqual({ count: 1, csv: "id,text\r\n2,two\r\n" });
  await expect(csvOf(["key", "text"], rows, "2")).rejects.toMatchObject({
    name: "SettingError",
    message: "This table has no id column. Leave out --id.",
  });
});
