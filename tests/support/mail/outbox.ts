import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";

/** Reads DATA_DIR/outbox as an email client would: every .eml file, oldest first. */
export async function readOutbox(dataDir: string) {
  const folder = join(dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  const messages = names.filter((name) => name.endsWith(".eml")).sort();
  return Promise.all(
    messages.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
}
