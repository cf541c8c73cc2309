import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { World } from "../../world.ts";

/**
 * Makes writing emails fail: a file is in the place of the outbox folder. Afterwards it postpones due retries
 * for an hour, so that nothing changes during another fact.
 */
export async function withoutMail<Result>(
  { site }: World,
  work: () => Promise<Result>,
): Promise<Result> {
  const outbox = join(site.dataDir, "outbox");
  const movedOutbox = `${outbox}-kept`;
  const had = await rename(outbox, movedOutbox).then(
    () => true,
    () => false,
  );
  await writeFile(outbox, "");
  try {
    return await work();
  } finally {
    await site.sql`update contact_submissions set mail_next_attempt_at = now() + interval '1 hour'
      where mail_next_attempt_at is not null`;
    await rm(outbox);
    if (had) await rename(movedOutbox, outbox);
  }
}
