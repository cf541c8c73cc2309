import { Link } from "react-router";
import { sourceName } from "#app/lib/attribution/names.ts";
import type { Arrivals, LeadFigures } from "#app/lib/data/database.types.ts";
import { countOf, formatCount } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { EmptyFigure, ShareBar } from "#app/ui/display/chart-figure.tsx";
import { LINKS } from "./links.ts";

const SHOWN = 6;

type Figures = Pick<LeadFigures, "by_source" | "by_landing_page" | "per_day">;

/** Where the leads and booked calls of the last 30 days came from, and the page they landed on. */
export function ArrivalCards({ by_source, by_landing_page, per_day }: Figures) {
  const since = per_day[0]?.day ?? "";
  return (
    <>
      <ArrivalCard
        title="By source"
        rows={by_source}
        nameOf={(name) => sourceName(name)}
        linkOf={(name) => LINKS.source(name, since)}
      />
      <ArrivalCard
        title="By landing page"
        rows={by_landing_page}
        nameOf={(name) => name ?? "Unknown"}
      />
    </>
  );
}

interface ArrivalCardProps {
  title: string;
  rows: readonly Arrivals[];
  nameOf: (name: string | null) => string;
  linkOf?: (name: string | null) => string;
}

function ArrivalCard({ title, rows, nameOf, linkOf }: ArrivalCardProps) {
  if (rows.length === 0)
    return <EmptyFigure title={title} summary={arrivalsSummary(rows, nameOf)} />;
  const shown = rows.slice(0, SHOWN);
  const hidden = rows.length - shown.length;
  const most = Math.max(1, ...rows.map(({ leads, bookings }) => leads + bookings));
  return (
    <Card className="flex min-w-0 flex-col">
      <CardHeader title={title} />
      <div className="grid gap-4 px-5 py-4">
        <p className="text-sm text-ink-2 wrap-anywhere">{arrivalsSummary(rows, nameOf)}</p>
        <table className="w-full table-fixed text-sm">
          <caption className="sr-only">{title}, in the last 30 days</caption>
          <thead>
            <tr className="text-xs text-ink-2">
              <td />
              <th scope="col" className="w-16 pb-1 text-right font-medium">
                <Swatch className="bg-accent forced-colors:bg-[CanvasText]" />
                Leads
              </th>
              <th scope="col" className="w-20 pb-1 text-right font-medium">
                <Swatch className="bg-ink-3 forced-colors:bg-[GrayText]" />
                Booked
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, leads, bookings }) => (
              <tr key={name} className="align-top">
                <th scope="row" className="pt-1 pb-1.5 text-left font-normal">
                  <span className="block truncate" title={nameOf(name)}>
                    {linkOf ? <Link to={linkOf(name)}>{nameOf(name)}</Link> : nameOf(name)}
                  </span>
                  <ShareBar percent={(100 * leads) / most} className="mt-1 block h-1.5 w-full">
                    <rect
                      width={(100 * (leads + bookings)) / most}
                      height="4"
                      className="fill-ink-3 forced-colors:fill-[GrayText]"
                    />
                  </ShareBar>
                </th>
                <td className="pt-1 text-right font-mono text-xs/5">{formatCount(leads)}</td>
                <td className="pt-1 text-right font-mono text-xs/5">{formatCount(bookings)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {hidden > 0 && <p className="text-xs text-ink-2">and {hidden} more</p>}
      </div>
    </Card>
  );
}

const Swatch = ({ className }: { className: string }) => (
  <span aria-hidden className={`mr-1.5 inline-block size-2 rounded-full ${className}`} />
);

/** "14 leads and 3 booked calls in the last 30 days, most of them: Google." */
export function arrivalsSummary(
  rows: readonly Arrivals[],
  nameOf: (name: string | null) => string,
): string {
  const sum = (of: "leads" | "bookings") => rows.reduce((total, row) => total + row[of], 0);
  const [leads, bookings] = [sum("leads"), sum("bookings")];
  const [first, second] = rows;
  if (!first) return "No leads or booked calls in the last 30 days.";
  const all = `${countOf(leads, "lead")} and ${countOf(bookings, "booked call")} in the last 30 days`;
  const isAhead = first.leads > (second?.leads ?? 0) && first.name !== null;
  return isAhead ? `${all}, most leads: ${nameOf(first.name)}.` : `${all}.`;
}
