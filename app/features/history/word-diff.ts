import { diffWordsWithSpace } from "diff";

/** A piece of two texts in one: in both of them, or in one alone. */
export interface Piece {
  words: string;
  kind: "kept" | "gone" | "come";
}

/** Two texts that share less than this part of the shorter one are not two versions of a sentence. */
const ALIKE = 1 / 3;

const lettersOf = (text: string) => text.replace(/\s/g, "").length;

/** Two versions word by word; where hardly a word stayed, the old one whole and then the new one. */
export function wordDiff(before: string, after: string): Piece[] {
  const pieces = diffWordsWithSpace(before, after).map(
    ({ value, added, removed }): Piece => ({
      words: value,
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
