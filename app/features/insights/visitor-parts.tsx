import type { VisitTotals, VisitVital } from "#app/lib/data/database.types.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { ShareBar } from "#app/ui/display/chart-figure.tsx";
import { vitalsCsv } from "./export.ts";
import { ExportButton } from "./parts.tsx";
import { allVitals, funnelOf, shareText, vitalText } from "./visitor-words.ts";

/** How many visits reached each step, in percent of all. */
export const Funnel = ({ totals }: { totals: VisitTotals }) => (
  <Card>
    <CardHeader title="From visit to lead" />
    <ol aria-label="From visit to lead" className="grid gap-3 px-5 py-4">
      {funnelOf(totals).map(({ key, label, count, share }) => (
        <li key={key} className="grid gap-1 text-sm">
          <span className="flex flex-wrap justify-between gap-x-3">
            <span>{label}</span>
            <span className="text-ink-2 tabular-nums">
              {formatCount(count)}
              {key !== "visits" && `, ${shareText(count, totals.visits)} of visits`}
            </span>
          </span>
          <ShareBar percent={Math.min(100, share * 100)} className="block h-2 w-full" />
        </li>
      ))}
    </ol>
  </Card>
);

interface VitalsProps {
  vitals: readonly VisitVital[];
  until: string;
}

/** How fast pages were for real visitors. */
export const Vitals = ({ vitals, until }: VitalsProps) => (
  <Card>
    <CardHeader
      title="Web vitals"
      aside={
        <ExportButton
          file={vitals.length > 0 ? () => vitalsCsv(vitals) : undefined}
          name={`web-vitals-${until}`}
          label="Export vitals"
        />
      }
    >
      <p className="text-sm text-ink-2">
        Measured on a sample of visitors' page views. Three out of four were this good or better.
      </p>
    </CardHeader>
    <ul className="divide-y divide-line px-5">
      {allVitals(vitals).map((vital) => {
        const { name, value, limit, rating, good, middling, poor, samples } = vitalText(vital);
        return (
          <li key={vital.name} className="grid gap-1 py-3 text-sm">
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="font-medium">{name}</span>
              <span className="flex items-center gap-2 tabular-nums">
                {value}
                {rating && <Badge tone={rating.tone}>{rating.word}</Badge>}
              </span>
            </span>
            <span className="text-xs text-ink-2">
              {rating
                ? `${samples} measured: ${good} good, ${middling} need work, ${poor} poor. Good: ${limit} or less.`
                : "Not measured in this period"}
            </span>
          </li>
        );
      })}
    </ul>
  </Card>
);
