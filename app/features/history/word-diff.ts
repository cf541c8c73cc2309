import { diffArrays } from "diff";

/** A piece of a diff: in both texts, or only in one. */
export interface Piece {
  words: string;
  kind: "kept" | "gone" | "come";
}

/** Below this share of the shorter text in common, two texts are not versions of each other. */
const ALIKE = 1 / 3;

/** Text that fits on a line is shown whole: the old value, then the new one. */
const SHORT = 60;

/** An amount or range, "$1.00-$5.00", or a word; never split. */
const AMOUNT = /[$€£]?\d+(?:[.,:]\d+)*%?/.source;
const TOKEN = new RegExp(
  `${AMOUNT}(?:\\s?[-–—]\\s?${AMOUNT})*|[\\p{L}\\p{N}]+(?:['’-][\\p{L}\\p{N}]+)*|\\s+|[^]`,
  "gu",
);

const tokensOf = (text: string) => text.match(TOKEN) ?? [];
const lettersOf = (text: string) => text.replace(/\s/g, "").length;

/** Whether both fit better one after the other than as a diff. */
export const isShort = (before: string, after: string): boolean =>
  [before, after].every((text) => text !== "" && text.length <= SHORT && !text.includes("\n"));

/** A word diff; if hardly any words are shared, the whole old text and then the new one. */
export function wordDiff(before: string, after: string): Piece[] {
  const pieces = diffArrays(tokensOf(before), tokensOf(after)).map(
    ({ value, added, removed }): Piece => ({
      words: value.join(""),
      kind: removed ? "gone" : added ? "come" : "kept",
    }),
  );
  const unchanged = pieces.filter(({ kind }) => kind === "kept");
  const shorter = Math.min(lettersOf(before), lettersOf(after));
  const shared = lettersOf(unchanged.map(({ words }) => words).join(""));
  if (shorter === 0 || shared >= shorter * ALIKE) return pieces;
  return [
    { words: before, kind: "gone" },
    { words: "\n", kind: "kept" },
    { words: after, kind: "come" },
  ];
}
