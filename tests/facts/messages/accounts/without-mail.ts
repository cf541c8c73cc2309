import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { World } from "../../world.ts";

/**
 * No mail can be written meanwhile: a file stands where the outbox should be. What is due to be tried
 * again afterwards is left alone for an hour, so that nothing changes while another fact looks.
 */
export async function withoutMail<Result>(
  { site }: World,
  work: () => Promise<Result>,
): Promise<Result> {
  const outbox = join(site.dataDir, "outbox");
  const kept = `${outbox}-kept`;
  const had = await rename(outbox, kept).then(
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
    if (had) await rename(kept, outbox);
  }
}
