import { diffArrays } from "diff";

/** A piece of two texts in one: in both of them, or in one alone. */
export interface Piece {
  words: string;
  kind: "kept" | "gone" | "come";
}

/** Two texts that share less than this part of the shorter one are not two versions of a sentence. */
const ALIKE = 1 / 3;

/** What fits into a line is read as a whole: its old value, then its new one. */
const SHORT = 60;

/** An amount with its range, "$1.00-$5.00", or a word; never a part of either. */
const AMOUNT = /[$€£]?\d+(?:[.,:]\d+)*%?/.source;
const TOKEN = new RegExp(
  `${AMOUNT}(?:\\s?[-–—]\\s?${AMOUNT})*|[\\p{L}\\p{N}]+(?:['’-][\\p{L}\\p{N}]+)*|\\s+|[^]`,
  "gu",
);

const tokensOf = (text: string) => text.match(TOKEN) ?? [];
const lettersOf = (text: string) => text.replace(/\s/g, "").length;

/** Whether both are better shown one after the other than in one. */
export const isShort = (before: string, after: string): boolean =>
  [before, after].every((text) => text !== "" && text.length <= SHORT && !text.includes("\n"));

/** Two versions word by word; where hardly a word stayed, the old one whole and then the new one. */
export function wordDiff(before: string, after: string): Piece[] {
  const pieces = diffArrays(tokensOf(before), tokensOf(after)).map(
    ({ value, added, removed }): Piece => ({
      words: value.join(""),
      kind: removed ? "gone" : added ? "come" : "kept",
    }),
  );
  const kept = pieces.filter(({ kind }) => kind === "kept");
  const shorter = Math.min(lettersOf(before), lettersOf(after));
  const shared = lettersOf(kept.map(({ words }) => words).join(""));
  if (shorter === 0 || shared >= shorter * ALIKE) return pieces;
  return [
    { words: before, kind: "gone" },
    { words: "\n", kind: "kept" },
    { words: after, kind: "come" },
  ];
}
