import { addressedRows } from "#app/content/index.ts";
import { type PictureSource, readPictureIfAny } from "#app/lib/page/picture.server.ts";
import { readOr } from "#app/lib/page/read.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { featured, further, listActiveTestimonials, type Testimonial } from "./queries.ts";

/** What a page shows of a testimonial; a text of the page itself has no link and no portrait. */
export interface Voice {
  words: Pick<Testimonial, "quote" | "author_name" | "author_title" | "author_company"> &
    Partial<Pick<Testimonial, "link_url" | "photo_url" | "photo_alt">>;
  portrait: PictureSource | null;
}

/**
 * The home page's testimonials (rule L-9): the first one and the next ones, with their portraits' sizes.
 * Without any, or if they can't be read, the first one is the page's own text.
 */
export async function homeVoices(
  server: ServerContext,
  page: Promise<{ testimonial: Voice["words"] }>,
): Promise<{ voice: Voice; others: Voice[] }> {
  const read = listActiveTestimonials(server);
  const list = await readOr(server, "the testimonials could not be read", read, []);
  if (server.preview) addressedRows("testimonials", list);
  const withPortrait = async (words: Voice["words"]): Promise<Voice> => ({
    words,
    portrait: await readPictureIfAny(server, words.photo_url),
  });
  const [voice, others] = await Promise.all([
    withPortrait(featured(list) ?? (await page).testimonial),
    Promise.all(further(list).map(withPortrait)),
  ]);
  return { voice, others };
}
