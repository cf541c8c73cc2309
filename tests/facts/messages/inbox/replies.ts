import { expect, vi } from "vitest";
import { REPLY_MESSAGES } from "#app/features/contact_submissions/admin/reply/messages.ts";
import * as replies from "#app/features/contact_submissions/admin/reply/queries.ts";
import { listSavedReplies } from "#app/features/saved_replies/queries.ts";
import { type FactsFor, refusedTo, unreadable } from "../../fact.ts";
import { journeys } from "../../journeys.ts";
import type { World } from "../../world.ts";

const words = REPLY_MESSAGES;
const written = { subject: "Re: Your message", message: "Hi Ana,\n\nyes." };

async function arrived({ site }: World): Promise<string> {
  const [row] = await site.sql`
    insert into contact_submissions (name, email, monthly_volume, platforms, mail_next_attempt_at)
    values ('Ana Ruiz', ${`${crypto.randomUUID()}@example.com`}, '0-50', array['Etsy'], null)
    returning id`;
  return row?.id;
}

/** A reply within its ten-second delay, prolonged for slow facts. */
async function replied(world: World) {
  const lead = await arrived(world);
  const reply = await world.as("admin", () =>
    replies.sendReply(lead, crypto.randomUUID(), written),
  );
  await world.site
    .sql`update mails set send_after = now() + interval '1 hour' where id = ${reply.id}`;
  return { lead, ...reply };
}

async function failed(world: World) {
  const { id } = await replied(world);
  // One pass sends a limited number, and other due emails must not use it up.
  await world.site
    .sql`update mails set send_after = now() + interval '1 day' where state = 'waiting'`;
  await world.site.sql`update mails set state = 'failed', attempts = 16, last_error = 'busy',
    send_after = null where id = ${id}`;
  return id;
}

const rowOf = async ({ site }: World, id: string) =>
  (await site.sql`select * from mails where id = ${id}`)[0];

const statusOf = async ({ site }: World, lead: string) =>
  (await site.sql`select status from contact_submissions where id = ${lead}`)[0]?.status;

export const replyMessages: FactsFor<{ replies: typeof REPLY_MESSAGES }> = {
  replies: {
    leaving: async (world) => {
      const { id, lead, send_after } = await replied(world);
      const row = await rowOf(world, id);
      expect(new Date(send_after).getTime() - row?.created_at.getTime()).toBeGreaterThan(9_000);
      expect(row).toMatchObject({ state: "waiting", attempts: 0 });
      expect(await statusOf(world, lead)).toBe("responded");
    },
    send: refusedTo(
      "stranger",
      (_, lead: string) => replies.sendReply(lead, crypto.randomUUID(), written),
      { before: arrived, say: words.send },
    ),
    takenBack: async (world) => {
      const { id, lead } = await replied(world);
      expect(await world.as("admin", () => replies.takeBack(id))).toEqual(written);
      expect(await rowOf(world, id)).toBeUndefined();
      expect(await statusOf(world, lead)).toBe("new");
    },
    takeBack: refusedTo("stranger", (_, { id }: { id: string }) => replies.takeBack(id), {
      before: replied,
      say: words.takeBack,
    }),
    again: async (world) => {
      const id = await failed(world);
      await world.as("admin", () => replies.sendAgain(id));
      // The server's own job may have claimed it first.
      await vi.waitFor(async () => expect(await rowOf(world, id)).toMatchObject({ state: "sent" }));
    },
    sendAgain: refusedTo("stranger", (_, id: string) => replies.sendAgain(id), {
      before: failed,
      say: words.sendAgain,
    }),
    discarded: journeys["replies.discarded"],
    saved: unreadable(listSavedReplies, words.saved),
  },
};
