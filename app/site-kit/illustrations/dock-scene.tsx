import { drawing, times } from "./drawing.tsx";
import { at, Box, Face, OnLeftWall, OnRightWall, Parcel, TONES } from "./iso.tsx";

const WALL = 3;
const BAYS = [0, 1, 2, 3] as const;
/** How many parcels ride from the door to the end of the belt, and the gap between them. */
const RIDERS = 4;
const PITCH = 1.75;

/** Four dock doors, a trailer at the first, parcels rolling out of the third. */
export const DockScene = drawing(function DockScene({ className }: { className?: string }) {
  return (
    <svg viewBox="-276 -206 668 552" className={`art ${className ?? ""}`} aria-hidden="true">
      <circle cx="196" cy="-66" r="138" className="fill-label stroke-none" />
      <Face
        points={[
          [-0.6, WALL],
          [13.4, WALL],
          [13.4, 11.2],
          [-0.6, 11.2],
        ]}
        className="fill-paper-3 stroke-none"
      />
      {[3, 6, 9, 12].map((x) => (
        <Face
          key={x}
          points={[
            [x - 0.06, 3.6],
            [x + 0.06, 3.6],
            [x + 0.06, 10],
            [x - 0.06, 10],
          ]}
          className="fill-card stroke-none"
        />
      ))}
      <Building />
      <Truck />
      <Belt />
      <Pallet />
    </svg>
  );
});

function Building() {
  return (
    <>
      <Box from={[0, 0, 0]} size={[12, WALL, 5.6]} tones={TONES.brand} />
      <Face
        points={[
          [0, WALL, 1],
          [12, WALL, 1],
          [12, WALL, 0],
          [0, WALL, 0],
        ]}
        className="fill-brand-deep"
      />
      {BAYS.map((bay) => (
        <Door key={bay} bay={bay} open={bay !== 1} />
      ))}
      <OnRightWall x={12} y={2.45} z={4.4}>
        <path
          d="M20 58V14M8 29l12-15 12 15M48 58V14M36 29l12-15 12 15M6 70h56"
          className="fill-none stroke-on-brand stroke-[5]"
        />
      </OnRightWall>
    </>
  );
}

function Door({ bay, open }: { bay: number; open: boolean }) {
  const x = 0.5 + bay * 3;
  return (
    <>
      <Face
        points={[
          [x, WALL, 4],
          [x + 2, WALL, 4],
          [x + 2, WALL, 1],
          [x, WALL, 1],
        ]}
        className={open ? "fill-brand-night" : "fill-card"}
      />
      <OnLeftWall x={x} y={WALL} z={4}>
        {!open && <path d="M0 18h72M0 36h72M0 54h72M0 72h72M0 90h72" className="fill-none" />}
        {open && <path d="M0 0h72v14H0zM0 14v7h72v-7" className="fill-card" />}
        <path d="M5 110h13v32H5zM54 110h13v32H54z" className="fill-ink stroke-none" />
        <rect x="16" y="-44" width="40" height="30" className="fill-card" />
        <text
          x="36"
          y="-22"
          className="code fill-ink stroke-none font-bold [text-anchor:middle] text-[20px]"
        >
          {`0${bay + 1}`}
        </text>
      </OnLeftWall>
    </>
  );
}

function Truck() {
  return (
    <>
      <Face
        points={[
          [0.6, 3.3],
          [3, 3.3],
          [3, 10.4],
          [0.6, 10.4],
        ]}
        className="fill-line stroke-none"
      />
      <Box from={[0.7, 3.1, 0.55]} size={[1.6, 5.6, 0.4]} tones={TONES.dark} />
      <Box from={[0.5, 3.1, 0.95]} size={[2, 5.4, 2.9]} tones={TONES.steel} />
      <OnRightWall x={2.5} y={8.5} z={3.85}>
        <path d="M0 72h194v16H0z" className="fill-brand" />
        <path d="M16 0v104M32 0v104" className="stroke-line" />
      </OnRightWall>
      <Wheel y={4.3} />
      <Wheel y={5.2} />
      <Box from={[0.6, 8.8, 0.45]} size={[1.8, 1.4, 2.5]} tones={TONES.brand} />
      <OnLeftWall x={0.6} y={10.2} z={2.95}>
        <path d="M6 10h53v30H6z" className="fill-brand-soft" />
        <path d="M8 66h12v8H8zM45 66h12v8H45z" className="fill-label" />
        <path d="M24 58h17M24 66h17M24 74h17" className="fill-none" />
      </OnLeftWall>
      <OnRightWall x={2.4} y={9.95} z={2.7}>
        <path d="M0 0h26v26H0z" className="fill-brand-soft" />
      </OnRightWall>
      <Wheel y={9.1} />
    </>
  );
}

function Wheel({ y }: { y: number }) {
  return (
    <OnRightWall x={2.5} y={y + 0.42} z={0.82}>
      <circle cx="15" cy="15" r="15" className="fill-ink" />
      <circle cx="15" cy="15" r="5.5" className="fill-line stroke-none" />
    </OnRightWall>
  );
}

function Belt() {
  const rollers = times(23).map((i) => 3.45 + i * 0.32);
  const start = at(0, 0);
  const step = at(0, PITCH).map((n, i) => n - (start[i] ?? 0)) as [number, number];
  return (
    <>
      <Face
        points={[
          [6.7, 3.2],
          [9, 3.2],
          [9, 10.6],
          [6.7, 10.6],
        ]}
        className="fill-line stroke-none"
      />
      {[4.2, 7, 9.9].map((y) => (
        <Box key={y} from={[8, y, 0]} size={[0.18, 0.18, 0.9]} tones={TONES.dark} />
      ))}
      <Box from={[6.9, 3, 0.85]} size={[1.3, 7.5, 0.28]} tones={TONES.steel} />
      <path
        d={rollers
          .map((y) => `M${at(6.98, y, 1.13).join(" ")}L${at(8.12, y, 1.13).join(" ")}`)
          .join("")}
        className="fill-none stroke-line-strong"
      />
      {times(RIDERS).map((i) => (
        <g
          key={i}
          className="rider"
          style={{
            translate: `${step[0] * (i + 0.25)}px ${step[1] * (i + 0.25)}px`,
            ["--place" as string]: `${((i + 0.25) / RIDERS).toFixed(3)}`,
          }}
        >
          <Parcel from={[7.08, 3.15, 1.13]} size={[0.95, 1, 0.8]} />
        </g>
      ))}
    </>
  );
}

function Pallet() {
  const stack = [
    [9.9, 4.6, 0.3],
    [10.9, 4.6, 0.3],
    [9.9, 5.6, 0.3],
    [10.9, 5.6, 0.3],
    [9.9, 4.6, 1.2],
    [10.9, 4.6, 1.2],
    [10.9, 5.6, 1.2],
  ] as const;
  return (
    <>
      <Face
        points={[
          [9.8, 4.6],
          [12.3, 4.6],
          [12.3, 6.9],
          [9.8, 6.9],
        ]}
        className="fill-line stroke-none"
      />
      <Box from={[9.8, 4.5, 0]} size={[2.2, 2.2, 0.3]} tones={TONES.dark} />
      {stack.map((from) => (
        <Parcel key={from.join()} from={from} size={[0.96, 0.96, 0.88]} />
      ))}
    </>
  );
}
