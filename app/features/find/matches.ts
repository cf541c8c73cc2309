import type { Result } from "./result.ts";

/**
 * The screens and actions that every typed word fits: anywhere in the title, or at the start of one of
 * the other words that people use for it.
 */
export function matches(places: readonly Result[], typed: string): readonly Result[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return places.filter(({ title, synonyms = "" }) =>
    words.every(
      (word) => title.toLowerCase().includes(word) || ` ${synonyms}`.includes(` ${word}`),
    ),
  );
}
