import { drawing, times } from "./drawing.tsx";
import { at, Box, Face, Parcel, TONES } from "./iso.tsx";

/** Two belts split: most parcels continue, and one has taken the other path. */
export const WrongTurn = drawing(function WrongTurn({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="-320 -90 680 440" className={`art ${className}`} aria-hidden="true">
      <Face
        points={[
          [-1, -1.6],
          [9.6, -1.6],
          [9.6, 9],
          [-1, 9],
        ]}
        className="fill-paper-3 stroke-none"
      />
      <Face
        points={[
          [-0.6, 2.4],
          [9.2, 2.4],
          [9.2, 5],
          [-0.6, 5],
        ]}
        className="fill-line stroke-none"
      />
      <Face
        points={[
          [3, 4],
          [5.6, 4],
          [5.6, 9],
          [3, 9],
        ]}
        className="fill-line stroke-none"
      />
      {[0.2, 4.4, 8.6].map((x) => (
        <Box key={x} from={[x, 4.2, 0]} size={[0.2, 0.2, 1]} tones={TONES.dark} />
      ))}
      <Box from={[-0.4, 2.8, 1]} size={[9.4, 1.6, 0.3]} tones={TONES.steel} />
      <path
        d={times(26)
          .map(
            (i) =>
              `M${at(-0.1 + i * 0.35, 2.9, 1.3).join(" ")}L${at(-0.1 + i * 0.35, 4.3, 1.3).join(" ")}`,
          )
          .join("")}
        className="fill-none stroke-line-strong"
      />
      {[0.3, 2.5, 6.6].map((x) => (
        <Parcel key={x} from={[x, 3.1, 1.3]} size={[1.1, 1, 0.9]} />
      ))}
      <Box from={[5, 7.6, 0]} size={[0.2, 0.2, 1]} tones={TONES.dark} />
      <Box from={[3.4, 4.4, 1]} size={[1.8, 3.6, 0.3]} tones={TONES.steel} />
      <path
        d={times(10)
          .map(
            (i) =>
              `M${at(3.5, 4.65 + i * 0.35, 1.3).join(" ")}L${at(5.1, 4.65 + i * 0.35, 1.3).join(" ")}`,
          )
          .join("")}
        className="fill-none stroke-line-strong"
      />
      <g>
        <Parcel from={[3.75, 7.2, 1.3]} size={[1.1, 1.1, 0.95]} tones={TONES.brand} />
      </g>
    </svg>
  );
});
