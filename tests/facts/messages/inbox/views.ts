import { expect } from "vitest";
import type { VIEW_MESSAGES } from "#app/features/contact_submissions/admin/list/view-messages.ts";
import {
  changeViews,
  savedViews,
} from "#app/features/contact_submissions/admin/list/view-queries.ts";
import { type FactsFor, refusedTo } from "../../fact.ts";
import type { World } from "../../world.ts";

const MINE = { name: "Etsy, new", address: "status=new&platform=Etsy" };

/** Saves these as the admin's views, and reads them back. */
const viewsFact =
  (views: (typeof MINE)[]) =>
  async ({ as }: World) => {
    await as("admin", () => changeViews(() => views));
    expect(await as("admin", savedViews)).toEqual(views);
  };

export const viewMessages: FactsFor<{ views: typeof VIEW_MESSAGES }> = {
  views: {
    load: refusedTo("stranger", savedViews),
    saved: viewsFact([MINE]),
    deleted: viewsFact([]),
    restored: async (world) => {
      await viewsFact([])(world);
      await viewsFact([MINE])(world);
    },
    save: refusedTo("stranger", () => changeViews(() => [MINE])),
  },
};
