import type { LeadFigures } from "#app/lib/data/database.types.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { ChartFigure } from "./chart-figure.tsx";

const SLOT = 10;
const BAR = 7;
const HEIGHT = 100;
/** A day without leads still gets a visible bar. */
const NONE = 1.5;

// A calendar date has no time zone, so it is parsed and formatted as UTC.
const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const dayName = (day: string) => DAY.format(new Date(`${day}T00:00:00Z`));

/** Leads per day over the last 30 days. */
export function DayChart({ days }: { days: LeadFigures["per_day"] }) {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const most = days.reduce((best, day) => (day.count > best.count ? day : best), {
    day: "",
    count: 0,
  });
  const scale = HEIGHT / Math.max(1, most.count);
  const marks = [days[0], days[Math.floor(days.length / 2)], days.at(-1)];
  return (
    <ChartFigure
      title="Leads per day"
      empty={total === 0}
      summary={
        total === 0
          ? "No leads in the last 30 days."
          : `${formatCount(total)} in the last 30 days, most on ${dayName(most.day)} (${formatCount(most.count)}).`
      }
      columns={["Day", "Leads"]}
      rows={days.map(({ day, count }) => [dayName(day), count])}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] grid-rows-[minmax(0,1fr)_auto] gap-x-2">
        <svg
          aria-hidden
          viewBox={`0 0 ${days.length * SLOT} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-full min-h-32 w-full border-t border-dashed border-line"
        >
          {days.map(({ day, count }, place) => {
            const height = Math.max(NONE, count * scale);
            return (
              <g key={day}>
                <title>{`${dayName(day)}: ${formatCount(count)}`}</title>
                <rect x={place * SLOT} width={SLOT} height={HEIGHT} fill="transparent" />
                <rect
                  x={place * SLOT + (SLOT - BAR) / 2}
                  y={HEIGHT - height}
                  width={BAR}
                  height={height}
                  className={
                    count > 0
                      ? "fill-accent forced-colors:fill-[CanvasText]"
                      : "fill-line-strong forced-colors:fill-[GrayText]"
                  }
                />
              </g>
            );
          })}
        </svg>
        <span className="-mt-2 font-mono text-2xs/4 text-ink-2">{formatCount(most.count)}</span>
        <div className="flex justify-between border-t border-line-strong pt-1 font-mono text-2xs text-ink-2">
          {marks.map((mark) => mark && <span key={mark.day}>{dayName(mark.day)}</span>)}
        </div>
      </div>
    </ChartFigure>
  );
}
