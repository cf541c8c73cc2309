import type { ReactNode } from "react";

/** Pixels per world unit. */
const UNIT = 36;
const COS = Math.sqrt(3) / 2;

/** Projects a world point to whole pixels. x runs down right, y runs down left, z runs up. */
export function at(x: number, y: number, z = 0): [number, number] {
  return [Math.round((x - y) * COS * UNIT), Math.round(((x + y) / 2 - z) * UNIT)];
}

type Point = readonly [x: number, y: number, z?: number];

/** A flat polygon through world points. */
export function Face({ points, className }: { points: readonly Point[]; className?: string }) {
  return <path d={`M${points.map((p) => at(...p).join(" ")).join("L")}Z`} className={className} />;
}

/** Fills of the three visible faces of a box: top, left (facing y), right (facing x). */
export interface Tones {
  top: string;
  left: string;
  right: string;
}
export const TONES = {
  carton: { top: "fill-card", left: "fill-paper-3", right: "fill-line" },
  label: { top: "fill-label-soft", left: "fill-label", right: "fill-label" },
  brand: { top: "fill-brand-line", left: "fill-brand", right: "fill-brand-deep" },
  steel: { top: "fill-card", left: "fill-card", right: "fill-paper-3" },
  dark: { top: "fill-brand-deep", left: "fill-brand-night", right: "fill-brand-night" },
} satisfies Record<string, Tones>;

interface BoxProps {
  /** the corner nearest the origin */
  from: readonly [x: number, y: number, z: number];
  size: readonly [w: number, d: number, h: number];
  tones?: Tones;
}

/** A box aligned with the axes. */
export function Box({ from: [x, y, z], size: [w, d, h], tones = TONES.carton }: BoxProps) {
  const [X, Y, Z] = [x + w, y + d, z + h];
  return (
    <>
      <Face
        points={[
          [x, y, Z],
          [X, y, Z],
          [X, Y, Z],
          [x, Y, Z],
        ]}
        className={tones.top}
      />
      <Face
        points={[
          [x, Y, Z],
          [X, Y, Z],
          [X, Y, z],
          [x, Y, z],
        ]}
        className={tones.left}
      />
      <Face
        points={[
          [X, y, Z],
          [X, Y, Z],
          [X, Y, z],
          [X, y, z],
        ]}
        className={tones.right}
      />
    </>
  );
}

/** A carton with tape over the top and down the left face, and a label on the right. */
export function Parcel({ from, size, tones }: BoxProps) {
  const [x, y, z] = from;
  const [w, d, h] = size;
  const [a, b] = [x + w * 0.4, x + w * 0.6];
  const [Y, Z] = [y + d, z + h];
  return (
    <>
      <Box from={from} size={size} tones={tones} />
      <path
        d={`M${[
          [a, y, Z],
          [b, y, Z],
          [b, Y, Z],
          [b, Y, z + h * 0.55],
          [a, Y, z + h * 0.55],
          [a, Y, Z],
        ]
          .map((p) => at(...(p as [number, number, number])).join(" "))
          .join("L")}Z`}
        className="fill-label"
      />
    </>
  );
}

/** Draws its children, in pixels, on the wall that faces y, with (x, z) at their origin. */
export function OnLeftWall({
  x,
  y,
  z,
  children,
}: {
  x: number;
  y: number;
  z: number;
  children: ReactNode;
}) {
  return <g transform={`matrix(.866 .5 0 1 ${at(x, y, z).join(" ")})`}>{children}</g>;
}

/** Draws its children, in pixels, on the wall that faces x, with (y, z) at their origin. */
export function OnRightWall({
  x,
  y,
  z,
  children,
}: {
  x: number;
  y: number;
  z: number;
  children: ReactNode;
}) {
  return <g transform={`matrix(.866 -.5 0 1 ${at(x, y, z).join(" ")})`}>{children}</g>;
}
