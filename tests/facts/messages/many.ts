import { expect } from "vitest";
import * as media from "#app/features/media_library/queries.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";
import type { MESSAGES } from "#app/lib/errors/messages.ts";
import { type FactsFor, refusedTo } from "../fact.ts";
import type { World } from "../world.ts";
import { deleted } from "./media.ts";

const faqs = orderedStore("faq_items", []);
let count = 0;

/** Two questions that no other fact uses. */
export async function two({ as }: World) {
  const add = () =>
    as("admin", () => faqs.insert({ question: `Both ${++count}?`, answer: "Yes." }));
  return [await add(), await add()];
}
export type Two = Awaited<ReturnType<typeof two>>;

const found = async ({ site }: World, rows: Two) =>
  site.sql`select is_active from faq_items where id = any (${rows.map(({ id }) => id)})`;
const read = async (world: World, rows: Two, { not = false } = {}) => {
  for (const { question } of rows) await world.reads("/faqs", question, { not });
};

/** Bulk actions: each sentence is about all items. */
export const manyMessages: FactsFor<Pick<typeof MESSAGES, "many">> = {
  many: {
    deleted: async (world) => {
      const rows = await two(world);
      await read(world, rows);
      const { done, cause } = await world.as("admin", () => faqs.removeAll(rows));
      expect([done.length, cause]).toEqual([2, undefined]);
      expect(await found(world, rows)).toHaveLength(0);
      await read(world, rows, { not: true });
    },
    permanentlyDeleted: async (world) => {
      const rows = [await deleted(world), await deleted(world)];
      const { done, cause } = await world.as("admin", () => media.deletePermanently(rows));
      expect([done.length, cause]).toEqual([2, undefined]);
      const paths = rows.map(({ file_path }) => file_path);
      const { sql } = world.site;
      expect(await sql`select from storage.objects where name = any (${paths})`).toHaveLength(0);
      expect(await sql`select from media_trash where file_path = any (${paths})`).toHaveLength(0);
    },
    deleteFailed: refusedTo("stranger", (_, rows: Two) => faqs.removeAll(rows), { before: two }),
    hidden: async (world) => {
      const rows = await two(world);
      await world.as("admin", () => faqs.updateAll(rows, { is_active: false }));
      expect(await found(world, rows)).toEqual([{ is_active: false }, { is_active: false }]);
      await read(world, rows, { not: true });
    },
    shown: async (world) => {
      const rows = await two(world);
      await world.as("admin", () => faqs.updateAll(rows, { is_active: false }));
      await read(world, rows, { not: true });
      await world.as("admin", () => faqs.updateAll(rows, { is_active: true }));
      await read(world, rows);
    },
    updateFailed: refusedTo(
      "stranger",
      (_, rows: Two) => faqs.updateAll(rows, { is_active: false }),
      { before: two },
    ),
    restored: async (world) => {
      const rows = await two(world);
      await world.as("admin", () => faqs.removeAll(rows));
      const { done, cause } = await world.as("admin", () => faqs.restoreAll(rows));
      expect([done.length, cause]).toEqual([2, undefined]);
      await read(world, rows);
    },
    restoreFailed: refusedTo("stranger", (_, rows: Two) => faqs.restoreAll(rows), {
      before: async (world) => {
        const rows = await two(world);
        await world.as("admin", () => faqs.removeAll(rows));
        return rows;
      },
    }),
  },
};
