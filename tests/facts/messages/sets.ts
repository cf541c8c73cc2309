import { expect } from "vitest";
import * as links from "#app/features/history/sets/links.ts";
import * as sets from "#app/features/history/sets/queries.ts";
import * as reviews from "#app/features/history/sets/review/queries.ts";
import type { ChangeSet, FaqItem, SetComment } from "#app/lib/data/database.types.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";
import { switchSet } from "#app/lib/data/sets/active-set.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { DAY, fromNow } from "#tests/support/clock.ts";
import { people } from "#tests/support/people.ts";
import { type FactsFor, refusedTo } from "../fact.ts";
import { journeys } from "../journeys.ts";
import type { World } from "../world.ts";

const faqs = orderedStore("faq_items", []);
const NO_TIMES = { publish_at: null, end_at: null };
let count = 0;

const newSet = ({ as }: World): Promise<ChangeSet> =>
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

const nobody = "00000000-0000-4000-8000-000000000000";

/** Someone else sent a prepared set for review. */
async function sentForReview(world: World): Promise<ChangeSet> {
  const { set } = await prepared(world);
  await world.site.sql`insert into private.set_reviews (set_id, asked_by, reviewer)
    select ${set.id}, s.id, a.id from auth.users s, auth.users a
    where s.email = ${people.stranger.email} and a.email = ${people.admin.email}`;
  // Only the person who prepared it can't approve it.
  await world.site.sql`update change_set_items set changed_by = null where set_id = ${set.id}`;
  return set;
}
const answered = (verdict: reviews.Verdict) => async (world: World) => {
  const set = await sentForReview(world);
  await world.as("admin", () => reviews.answerReview(set, verdict, ""));
  const stored = await world.site.sql`select verdict from private.set_reviews
    where set_id = ${set.id}`;
  expect(stored).toEqual([{ verdict }]);
};

/** Change sets. */
export const setMessages: FactsFor<Pick<typeof MESSAGES, "sets">> = {
  sets: {
    unsaved: journeys["sets.unsaved"],
    waits: async (world) => {
      const { row } = await prepared(world);
      await world.reads("/faqs", row.question, { not: true });
    },
    create: refusedTo("stranger", () => sets.createSet("Mine"), { say: MESSAGES.sets.create }),
    review: refusedTo("stranger", (_, { id }: ChangeSet) => sets.reviewSet(id), {
      before: newSet,
      say: MESSAGES.sets.review,
    }),
    change: refusedTo("stranger", (_, { id }: ChangeSet) => sets.discardSet(id), {
      before: newSet,
      say: MESSAGES.sets.change,
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
      say: MESSAGES.sets.schedule,
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
      { before: prepared, say: MESSAGES.sets.publish },
    ),
    published: async (world) => {
      const { set, row } = await prepared(world);
      await world.reads("/faqs", row.question, { not: true });
      await world.as("admin", () => sets.publishSet(set));
      await world.reads("/faqs", row.question);
    },
    links: refusedTo("status 500", (_, { id }: ChangeSet) => links.listLinks(id), {
      before: newSet,
      say: MESSAGES.sets.links,
      why: /^Failed to load the links: Something unexpected happened$/,
    }),
    makeLink: refusedTo("stranger", (_, { id }: ChangeSet) => links.createLink(id), {
      before: newSet,
      say: MESSAGES.sets.makeLink,
    }),
    revokeLink: refusedTo("stranger", (_, { id }: links.NewLink) => links.revokeLink(id), {
      before: newLink,
      say: MESSAGES.sets.revokeLink,
    }),
    linkRevoked: async (world) => {
      const { id, url } = await newLink(world);
      const path = new URL(url).pathname;
      await world.reads(path, "Leave preview");
      await world.as("admin", () => links.revokeLink(id));
      await world.reads(path, "This preview was closed");
    },
    gone: journeys["sets.gone"],
    reviewers: refusedTo("stranger", reviews.listReviewers, { say: MESSAGES.sets.reviewers }),
    ask: refusedTo("stranger", (_, { id }: ChangeSet) => reviews.askForReview(id, nobody, ""), {
      before: newSet,
      say: MESSAGES.sets.ask,
    }),
    sentForReview: async (world) => {
      const { set } = await prepared(world);
      const [colleague] = await world.site.sql`insert into staff (user_id, is_editor)
        select id, true from auth.users where email = ${people.stranger.email} returning user_id`;
      try {
        await world.as("admin", () => reviews.askForReview(set.id, colleague?.user_id, ""));
      } finally {
        await world.site.sql`delete from staff`;
      }
      const stored = await world.site.sql`select reviewer, verdict from private.set_reviews
        where set_id = ${set.id}`;
      expect(stored).toEqual([{ reviewer: colleague?.user_id, verdict: null }]);
    },
    answer: refusedTo(
      "stranger",
      (_, set: ChangeSet) => reviews.answerReview(set, "approved", ""),
      {
        before: sentForReview,
        say: MESSAGES.sets.answer,
      },
    ),
    approved: answered("approved"),
    changes: answered("changes"),
    comment: refusedTo(
      "stranger",
      (_, { id }: ChangeSet) => reviews.addComment(id, undefined, "No"),
      {
        before: newSet,
        say: MESSAGES.sets.comment,
      },
    ),
    markComment: refusedTo(
      "stranger",
      () => reviews.markComment({ id: nobody } as SetComment, true),
      { say: MESSAGES.sets.markComment },
    ),
  },
};
