import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { outboxIn } from "#server/backend/mail/mailer.ts";
import { tables } from "#tests/tables/index.ts";
import type { Operation } from "../every-fault.ts";
import { runJob } from "../jobs.ts";
import { admin, type FaultySite, leftoversAndHistory } from "../site.ts";

/** The server deletes an erased person's emails from the outbox. */
export const erasingOutbox = (site: FaultySite) => {
  const { sql } = site;
  const folder = outboxIn(site.t.env.dataDir);
  const orders = async () => (await sql`select from loading_dock.outbox_erasures`).length;
  return {
    name: "erasing a person's emails from the outbox",
    seams: ["database", "files"],
    async arrange() {
      const client = await admin(site);
      const email = `${crypto.randomUUID()}@example.com`;
      const lead = { ...tables.contact_submissions.make(), email, mail_next_attempt_at: null };
      await sql`insert into contact_submissions ${sql(lead)}`;
      await mkdir(folder, { recursive: true });
      const [theirs, another] = [join(folder, `${email}.eml`), join(folder, "another.eml")];
      await writeFile(theirs, `To: ${email}\r\n\r\nHi\r\n`);
      await writeFile(another, "To: ben@example.com\r\n\r\nHi\r\n");
      await client.rpc("lead_person_erase", { address: email }).throwOnError();
      // An email that was being written during the erasure is written by now, so one pass is
      // enough.
      await sql`update loading_dock.outbox_erasures set erased_at = now() - interval '2 minutes'`;
      return { theirs, another };
    },
    work: () => runJob("erasing people from the outbox"),
    async applied({ theirs }) {
      const ordered = (await orders()) > 0;
      if (!ordered) expect(existsSync(theirs), "forgotten in the outbox").toBe(false);
      return !ordered;
    },
    async leftovers({ another }) {
      expect(existsSync(another), "somebody else's").toBe(true);
      await leftoversAndHistory(site);
    },
  } satisfies Operation<{ theirs: string; another: string }>;
};
