import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";

/** Parsed files: tests poll the outbox, and parsing every email each time would take longer than all else. */
const parsed = new Map<string, ReturnType<typeof PostalMime.parse>>();

/** Parses a file once, until another takes its place. */
async function parseFile(path: string) {
  const { ino, size, mtimeNs } = await stat(path, { bigint: true });
  const version = [path, ino, size, mtimeNs].join();
  const known = parsed.get(version) ?? PostalMime.parse(await readFile(path));
  parsed.set(version, known);
  return known;
}

/** Reads DATA_DIR/outbox as an email client would: every .eml file, oldest first. */
export async function readOutbox(dataDir: string) {
  const folder = join(dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  const messages = names.filter((name) => name.endsWith(".eml")).sort();
  return Promise.all(messages.map((name) => parseFile(join(folder, name))));
}
