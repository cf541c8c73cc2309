import { drawing } from "../drawing.tsx";
import { at, Box, Face, Parcel, TONES } from "../iso.tsx";

const SIDE = 4.4;
const line = (...points: [number, number, number?][]) =>
  `M${points.map((p) => at(...p).join(" ")).join("L")}`;

/** A foot by a foot by a foot, measured, with what fits into it. */
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
  /** of the words from the middle, in pixels */
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
