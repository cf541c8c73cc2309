import { formatCount } from "#app/lib/text/formats.ts";
import { ChartFigure } from "./chart-figure.tsx";

const SLOT = 10;
const BAR = 7;
const HEIGHT = 100;
/** A bar of zero is still visible. */
const NONE = 1.5;

interface BarChartProps {
  title: string;
  /** follows the total: "in the last 30 days" */
  what: string;
  /** the whole summary if there are none */
  none: string;
  /** headers of the table for screen readers */
  columns: readonly [string, string];
  /** days or months, oldest first, by their unique names */
  bars: readonly (readonly [name: string, count: number])[];
}

/** Counts per day or month, as bars. */
export function BarChart({ title, what, none, columns, bars }: BarChartProps) {
  const total = bars.reduce((sum, [, count]) => sum + count, 0);
  const [mostName, most] = bars.reduce((best, bar) => (bar[1] > best[1] ? bar : best), ["", 0]);
  const scale = HEIGHT / Math.max(1, most);
  const marks = new Set([bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)]);
  return (
    <ChartFigure
      title={title}
      empty={total === 0}
      summary={
        total === 0
          ? none
          : `${formatCount(total)} ${what}, most: ${mostName} (${formatCount(most)}).`
      }
      columns={columns}
      rows={bars}
    >
      <div
        // A few bars shouldn't be as wide as the screen.
        style={{ maxWidth: `${bars.length * 5}rem` }}
        className="grid min-w-40 grid-cols-[minmax(0,1fr)_auto] grid-rows-[minmax(0,1fr)_auto] gap-x-2"
      >
        <div className="relative min-h-36 border-t border-dashed border-line">
          <svg
            aria-hidden
            viewBox={`0 0 ${bars.length * SLOT} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full"
          >
            {bars.map(([name, count], place) => {
              const height = Math.max(NONE, count * scale);
              return (
                <g key={name}>
                  <title>{`${name}: ${formatCount(count)}`}</title>
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
        </div>
        <span className="-mt-2 font-mono text-2xs/4 text-ink-2">{formatCount(most)}</span>
        <div className="flex justify-between border-t border-line-strong pt-1 font-mono text-2xs text-ink-2">
          {[...marks].map((mark) => mark && <span key={mark[0]}>{mark[0]}</span>)}
        </div>
      </div>
    </ChartFigure>
  );
}
