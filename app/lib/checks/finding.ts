import { type Group, WHY } from "./words.ts";

/** Something wrong on public pages. */
export interface Finding {
  group: Group;
  /** what is wrong, as a sentence */
  what: string;
  /** why it matters, as a sentence */
  why: string;
  /** paths of the pages */
  pages: readonly string[];
  /** the address of the field that fixes it (content/places.ts); undefined: no field does */
  place: string | undefined;
}

/** @param places the fields to choose from, best first */
export const finding = (
  group: Group,
  why: keyof typeof WHY,
  what: string,
  path: string,
  ...places: readonly (string | undefined)[]
): Finding => ({
  group,
  what,
  why: WHY[why],
  pages: [path],
  place: places.find((place) => place !== undefined),
});

/** What makes two findings the same, whatever pages they are on. */
const keyOf = ({ group, what, place }: Finding): string => JSON.stringify([group, what, place]);

/** Findings that several pages share, such as those of the header, as one. */
export function merged(findings: readonly Finding[]): Finding[] {
  const byKey = Map.groupBy(findings, keyOf);
  return [...byKey.values()].map((same) => ({
    ...(same[0] as Finding),
    pages: [...new Set(same.flatMap(({ pages }) => pages))],
  }));
}

/** Those that are not on the same page already. */
export function newOnes(findings: readonly Finding[], known: readonly Finding[]): Finding[] {
  const before = new Map(merged(known).map((one) => [keyOf(one), new Set(one.pages)]));
  return merged(findings).flatMap((one) => {
    const pages = one.pages.filter((page) => !before.get(keyOf(one))?.has(page));
    return pages.length > 0 ? [{ ...one, pages }] : [];
  });
}

const SHOWN = 60;

/** A text in a sentence, in quotes and shortened. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `“${line.length > SHOWN ? `${line.slice(0, SHOWN - 1).trimEnd()}…` : line}”`;
}
