import { formatCount } from "#app/lib/text/formats.ts";

/** Why a text is too long for the database; undefined if it fits. Nothing is cut off when it is typed or pasted. */
export function lengthError(text: string, most: number): string | undefined {
  const { length } = text.trim();
  return length > most
    ? `Please use at most ${formatCount(most)} characters. This has ${formatCount(length)}.`
    : undefined;
}
