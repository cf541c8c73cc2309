import { expect, vi } from "vitest";
import * as queries from "#app/features/contact_submissions/admin/queries.ts";
import { exportCsv } from "#app/features/contact_submissions/admin/work/export.ts";
import { find } from "#app/features/find/queries.ts";
import type { NOTE_MESSAGES } from "#app/features/submission_notes/messages.ts";
import * as notes from "#app/features/submission_notes/queries.ts";
import type { ContactSubmission } from "#app/lib/data/database.types.ts";
import type { MESSAGES } from "#app/lib/errors/messages.ts";
import { now } from "#tests/support/clock.ts";
import { type FactsFor, refusedTo, thrownBy, unreadable } from "../../fact.ts";
import { journeys } from "../../journeys.ts";
import type { World } from "../../world.ts";
import { withoutMail } from "../accounts/without-mail.ts";

let count = 0;

/** A lead as the form stores it, with no email due. */
async function arrived({ site, as }: World, more: object = {}): Promise<ContactSubmission> {
  const row = {
    name: "Ana Ruiz",
    email: `ana${++count}@example.com`,
    monthly_volume: "0-50",
    platforms: ["Etsy"],
    mail_next_attempt_at: null,
    ...more,
  };
  const [stored] = await site.sql`insert into contact_submissions ${site.sql(row)} returning id`;
  const found = await as("admin", () => queries.get(stored?.id));
  return found as ContactSubmission;
}

const inDatabase = async ({ site }: World, { id }: { id: string }) =>
  (await site.sql`select * from contact_submissions where id = ${id}`)[0];

const listed = (world: World, { id, email }: ContactSubmission) =>
  world.as("admin", async () => {
    const { rows } = await queries.list({ q: email, page: 1, pageSize: 25 });
    return rows.some((row) => row.id === id);
  });

const toCompany = async ({ site, mailsTo }: World, { email }: { email: string }) => {
  const [company] =
    await site.sql`select setting_value from site_settings where setting_key = 'contact_email'`;
  const mails = await mailsTo(company?.setting_value);
  return mails.filter(({ replyTo }) => replyTo?.[0]?.address === email);
};

async function noted(world: World) {
  const { id } = await arrived(world);
  return world.as("admin", () => notes.addNote(id, "Called back."));
}

const closed = (world: World, one: ContactSubmission) =>
  world.as("admin", () => queries.change({ rows: [one] }, { status: "closed" }));

async function twoJoined(world: World) {
  const one = await arrived(world);
  const other = await arrived(world, { email: one.email });
  await world.as("admin", () => queries.join(one.id, other.id));
  return [one, other] as const;
}

const joinedWith = (world: World, { id }: { id: string }) =>
  world.as("admin", async () => {
    const others = await queries.samePerson(id);
    return others.filter(({ joined }) => joined).map((other) => other.id);
  });

const inNotes = ({ site }: World, id: string) =>
  site.sql`select body, author_email from submission_notes where id = ${id}`;

export const submissionMessages: FactsFor<
  Pick<typeof MESSAGES, "submissions" | "find"> & { notes: typeof NOTE_MESSAGES }
> = {
  find: { load: refusedTo("stranger", () => find("quote")) },
  submissions: {
    load: refusedTo("stranger", () => queries.list({ q: "", page: 1, pageSize: 25 })),
    statusUpdated: async (world) => {
      const one = await arrived(world);
      await world.as("admin", () => queries.setState(one, { status: "contacted" }));
      expect(await inDatabase(world, one)).toMatchObject({ status: "contacted" });
    },
    statusFailed: refusedTo(
      "stranger",
      (_, one: ContactSubmission) => queries.setState(one, { status: "closed" }),
      {
        before: arrived,
      },
    ),
    deleted: async (world) => {
      const one = await arrived(world);
      await world.as("admin", () => queries.remove({ rows: [one] }));
      expect((await inDatabase(world, one))?.deleted_at).toBeInstanceOf(Date);
      expect(await listed(world, one)).toBe(false);
    },
    deletedSeveral: async (world) => {
      const two = [await arrived(world), await arrived(world)];
      await world.as("admin", () => queries.remove({ rows: two }));
      for (const one of two) expect(await listed(world, one)).toBe(false);
    },
    permanentlyDeleted: async (world) => {
      const one = await arrived(world, { deleted_at: now() });
      await world.as("admin", () => queries.deletePermanently([one]));
      expect(await inDatabase(world, one)).toBeUndefined();
    },
    deleteFailed: refusedTo(
      "stranger",
      (_, one: ContactSubmission) => queries.remove({ rows: [one] }),
      {
        before: arrived,
      },
    ),
    restored: async (world) => {
      const one = await arrived(world, { deleted_at: now(), mail_status: "sent" });
      await world.as("admin", () => queries.restore([one]));
      expect(await listed(world, one)).toBe(true);
    },
    restoreFailed: refusedTo("stranger", (_, one: ContactSubmission) => queries.restore([one]), {
      before: (world: World) => arrived(world, { deleted_at: now() }),
    }),
    changed: async (world) => {
      const one = await arrived(world);
      await world.as("admin", () =>
        queries.change({ rows: [one] }, { follow_up_on: "2026-12-24" }),
      );
      const [row] = await world.site
        .sql`select follow_up_on::text from contact_submissions where id = ${one.id}`;
      expect(row?.follow_up_on).toBe("2026-12-24");
    },
    joined: async (world) => {
      const [one, other] = await twoJoined(world);
      expect(await joinedWith(world, one)).toEqual([other.id]);
    },
    separated: async (world) => {
      const [one, other] = await twoJoined(world);
      await world.as("admin", () => queries.part(other.id));
      expect(await joinedWith(world, one)).toEqual([]);
    },
    undone: async (world) => {
      const one = await arrived(world);
      const changed = await closed(world, one);
      expect(await world.as("admin", () => queries.changeBack(changed))).toBe(1);
      expect(await inDatabase(world, one)).toMatchObject({ status: "new" });
    },
    changedSince: async (world) => {
      const one = await arrived(world);
      const changed = await closed(world, one);
      await world.as("admin", () => queries.change({ rows: [one] }, { status: "responded" }));
      expect(await world.as("admin", () => queries.changeBack(changed))).toBe(0);
      expect(await inDatabase(world, one)).toMatchObject({ status: "responded" });
    },
    undoFailed: refusedTo(
      "stranger",
      (_, changed: queries.Changed) => queries.changeBack(changed),
      { before: async (world: World) => closed(world, await arrived(world)) },
    ),
    // The action does what it says; its result is then reported like any other status.
    mailed: async (world) => {
      const one = await arrived(world);
      await world.as("admin", () => queries.setState(one, { status: "contacted" }));
      expect(await inDatabase(world, one)).toMatchObject({ status: "contacted" });
    },
    mailSent: async (world) => {
      const one = await arrived(world, { mail_status: "failed", mail_attempts: 16 });
      await world.as("admin", async () => {
        await queries.makeMailDue(one);
        await queries.sendMail(one);
      });
      // An earlier request may have claimed it, and sends all that is due.
      await vi.waitFor(async () =>
        expect(await inDatabase(world, one)).toMatchObject({ mail_status: "sent" }),
      );
      expect(await toCompany(world, one)).toHaveLength(1);
    },
    mailFailed: refusedTo("stranger", (_, one: ContactSubmission) => queries.makeMailDue(one), {
      before: arrived,
    }),
    mailLater: async (world) => {
      const one = await arrived(world, { mail_status: "failed", mail_attempts: 16 });
      await withoutMail(world, () =>
        world.as("admin", async () => {
          await queries.makeMailDue(one);
          await thrownBy(() => queries.sendMail(one));
        }),
      );
      expect((await inDatabase(world, one))?.mail_next_attempt_at).toBeInstanceOf(Date);
      expect(await toCompany(world, one)).toHaveLength(0);
    },
    notSpam: async (world) => {
      const one = await arrived(world, { is_spam: true, spam_reason: "trap filled" });
      // The held-back email is sent now.
      await world.as("admin", async () => {
        await queries.change({ rows: [one] }, { is_spam: false });
        await queries.sendMail(one);
      });
      await vi.waitFor(async () =>
        expect(await inDatabase(world, one)).toMatchObject({
          is_spam: false,
          mail_status: "sent",
        }),
      );
      expect(await toCompany(world, one)).toHaveLength(1);
    },
    spam: async (world) => {
      const one = await arrived(world);
      await world.as("admin", () => queries.change({ rows: [one] }, { is_spam: true }));
      expect(await inDatabase(world, one)).toMatchObject({ is_spam: true });
    },
    markFailed: refusedTo(
      "stranger",
      (_, one: ContactSubmission) => queries.change({ rows: [one] }, { is_spam: true }),
      {
        before: arrived,
      },
    ),
    exported: async (world) => {
      await arrived(world);
      const wanted = { q: "", sort: "" };
      const { file, rows } = await world.as("admin", () =>
        exportCsv(wanted, new AbortController().signal, () => {}),
      );
      const all = await world.site
        .sql`select email from contact_submissions where deleted_at is null and not is_spam`;
      expect(rows).toBe(all.length);
      const text = await file.text();
      expect(all.filter(({ email }) => !text.includes(email))).toEqual([]);
    },
    exportFailed: unreadable(() =>
      exportCsv({ q: "", sort: "" }, new AbortController().signal, () => {}),
    ),
    followUpPast: journeys["submissions.followUpPast"],
  },
  notes: {
    load: unreadable(() => notes.listNotes(crypto.randomUUID())),
    added: async (world) => {
      const { id } = await noted(world);
      expect(await inNotes(world, id)).toEqual([
        { body: "Called back.", author_email: "admin@example.com" },
      ]);
    },
    addFailed: refusedTo(
      "stranger",
      (_, one: ContactSubmission) => notes.addNote(one.id, "Let me in."),
      {
        before: arrived,
      },
    ),
    deleted: async (world) => {
      const note = await noted(world);
      await world.as("admin", () => notes.remove(note));
      expect(await inNotes(world, note.id)).toHaveLength(0);
    },
    deleteFailed: refusedTo(
      "stranger",
      (_, note: Awaited<ReturnType<typeof noted>>) => notes.remove(note),
      { before: noted },
    ),
  },
};
