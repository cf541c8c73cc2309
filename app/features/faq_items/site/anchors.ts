import { addressedAs } from "#app/content/index.ts";

/** "What will it cost me?" is "what-will-it-cost-me"; letters of every script are kept. */
const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");

/**
 * Gives each question the address it can be linked by, "faq-…": made of its words, so that it stays
 * when the order changes; a question asked twice gets a number.
 */
export function withAnchors<T extends { question: string }>(
  list: readonly T[],
): (T & { anchor: string })[] {
  const seen = new Map<string, number>();
  return list.map((item) => {
    const base = `faq-${slug(item.question) || "question"}`;
    const times = (seen.get(base) ?? 0) + 1;
    seen.set(base, times);
    const anchor = times === 1 ? base : `${base}--${times}`;
    return addressedAs({ ...item, anchor }, item);
  });
}
