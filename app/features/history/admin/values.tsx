import { useFormLabels } from "#app/admin-kit/resource/use-form-labels.ts";
import type { RowValues } from "#app/lib/data/database.types.ts";
import { columnName, columnsOf, valueText, written } from "../columns.ts";
import { isShort, type Piece, wordDiff } from "../word-diff.ts";

interface ValuesProps {
  table: string;
  /** null: the row didn't exist */
  before: RowValues | null | undefined;
  /** null: it is deleted */
  after: RowValues | null | undefined;
  /** default: the columns of `after`, or else of `before` */
  columns?: readonly string[];
}

/** A row's old and new values, with its form's labels and order. */
export function Values({
  table,
  before,
  after,
  columns = Object.keys(after ?? before ?? {}),
}: ValuesProps) {
  const labels = useFormLabels(table);
  if (!labels) return null;
  const whole = after ?? before;
  const visible =
    before && after
      ? columnsOf(columns, labels)
      : written(columnsOf(columns, labels), labels).filter((column) => valueText(whole?.[column]));
  if (visible.length === 0) return null;
  return (
    <dl className="divide-y divide-line rounded-md border border-line bg-paper-2">
      {visible.map((column) => (
        <div key={column} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-xs/6 font-medium text-ink-2">{columnName(column, labels)}</dt>
          <dd>
            {before && after ? (
              <MarkedWords
                before={valueText(before[column], column)}
                after={valueText(after[column], column)}
              />
            ) : (
              <p className="text-sm/6 wrap-anywhere whitespace-pre-wrap">
                <Value words={valueText(whole?.[column], column)} />
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface MarkedWordsProps {
  before: string;
  after: string;
}

/** Two versions of a text: short ones as old and new, long ones as one text with a word diff. */
function MarkedWords({ before, after }: MarkedWordsProps) {
  if ((isShort(before, after) || isPicture(before) || isPicture(after)) && before !== after)
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
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no id, and never move
        <Marked key={place} {...piece} />
      ))}
    </p>
  );
}

/** Removed text is struck through, added text highlighted, with the matching HTML elements. */
function Marked({ words, kind }: Piece) {
  if (kind === "gone")
    return (
      <del className="rounded-sm bg-danger-soft text-danger">
        <Value words={words} />
      </del>
    );
  if (kind === "come")
    return (
      <ins className="rounded-sm bg-success-soft text-success no-underline">
        <Value words={words} />
      </ins>
    );
  return <span>{words}</span>;
}

/** The address of an uploaded picture, which says nothing to people. */
const isPicture = (words: string) =>
  /\/object\/public\/media\/\S+\.(jpe?g|png|gif|webp|svg|avif)$/i.test(words);

const Value = ({ words }: { words: string }) =>
  isPicture(words) ? (
    <img
      src={words}
      alt={words.split("/").at(-1)}
      loading="lazy"
      className="inline-block max-h-24 rounded-sm"
    />
  ) : (
    words
  );
