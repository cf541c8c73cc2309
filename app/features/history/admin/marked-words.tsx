import { wordDiff } from "../word-diff.ts";

interface MarkedWordsProps {
  before: string;
  after: string;
}

/** Two versions of a text in one: what went struck through, what came marked, both named as such. */
export const MarkedWords = ({ before, after }: MarkedWordsProps) => (
  <p className="text-sm/6 wrap-anywhere whitespace-pre-wrap">
    {wordDiff(before, after).map(({ words, kind }, place) =>
      kind === "gone" ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their place
        <del key={place} className="rounded-sm bg-danger-soft text-danger">
          {words}
        </del>
      ) : kind === "come" ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <ins key={place} className="rounded-sm bg-success-soft text-success no-underline">
          {words}
        </ins>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <span key={place}>{words}</span>
      ),
    )}
  </p>
);
