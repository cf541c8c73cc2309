import { expect } from "vitest";
import { faqSchema } from "#app/features/faq_items/schema.ts";
import { pricingItemSchema } from "#app/features/pricing_items/schema.ts";
import { serviceSchema } from "#app/features/services/schema.ts";
import { testimonialSchema } from "#app/features/testimonials/schema.ts";
import type { OrderedTable } from "#app/lib/data/database.types.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";
import type { InsertOf, RowOf, UpdateOf } from "#app/lib/data/table-store.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { type Fact, type FactsFor, refusedTo, unreadable } from "../fact.ts";
import type { World } from "../world.ts";

interface List<Name extends OrderedTable> {
  table: Name;
  /** where visitors read it */
  path: string;
  /** as the form would store it, with `words` where visitors see them */
  values: (words: string) => InsertOf<Name>;
}

/** What holds for each list that staff manage. */
function listFacts<Name extends OrderedTable>({ table, path, values }: List<Name>) {
  const store = orderedStore(table, []);
  let count = 0;
  const words = () => `A word of ${table} number ${++count}.`;
  const add = ({ as }: World, said = words()) => as("admin", () => store.insert(values(said)));
  const rows = ({ site }: World, id: string) =>
    site.sql`select * from ${site.sql(table as string)} where id = ${id}`;

  const created: Fact = async (world) => {
    const said = words();
    const { id } = await add(world, said);
    expect(await rows(world, id)).toMatchObject([values(said)]);
    await world.reads(path, said);
  };
  const updated: Fact = async (world) => {
    const said = words();
    const row = await add(world);
    const stored = await world.as("admin", () => store.update(row, values(said) as UpdateOf<Name>));
    expect(await rows(world, stored.id)).toMatchObject([values(said)]);
    await world.reads(path, said);
  };
  const deleted: Fact = async (world) => {
    const said = words();
    const row = await add(world, said);
    await world.reads(path, said);
    await world.as("admin", () => store.remove(row));
    expect(await rows(world, row.id)).toHaveLength(0);
    await world.reads(path, said, { not: true });
  };
  type Say = (cause: unknown) => string;
  return {
    created,
    updated,
    deleted,
    load: (say: Say = reason) =>
      unreadable(() => store.list({ q: "", page: 1, pageSize: 20 }), say),
    insertRefused: (say: Say = reason) =>
      refusedTo("stranger", () => store.insert(values(words())), { say }),
    updateRefused: (say: Say = reason) =>
      refusedTo(
        "stranger",
        (_, row: RowOf<Name>) => store.update(row, values(words()) as UpdateOf<Name>),
        { say, before: add },
      ),
    removeRefused: (say: Say = reason) =>
      refusedTo("stranger", (_, row: RowOf<Name>) => store.remove(row), {
        say,
        before: add,
      }),
  };
}

const shown = { display_order: "0", is_active: true };

const services = listFacts({
  table: "services",
  path: "/services",
  values: (title) =>
    serviceSchema.parse({ title, description: "Done by hand.", icon_name: "Truck", ...shown }),
});
const pricing = listFacts({
  table: "pricing_items",
  path: "/pricing",
  values: (service_name) =>
    pricingItemSchema.parse({ service_name, rate: "$2.00", description: "", ...shown }),
});
const faqs = listFacts({
  table: "faq_items",
  path: "/faqs",
  values: (question) => faqSchema.parse({ question, answer: "It is.", ...shown }),
});
const testimonials = listFacts({
  table: "testimonials",
  path: "/",
  values: (quote) =>
    testimonialSchema.parse({
      ...{ quote, author_name: "Ana Ruiz", author_title: "", author_company: "" },
      // The home page shows the first of the featured ones.
      ...{ ...shown, featured: true },
    }),
});

/** Only one voice is on the home page: the others make room, and come back. */
const alone =
  (fact: Fact): Fact =>
  async (world) => {
    const { sql } = world.site;
    await sql`update testimonials set is_active = false where is_active`;
    await fact(world);
    await sql`update testimonials set is_active = true`;
  };

const faqStore = orderedStore("faq_items", []);
const faqIds = async ({ site }: World): Promise<string[]> =>
  (await site.sql`select id from faq_items order by display_order`).map(({ id }) => id);

const { load: loadPricing, save: savePricing, remove: removePricing } = MESSAGES.pricing;
const { load, create, update, remove } = MESSAGES.services;

export const listMessages: FactsFor<
  Pick<typeof MESSAGES, "services" | "pricing" | "faqs" | "testimonials" | "order" | "noneActive">
> = {
  services: {
    load: services.load(load),
    create: services.insertRefused(create),
    update: services.updateRefused(update),
    remove: services.removeRefused(remove),
    created: services.created,
    updated: services.updated,
    deleted: services.deleted,
  },
  pricing: {
    load: pricing.load(loadPricing),
    save: pricing.updateRefused(savePricing),
    remove: pricing.removeRefused(removePricing),
    created: pricing.created,
    updated: pricing.updated,
    deleted: pricing.deleted,
  },
  faqs: {
    load: faqs.load(),
    save: faqs.updateRefused(),
    remove: faqs.removeRefused(),
    created: faqs.created,
    updated: faqs.updated,
    deleted: faqs.deleted,
  },
  testimonials: {
    load: testimonials.load(),
    save: testimonials.insertRefused(),
    update: testimonials.updateRefused(),
    remove: testimonials.removeRefused(),
    created: alone(testimonials.created),
    updated: alone(testimonials.updated),
    deleted: alone(testimonials.deleted),
  },
  order: {
    changed: async (world) => {
      const turned = (await faqIds(world)).reverse();
      await world.as("admin", () => faqStore.reorder(turned));
      expect(await faqIds(world)).toEqual(turned);
      const [last, first] = await world.site.sql`select question from faq_items
        where id = any (${[turned[0] ?? "", turned.at(-1) ?? ""]}) order by display_order desc`;
      const inOrder = `${first?.question}[^]*${last?.question}`.replaceAll("?", "\\?");
      await expect
        .poll(async () => (await fetch(`${world.site.url}/faqs`)).text(), { timeout: 15_000 })
        .toMatch(new RegExp(inOrder));
    },
    restored: async (world) => {
      const before = await faqIds(world);
      await world.as("admin", () => faqStore.reorder(before.toReversed()));
      await world.as("admin", () => faqStore.reorder(before));
      expect(await faqIds(world)).toEqual(before);
    },
    failed: refusedTo("stranger", (_, ids: string[]) => faqStore.reorder(ids.toReversed()), {
      before: faqIds,
    }),
  },
  noneActive: async (world) => {
    const { sql } = world.site;
    await sql`update pricing_items set is_active = false, description = 'As it was stored.'`;
    expect((await world.as("admin", orderedStore("pricing_items", []).facts)).active).toBe(0);
    await world.reads("/pricing", "Waived at 100+ orders per month.");
    await world.reads("/pricing", "As it was stored.", { not: true });
    await sql`update pricing_items set is_active = true`;
  },
};
