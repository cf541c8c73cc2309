import { isShort, type Piece, wordDiff } from "../word-diff.ts";

interface MarkedWordsProps {
  before: string;
  after: string;
}

/** Two versions of a text: a short one as old and new, a long one in one text by its words. */
export function MarkedWords({ before, after }: MarkedWordsProps) {
  if (isShort(before, after) && before !== after)
    return (
      <p className="text-sm/6 wrap-anywhere">
        <Marked kind="gone" words={before} />{" "}
        <span aria-hidden className="text-ink-2">
          →
        </span>{" "}
        <Marked kind="come" words={after} />
      </p>
    );
  return (
    <p className="text-sm/6 wrap-anywhere whitespace-pre-wrap">
      {wordDiff(before, after).map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their place
        <Marked key={place} {...piece} />
      ))}
    </p>
  );
}

/** What went is struck through, what came is marked, both are named as such. */
function Marked({ words, kind }: Piece) {
  if (kind === "gone") return <del className="rounded-sm bg-danger-soft text-danger">{words}</del>;
  if (kind === "come")
    return <ins className="rounded-sm bg-success-soft text-success no-underline">{words}</ins>;
  return <span>{words}</span>;
}
