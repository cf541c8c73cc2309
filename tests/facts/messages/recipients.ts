import { expect } from "vitest";
import { recipients } from "#app/features/lead_recipients/queries.ts";
import { recipientSchema } from "#app/features/lead_recipients/schema.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { type FactsFor, refusedTo, unreadable } from "../fact.ts";
import type { World } from "../world.ts";

let count = 0;

/** An address as the form would store it. */
const values = () =>
  recipientSchema.parse({
    ...{ email: ` Dana${++count}@Example.com`, platforms: [], volumes: [], is_active: true },
  });
const add = ({ as }: World) =>
  as("admin", () => recipients.insertOnce(crypto.randomUUID(), values()));
const inactive = async (world: World) => {
  const row = await add(world);
  return world.as("admin", () => recipients.update(row, { is_active: false }));
};
const told = async ({ site }: World) => {
  const [row] = await site.sql`select private.lead_recipients('{Etsy}', '0-50') as addresses`;
  return row?.addresses as string[];
};

export const recipientMessages: FactsFor<Pick<typeof MESSAGES, "recipients">> = {
  recipients: {
    load: unreadable(
      () => recipients.list({ q: "", page: 1, pageSize: 50 }),
      MESSAGES.recipients.load,
    ),
    save: refusedTo("stranger", () => recipients.insert(values()), {
      say: MESSAGES.recipients.save,
    }),
    saved: async (world) => {
      const row = await add(world);
      expect(await told(world)).toContain(row.email);
      // Other facts look for the notice at the company's own address.
      await world.as("admin", () => recipients.remove(row));
    },
    deleted: async (world) => {
      const row = await add(world);
      await world.as("admin", () => recipients.remove(row));
      expect(await told(world)).not.toContain(row.email);
    },
    remove: refusedTo(
      "stranger",
      (_, row: Awaited<ReturnType<typeof add>>) => recipients.remove(row),
      { before: inactive, say: MESSAGES.recipients.remove },
    ),
  },
};
