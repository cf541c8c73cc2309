import { drawing } from "../drawing.tsx";
import { times } from "../times.ts";

/** Orders a day, in parcels: quiet, quiet, quiet, and then a clip takes off. */
const PARCELS = [1, 2, 1, 1, 2, 1, 10, 6, 3] as const;
const DAYS = times(PARCELS.length);
const [W, H, GAP] = [52, 38, 12];
const FLOOR = 430;

export const ParcelChart = drawing(function ParcelChart({ className }: { className?: string }) {
  const width = DAYS.length * (W + GAP) + GAP;
  return (
    <svg viewBox={`0 0 ${width} 470`} className={`art ${className ?? ""}`} aria-hidden="true">
      {DAYS.map((day) => (
        <g key={day} transform={`translate(${GAP + day * (W + GAP)} ${FLOOR})`}>
          {times(PARCELS[day] ?? 0).map((level) => (
            <Carton
              key={level}
              level={level}
              lean={((day * 7 + level * 5) % 5) - 2}
              bright={day === 6}
            />
          ))}
        </g>
      ))}
      <path d={`M0 ${FLOOR + 0.5}h${width}v16H0z`} className="fill-card" />
      {times(19).map((i) => (
        <circle key={i} cx={16 + i * 31} cy={FLOOR + 8.5} r="5" className="fill-line" />
      ))}
      <path
        d={`M40 ${FLOOR + 17}v24M${width - 40} ${FLOOR + 17}v24`}
        className="stroke-paper stroke-[5]"
      />
    </svg>
  );
});

/** `lean` shifts it a pixel or two: a stack built by hand. */
function Carton({ level, lean, bright }: { level: number; lean: number; bright: boolean }) {
  return (
    <g transform={`translate(${lean} ${-(level + 1) * H})`}>
      <path d={`M0 0h${W}v${H}H0z`} className={bright ? "fill-label" : "fill-paper-3"} />
      <path d={`M21 0h10v14H21z`} className={bright ? "fill-card" : "fill-label"} />
      <path d="M34 25h12M34 30h8" />
    </g>
  );
}
