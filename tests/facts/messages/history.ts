import { expect } from "vitest";
import * as queries from "#app/features/history/queries.ts";
import type { HistorySelection, HistoryStep } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { type FactsFor, refusedTo } from "../fact.ts";
import type { World } from "../world.ts";

let count = 0;

/** A deleted question, and what restoring it would change. */
async function deleted({ site, as }: World) {
  const [row] = await site.sql`
    insert into faq_items (question, answer) values ('Do you ship kayaks?', 'Yes.') returning *`;
  await site.sql`delete from faq_items where id = ${row?.id}`;
  const [entry] = await site.sql`select change_id from history
    where row_id = ${row?.id} and operation = 'DELETE'`;
  const what: HistorySelection = { change: entry?.change_id };
  const steps = await as("admin", () => queries.look(what));
  return { row, what, steps };
}

/** An added question, and what undoing that would change. */
export async function added({ site, as }: World) {
  const [row] = await site.sql`insert into faq_items (question, answer)
    values (${`Do you ship canoe ${++count}?`}, 'Yes.') returning *`;
  const [entry] = await site.sql`select change_id from history where row_id = ${row?.id}`;
  const what: HistorySelection = { change: entry?.change_id };
  const steps = await as("admin", () => queries.look(what));
  return { row, what, steps };
}

interface Deleted {
  what: HistorySelection;
  steps: HistoryStep[];
}

/** The history, and restoring from it. */
export const historyMessages: FactsFor<Pick<typeof MESSAGES, "history">> = {
  history: {
    load: refusedTo("stranger", () => queries.listChanges({}), { say: MESSAGES.history.load }),
    look: refusedTo("stranger", (_, { what }: Deleted) => queries.look(what), {
      before: deleted,
      say: MESSAGES.history.look,
    }),
    restore: refusedTo("stranger", (_, { what, steps }: Deleted) => queries.restore(what, steps), {
      before: deleted,
      say: MESSAGES.history.restore,
    }),
    undo: refusedTo("stranger", (_, { what, steps }: Deleted) => queries.restore(what, steps), {
      before: added,
      say: MESSAGES.history.undo,
    }),
    undone: async (world) => {
      const { row, what, steps } = await added(world);
      await world.as("admin", () => queries.restore(what, steps));
      expect(await world.site.sql`select from faq_items where id = ${row?.id}`).toEqual([]);
      await world.reads("/faqs", row?.question, { not: true });
    },
    restored: async (world) => {
      const { row, what, steps } = await deleted(world);
      await world.as("admin", () => queries.restore(what, steps));
      const [back] = await world.site.sql`select * from faq_items where id = ${row?.id}`;
      expect(back).toMatchObject({ ...row, updated_at: expect.anything() });
      await world.reads("/faqs", "Do you ship kayaks?");
    },
  },
};
