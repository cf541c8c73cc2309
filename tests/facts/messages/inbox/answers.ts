import { expect } from "vitest";
import { setNewAnswer } from "#app/features/contact_submissions/admin/queries.ts";
import * as thread from "#app/features/contact_submissions/admin/thread/queries.ts";
import * as inbound from "#app/lib/data/functions/inbound.ts";
import { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import { mailArrives } from "#tests/support/mail/arrived.ts";
import { type FactsFor, refusedTo, unreadable } from "../../fact.ts";
import type { World } from "../../world.ts";

const words = EVERY_MESSAGE.answers;
const nobody = "00000000-0000-4000-8000-000000000000";

interface Arrived {
  lead: string;
  mail: string;
}

/** A lead with an answer. */
async function arrived({ site }: World): Promise<Arrived> {
  const [lead] = await site.sql`
    insert into contact_submissions (name, email, monthly_volume, platforms, mail_next_attempt_at)
    values ('Ana Ruiz', ${`${crypto.randomUUID()}@example.com`}, '0-50', array['Etsy'], null)
    returning id, private.reply_token(id) as token`;
  const { id } = await mailArrives(site.sql, { to: [`reply+${lead?.token}@example.com`] });
  return { lead: lead?.id, mail: id ?? "" };
}

/** The same, moved to the emails that belong to no lead. */
async function detached(world: World): Promise<Arrived> {
  const both = await arrived(world);
  await world.as("admin", () => thread.detach(both.mail));
  return both;
}

const leadOf = async ({ site }: World, mail: string) =>
  (await site.sql`select submission_id from inbound_mails where id = ${mail}`)[0]?.submission_id;

export const answerMessages: FactsFor<Pick<typeof EVERY_MESSAGE, "answers">> = {
  answers: {
    load: unreadable(() => thread.readThread(nobody, 1)),
    original: unreadable(() => thread.originalOf(nobody), words.original),
    download: refusedTo("stranger", () => thread.attachmentOf(nobody), { say: words.download }),
    state: refusedTo("stranger", inbound.readState, { say: words.state }),
    done: async (world) => {
      const { lead } = await arrived(world);
      const waits = async () =>
        (await world.site.sql`select new_answer_at from contact_submissions where id = ${lead}`)[0]
          ?.new_answer_at;
      expect(await waits()).toBeInstanceOf(Date);
      await world.as("admin", () => setNewAnswer(lead, null));
      expect(await waits()).toBeNull();
    },
    removed: async (world) => {
      const { mail } = await detached(world);
      expect(await leadOf(world, mail)).toBeNull();
    },
    remove: refusedTo("stranger", (_, { mail }: Arrived) => thread.detach(mail), {
      before: arrived,
      say: words.remove,
    }),
    putBack: async (world) => {
      const { lead, mail } = await detached(world);
      await world.as("admin", () => inbound.attach(mail, lead));
      expect(await leadOf(world, mail)).toBe(lead);
    },
    putBackFailed: refusedTo(
      "stranger",
      (_, { lead, mail }: Arrived) => inbound.attach(mail, lead),
      {
        before: detached,
        say: words.putBackFailed,
      },
    ),
  },
};
