import type { LeadFigures } from "#app/lib/data/database.types.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { ChartFigure, ShareBar } from "#app/ui/display/chart-figure.tsx";

const SHOWN = 6;
const TIED = 3;
const NAMES = new Intl.ListFormat("en-US");

interface PlatformChartProps {
  platforms: LeadFigures["by_platform"];
  /** the number of leads; a lead may name several platforms */
  total: number;
}

/** "Etsy is named most, in 2 of 5 leads."; ties are named together. */
export function mostNamed(
  platforms: LeadFigures["by_platform"],
  total: number,
): string | undefined {
  const first = platforms[0];
  if (!first) return undefined;
  const level = platforms.filter(({ count }) => count === first.count);
  const names = level.slice(0, TIED).map(({ platform }) => platform);
  if (level.length > TIED) names.push(`${level.length - TIED} more`);
  const share = `${formatCount(first.count)} of ${formatCount(total)} leads`;
  return level.length === 1
    ? `Most common: ${first.platform}, in ${share}.`
    : `Most common: ${NAMES.format(names)}, each in ${share}.`;
}

/** How many leads name each platform. */
export function PlatformChart({ platforms, total }: PlatformChartProps) {
  const shown = platforms.slice(0, SHOWN);
  const hidden = platforms.length - shown.length;
  const first = platforms[0];
  const most = Math.max(1, first?.count ?? 0);
  return (
    <ChartFigure
      title="By platform"
      empty={first === undefined}
      summary={mostNamed(platforms, total) ?? "No leads yet."}
      columns={["Platform", "Leads"]}
      rows={platforms.map(({ platform, count }) => [platform, count])}
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5 self-start">
        {shown.map(({ platform, count }) => (
          <li key={platform} className="grid grid-cols-[minmax(0,1fr)] gap-1 text-sm">
            <span className="flex justify-between gap-3">
              <span className="truncate">{platform}</span>
              <span className="font-mono text-xs/5 text-ink-2">{formatCount(count)}</span>
            </span>
            <ShareBar percent={(100 * count) / most} className="h-1.5 w-full" />
          </li>
        ))}
        {hidden > 0 && <li className="text-xs text-ink-2">and {hidden} more</li>}
      </ul>
    </ChartFigure>
  );
}
