import { expect } from "vitest";
import { answerOf } from "#app/features/webhooks/admin/words.ts";
import { WEBHOOK_MESSAGES } from "#app/features/webhooks/messages.ts";
import * as queries from "#app/features/webhooks/queries.ts";
import { openReceiver, type Receiver } from "#tests/support/stand-ins/receiver.ts";
import type { EVERY_MESSAGE } from "../../every-message.ts";
import { type Fact, type FactsFor, refusedTo } from "../../fact.ts";
import { journeys } from "../../journeys.ts";
import type { World } from "../../world.ts";

const words = WEBHOOK_MESSAGES;
const values = (url: string): queries.WebhookValues => ({
  name: `Facts of ${crypto.randomUUID()}`,
  url,
  format: "",
  events: ["lead.created"],
  active: false,
});

/** A webhook that is off, so that only a fact's own calls are sent. */
async function added({ as }: World, url = "https://hooks.invalid/in"): Promise<queries.Webhook> {
  const given = values(url);
  await as("admin", () => queries.save(given));
  const all = await as("admin", queries.list);
  return all.find(({ name }) => name === given.name) as queries.Webhook;
}

const stored = ({ site }: World, { id }: { id: string }) =>
  site.sql`select name from webhooks where id = ${id}`;

const withReceiver =
  (work: (world: World, receiver: Receiver) => Promise<void>): Fact =>
  async (world) => {
    const receiver = await openReceiver();
    try {
      await work(world, receiver);
    } finally {
      receiver.close();
    }
  };

export const webhookMessages: FactsFor<Pick<typeof EVERY_MESSAGE, "webhooks">> = {
  webhooks: {
    load: refusedTo("stranger", queries.list, { say: words.load }),
    log: refusedTo("status 500", () => queries.listDeliveries(crypto.randomUUID(), 1), {
      say: words.log,
      why: /Something unexpected happened/,
    }),
    saved: async (world) => {
      const one = await added(world);
      await world.as("admin", () => queries.save({ ...values(""), name: "Renamed" }, one));
      expect(await stored(world, one)).toEqual([{ name: "Renamed" }]);
    },
    save: refusedTo("stranger", () => queries.save(values("https://hooks.invalid/")), {
      say: words.save,
    }),
    deleted: async (world) => {
      const one = await added(world);
      await world.as("admin", () => queries.remove(one));
      expect(await stored(world, one)).toEqual([]);
    },
    remove: refusedTo("stranger", (_, one: queries.Webhook) => queries.remove(one), {
      before: added,
      say: words.remove,
    }),
    rotate: refusedTo("stranger", (_, one: queries.Webhook) => queries.rotate(one), {
      before: added,
      say: words.rotate,
    }),
    send: refusedTo("stranger", (_, one: queries.Webhook) => queries.send(one), {
      before: added,
      say: words.send,
      why: /Only an admin can do this/,
    }),
    delivered: withReceiver(async (world, receiver) => {
      const one = await added(world, `${receiver.url}/in`);
      const attempt = await world.as("admin", () => queries.send(one));
      expect(words.delivered(answerOf(attempt as queries.Attempt))).toBe(
        "Delivered: The receiver returned 200",
      );
      expect(receiver.at("/in")).toHaveLength(1);
    }),
    notDelivered: withReceiver(async (world, receiver) => {
      const one = await added(world, `${receiver.url}/in`);
      receiver.close();
      const attempt = await world.as("admin", () => queries.send(one));
      expect(words.notDelivered(answerOf(attempt as queries.Attempt))).toBe(
        "Not delivered: The receiver refused the connection. Check that it is running, and its address and port",
      );
    }),
    copied: journeys["webhooks.copied"],
    copyFailed: journeys["webhooks.copyFailed"],
  },
};
