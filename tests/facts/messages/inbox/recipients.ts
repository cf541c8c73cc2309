import { expect } from "vitest";
import { RECIPIENT_MESSAGES } from "#app/features/lead_recipients/messages.ts";
import {
  myDigest,
  myWeekly,
  recipients,
  setMyDigest,
  setMyWeekly,
} from "#app/features/lead_recipients/queries.ts";
import { recipientSchema } from "#app/features/lead_recipients/schema.ts";
import type { EVERY_MESSAGE } from "../../every-message.ts";
import { type FactsFor, refusedTo, unreadable } from "../../fact.ts";
import type { World } from "../../world.ts";

let count = 0;

/** An address as the form would store it. */
const values = () =>
  recipientSchema.parse({
    email: ` Dana${++count}@Example.com`,
    platforms: [],
    volumes: [],
    is_active: true,
  });
const add = ({ as }: World) =>
  as("admin", () => recipients.insertOnce(crypto.randomUUID(), values()));
const inactive = async (world: World) => {
  const row = await add(world);
  return world.as("admin", () => recipients.update(row, { is_active: false }));
};
const recipientsNow = async ({ site }: World) => {
  const [row] = await site.sql`select private.lead_recipients('{Etsy}', '0-50') as addresses`;
  return row?.addresses as string[];
};

/** How many digests next Monday would send. */
const digestAfter = async ({ site, as }: World, wanted: boolean) => {
  expect(await as("admin", () => setMyDigest(wanted))).toBe(wanted);
  expect(await as("admin", myDigest)).toBe(wanted);
  await site.sql`insert into contact_submissions ${site.sql({
    name: "Digest",
    email: "digest@example.com",
    monthly_volume: "0-50",
    platforms: ["Etsy"],
    mail_next_attempt_at: null,
  })}`;
  const [row] = await site.sql`
    select private.send_digests(private.eight_o_clock('2099-01-12')) as written`;
  await site.sql`delete from mails where kind = 'digest'`;
  // As in the template: the server's own job must not add one meanwhile.
  await site.sql`update private.digests set day = current_date + 2`;
  await site.sql`delete from contact_submissions where email = 'digest@example.com'`;
  return row?.written;
};

/** How many people get the weekly figures after this choice. */
const weeklyAfter = async ({ site, as }: World, wanted: boolean) => {
  expect(await as("admin", () => setMyWeekly(wanted))).toBe(wanted);
  expect(await as("admin", myWeekly)).toBe(wanted);
  return (await site.sql`select from private.weekly_choices`).length;
};

export const recipientMessages: FactsFor<Pick<typeof EVERY_MESSAGE, "recipients">> = {
  recipients: {
    load: unreadable(
      () => recipients.list({ q: "", page: 1, pageSize: 50 }),
      RECIPIENT_MESSAGES.load,
    ),
    save: refusedTo("stranger", () => recipients.insert(values()), {
      say: RECIPIENT_MESSAGES.save,
    }),
    saved: async (world) => {
      const row = await add(world);
      expect(await recipientsNow(world)).toContain(row.email);
      // Other facts expect the notice at the company's own address.
      await world.as("admin", () => recipients.remove(row));
    },
    deleted: async (world) => {
      const row = await add(world);
      await world.as("admin", () => recipients.remove(row));
      expect(await recipientsNow(world)).not.toContain(row.email);
    },
    remove: refusedTo(
      "stranger",
      (_, row: Awaited<ReturnType<typeof add>>) => recipients.remove(row),
      { before: inactive, say: RECIPIENT_MESSAGES.remove },
    ),
    digestLoad: refusedTo("stranger", myDigest, { say: RECIPIENT_MESSAGES.digestLoad }),
    digestOn: async (world) => {
      expect(await digestAfter(world, true)).toBe(1);
    },
    digestOff: async (world) => {
      expect(await digestAfter(world, false)).toBe(0);
      await world.as("admin", () => setMyDigest(true));
    },
    digestFailed: refusedTo("stranger", () => setMyDigest(false)),
    weeklyLoad: refusedTo("stranger", myWeekly, { say: RECIPIENT_MESSAGES.weeklyLoad }),
    weeklyOn: async (world) => {
      expect(await weeklyAfter(world, true)).toBe(1);
    },
    weeklyOff: async (world) => {
      expect(await weeklyAfter(world, false)).toBe(0);
    },
    weeklyFailed: refusedTo("stranger", () => setMyWeekly(true)),
  },
};
