import type { RowOf } from "#app/lib/data/table-store.ts";
import type { ServerContext } from "#contract/render-context.ts";

const COLUMNS = [
  ...(["id", "quote", "author_name", "author_title", "author_company"] as const),
  ...(["link_url", "photo_url", "photo_alt", "featured"] as const),
];

export type Testimonial = Pick<RowOf<"testimonials">, (typeof COLUMNS)[number]>;

/** Active testimonials in order (rule L-1). Throws the backend's error. */
export const listActiveTestimonials = (
  server: Pick<ServerContext, "rows">,
): Promise<readonly Testimonial[]> => server.rows("testimonials", COLUMNS);

/** The home page's testimonial: the first featured one, or else the first in order (rule L-9). */
export const featured = <T extends { featured: boolean }>(list: readonly T[]): T | undefined =>
  list.find((testimonial) => testimonial.featured) ?? list[0];

const FURTHER = 3;

/** The next ones in order, shown smaller below it (rule L-9). */
export const further = <T extends { featured: boolean }>(list: readonly T[]): T[] =>
  list.filter((testimonial) => testimonial !== featured(list)).slice(0, FURTHER);
