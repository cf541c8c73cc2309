import type { ReactNode } from "react";
import { Card, CardHeader } from "#app/ui/display/card.tsx";

interface ChartFigureProps {
  title: string;
  /** a one-sentence summary of the chart */
  summary: string;
  /** headers of the table's two columns */
  columns: readonly [string, string];
  rows: readonly (readonly [name: string, count: number])[];
  /** there is no data: show only the summary */
  empty: boolean;
  /** the picture; the table gives screen readers the same data */
  children: ReactNode;
}

interface ShareBarProps {
  /** 0 to 100 */
  percent: number;
  className: string;
  /** longer bars behind it */
  children?: ReactNode;
}

/** A bar filled in part, next to a text that says how much. */
export const ShareBar = ({ percent, className, children }: ShareBarProps) => (
  <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className={className}>
    <rect width="100" height="4" className="fill-paper-3 forced-colors:fill-[Canvas]" />
    {children}
    <rect width={percent} height="4" className="fill-accent forced-colors:fill-[CanvasText]" />
  </svg>
);

/** An empty chart, as one line. */
export const EmptyFigure = ({ title, summary }: Pick<ChartFigureProps, "title" | "summary">) => (
  <Card className="flex min-w-0 flex-wrap items-baseline gap-x-3 self-start px-5 py-3">
    <h2 className="font-display text-base font-semibold">{title}</h2>
    <p className="text-sm text-ink-2">{summary}</p>
  </Card>
);

/** A small chart, a summary sentence, and its data as a table for screen readers. */
export function ChartFigure({ title, summary, columns, rows, empty, children }: ChartFigureProps) {
  if (empty) return <EmptyFigure title={title} summary={summary} />;
  return (
    <Card className="relative flex min-w-0 flex-col">
      <CardHeader title={title} />
      <figure className="flex flex-1 flex-col gap-4 px-5 py-4">
        <figcaption className="text-sm text-ink-2 wrap-anywhere">{summary}</figcaption>
        <div aria-hidden className="grid flex-1 grid-cols-[minmax(0,1fr)]">
          {children}
        </div>
        <div className="sr-only">
          <table>
            <caption>{title}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, count]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </figure>
    </Card>
  );
}
