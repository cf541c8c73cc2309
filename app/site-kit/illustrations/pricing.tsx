import { drawing } from "./drawing.tsx";
import { at, Box, Face, Parcel, TONES } from "./iso.tsx";

const SIDE = 4.4;
const line = (...points: [number, number, number?][]) =>
  `M${points.map((p) => at(...p).join(" ")).join("L")}`;

/** A cubic foot, with its dimensions and sample contents. */
export const CubicFoot = drawing(function CubicFoot({ className }: { className?: string }) {
  const s = SIDE;
  return (
    <svg viewBox="-215 -195 430 425" className={`art ${className ?? ""}`} aria-hidden="true">
      <Face
        points={[
          [-0.7, -0.7],
          [s + 0.7, -0.7],
          [s + 0.7, s + 0.7],
          [-0.7, s + 0.7],
        ]}
        className="fill-paper-2 stroke-none"
      />
      <path
        d={line([0, 0, s], [0, 0, 0], [s, 0, 0]) + line([0, 0, 0], [0, s, 0])}
        className="fill-none stroke-brand [stroke-dasharray:6_6]"
      />
      <Parcel from={[0.3, 0.3, 0]} size={[2, 1.9, 1.6]} />
      <Parcel from={[2.5, 0.3, 0]} size={[1.6, 1.9, 2.3]} tones={TONES.brand} />
      <Parcel from={[0.4, 0.4, 1.6]} size={[1.7, 1.6, 1.2]} tones={TONES.label} />
      <Box from={[0.3, 2.5, 0]} size={[1.4, 1.5, 2.1]} />
      <Parcel from={[1.9, 2.5, 0]} size={[2.2, 1.6, 1.3]} />
      <Parcel from={[2.1, 2.7, 1.3]} size={[1.5, 1.2, 0.9]} tones={TONES.brand} />
      <path
        d={
          line([0, 0, s], [s, 0, s], [s, s, s], [0, s, s], [0, 0, s]) +
          line([s, 0, 0], [s, s, 0], [0, s, 0]) +
          line([s, 0, 0], [s, 0, s]) +
          line([s, s, 0], [s, s, s]) +
          line([0, s, 0], [0, s, s])
        }
        className="fill-none stroke-brand stroke-[2.5]"
      />
      <Measure from={[0, s + 0.5]} to={[s, s + 0.5]} shift={[-26, 30]} />
      <Measure from={[s + 0.5, 0]} to={[s + 0.5, s]} shift={[26, 30]} />
      <Measure from={[0, s + 0.5, 0]} to={[0, s + 0.5, s]} shift={[-30, 6]} />
    </svg>
  );
});

interface MeasureProps {
  from: [number, number, number?];
  to: [number, number, number?];
  /** offset of the text from the center, in pixels */
  shift: [number, number];
}

function Measure({ from, to, shift }: MeasureProps) {
  const [[x1, y1], [x2, y2]] = [at(...from), at(...to)];
  return (
    <>
      <path d={`M${x1} ${y1}L${x2} ${y2}`} className="stroke-2" />
      <circle cx={x1} cy={y1} r="3.5" className="fill-ink" />
      <circle cx={x2} cy={y2} r="3.5" className="fill-ink" />
      <text
        x={(x1 + x2) / 2 + shift[0]}
        y={(y1 + y2) / 2 + shift[1]}
        className="code fill-ink stroke-paper stroke-[6] text-[17px] font-bold [paint-order:stroke] [text-anchor:middle]"
      >
        1 ft
      </text>
    </>
  );
}

/** The phone on the dock's pillar, off the hook. */
export const DockPhone = drawing(function DockPhone({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 360 400" className={`art stroke-2 ${className ?? ""}`} aria-hidden="true">
      <path d="M90 0h180v400H90z" className="fill-paper-3" />
      <path d="M90 330h180v70H90z" className="fill-label" />
      <path
        d="M90 362l32-32M90 400l70-70M128 400l70-70M166 400l70-70M204 400l66-66M242 400l28-28"
        className="stroke-[11] [stroke-linecap:butt]"
      />
      <path d="M90 330v70M270 330v70" />
      <rect x="124" y="46" width="112" height="196" rx="8" className="fill-card" />
      <rect x="140" y="64" width="80" height="34" rx="3" className="fill-brand-night" />
      <path d="M150 76h38M150 86h24" className="stroke-label stroke-3" />
      {[0, 1, 2, 3].map((row) =>
        [0, 1, 2].map((column) => (
          <rect
            key={`${row}${column}`}
            x={142 + column * 28}
            y={114 + row * 26}
            width="20"
            height="17"
            rx="2"
            className={row === 3 && column === 2 ? "fill-label" : "fill-paper-2"}
          />
        )),
      )}
      <path d="M146 226h68" className="stroke-[5]" />
      <path
        d="M150 242c-2 26-44 20-44 42s38 16 38 36-48 14-60-10-22-50-30-62"
        className="fill-none stroke-[9]"
      />
      <path
        d="M150 242c-2 26-44 20-44 42s38 16 38 36-48 14-60-10-22-50-30-62"
        className="fill-none stroke-card stroke-[5] [stroke-dasharray:2_5]"
      />
      <g transform="rotate(-24 46 160)" className="fill-brand-deep">
        <path d="M30 96q-14 0-14 16v104q0 16 14 16h20q10 0 10-10v-22q0-8-8-10-12-2-12-12v-28q0-10 12-12 8-2 8-10v-22q0-10-10-10z" />
        <path d="M24 112v104" className="stroke-brand-line" />
      </g>
      <path d="M78 96q16-6 20-24M66 82q10-4 12-18" className="fill-none stroke-label stroke-[5]" />
    </svg>
  );
});
