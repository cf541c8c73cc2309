import { expect } from "vitest";
import * as links from "#app/features/history/sets/links.ts";
import * as sets from "#app/features/history/sets/queries.ts";
import type { ChangeSet, FaqItem } from "#app/lib/data/database.types.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";
import { switchSet } from "#app/lib/data/sets/active-set.ts";
import { SET_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { DAY, fromNow } from "#tests/support/clock.ts";
import { type FactsFor, refusedTo } from "../fact.ts";
import { journeys } from "../journeys.ts";
import type { World } from "../world.ts";

const faqs = orderedStore("faq_items", []);
const NO_TIMES = { publish_at: null, end_at: null };
let count = 0;

export const newSet = ({ as }: World): Promise<ChangeSet> =>
  as("admin", () => sets.createSet(`Set ${++count}`));

/** A set with a prepared question. */
export async function prepared(world: World): Promise<{ set: ChangeSet; row: FaqItem }> {
  const { id, name } = await newSet(world);
  switchSet({ id, name });
  const question = `Do you pack set ${name}?`;
  try {
    const row = await world.as("admin", () => faqs.insert({ question, answer: "Yes." }));
    const review = await world.as("admin", () => sets.reviewSet(id));
    return { set: review?.set as ChangeSet, row };
  } finally {
    switchSet(undefined);
  }
}

async function newLink(world: World): Promise<links.NewLink> {
  const { id } = await newSet(world);
  return world.as("admin", () => links.createLink(id));
}

/** Change sets. */
export const setMessages: FactsFor<{ sets: typeof SET_MESSAGES }> = {
  sets: {
    create: refusedTo("stranger", () => sets.createSet("Mine"), { say: SET_MESSAGES.create }),
    review: refusedTo("stranger", (_, { id }: ChangeSet) => sets.reviewSet(id), {
      before: newSet,
      say: SET_MESSAGES.review,
    }),
    change: refusedTo("stranger", (_, { id }: ChangeSet) => sets.discardSet(id), {
      before: newSet,
      say: SET_MESSAGES.change,
    }),
    discarded: async (world) => {
      const { set, row } = await prepared(world);
      await world.as("admin", () => sets.discardSet(set.id));
      const left = await world.site.sql`select from change_set_items where set_id = ${set.id}`;
      expect(left).toHaveLength(0);
      await world.reads("/faqs", row.question, { not: true });
    },
    schedule: refusedTo("stranger", (_, { id }: ChangeSet) => sets.scheduleSet(id, NO_TIMES), {
      before: newSet,
      say: SET_MESSAGES.schedule,
    }),
    scheduled: async (world) => {
      const { set, row } = await prepared(world);
      const time = fromNow(DAY).toISOString();
      await world.as("admin", () => sets.scheduleSet(set.id, { ...NO_TIMES, publish_at: time }));
      await world.reads("/faqs", row.question, { not: true });
      await world.site.sql`update change_sets set publish_at = now() where id = ${set.id}`;
      await world.reads("/faqs", row.question);
    },
    ends: async (world) => {
      const { set, row } = await prepared(world);
      const end_at = fromNow(DAY).toISOString();
      await world.as("admin", () => sets.scheduleSet(set.id, { ...NO_TIMES, end_at }));
      await world.as("admin", () => sets.publishSet(set));
      await world.reads("/faqs", row.question);
      await world.site.sql`update change_sets set end_at = now() where id = ${set.id}`;
      await world.reads("/faqs", row.question, { not: true });
    },
    unscheduled: async (world) => {
      const { id } = await newSet(world);
      const time = fromNow(DAY).toISOString();
      await world.as("admin", () => sets.scheduleSet(id, { ...NO_TIMES, publish_at: time }));
      await world.as("admin", () => sets.scheduleSet(id, NO_TIMES));
      const [stored] = await world.site.sql`select publish_at from change_sets where id = ${id}`;
      expect(stored).toEqual({ publish_at: null });
    },
    publish: refusedTo(
      "stranger",
      (_, { set }: Awaited<ReturnType<typeof prepared>>) => sets.publishSet(set),
      { before: prepared, say: SET_MESSAGES.publish },
    ),
    published: async (world) => {
      const { set, row } = await prepared(world);
      await world.reads("/faqs", row.question, { not: true });
      await world.as("admin", () => sets.publishSet(set));
      await world.reads("/faqs", row.question);
    },
    links: refusedTo("status 500", (_, { id }: ChangeSet) => links.listLinks(id), {
      before: newSet,
      say: SET_MESSAGES.links,
      why: /^Failed to load the links: Something unexpected happened$/,
    }),
    makeLink: refusedTo("stranger", (_, { id }: ChangeSet) => links.createLink(id), {
      before: newSet,
      say: SET_MESSAGES.makeLink,
    }),
    revokeLink: refusedTo("stranger", (_, { id }: links.NewLink) => links.revokeLink(id), {
      before: newLink,
      say: SET_MESSAGES.revokeLink,
    }),
    linkRevoked: async (world) => {
      const { id, url } = await newLink(world);
      const path = new URL(url).pathname;
      await world.reads(path, "Leave preview");
      await world.as("admin", () => links.revokeLink(id));
      await world.reads(path, "This preview was closed");
    },
    gone: journeys["sets.gone"],
  },
};
