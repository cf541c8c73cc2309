import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { outboxIn } from "./mailer.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Deletes emails that were written to DATA_DIR/outbox more than `days` days ago. */
export async function cleanOutbox(dataDir: string, days: number, now = Date.now()): Promise<void> {
  const folder = outboxIn(dataDir);
  const names = await readdir(folder).catch((cause) => {
    if (cause.code === "ENOENT") return [];
    throw cause;
  });
  for (const name of names) {
    if (!/\.eml(\.part)?$/.test(name)) continue;
    const file = join(folder, name);
    // Erasing a person may have deleted it in the meantime.
    const found = await stat(file).catch(() => undefined);
    if (found && now - found.mtimeMs > days * DAY_MS) await rm(file, { force: true });
  }
}
