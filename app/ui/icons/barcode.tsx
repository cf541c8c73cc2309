import { code128 } from "#app/lib/domain/code128.ts";

const MAX_LENGTH = 24;

/** A barcode of `value` (its first 24 characters), in the text color. */
export function Barcode({ value, className = "" }: { value: string; className?: string }) {
  const { bars, width } = code128(value.slice(0, MAX_LENGTH));
  return (
    <svg
      viewBox={`0 0 ${width} 30`}
      preserveAspectRatio="none"
      style={{ aspectRatio: `${width * 1.5} / 36` }}
      className={`barcode max-w-full fill-current ${className}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={barsPath(bars)} />
    </svg>
  );
}

/** The bars as one SVG path: 30 units high, one unit per module. */
export const barsPath = (bars: readonly [number, number][]) =>
  bars.map(([x, w]) => `M${x} 0h${w}v30h-${w}z`).join("");
