import { drawing, times } from "./drawing.tsx";

/** A clock with 24 of the 48 hours filled: the dispatch deadline. */
function DispatchClock() {
  const marks = times(12).map((i) => i * 30);
  return (
    <>
      <circle cx="60" cy="62" r="50" className="fill-card" />
      <path d="M60 62V22a40 40 0 0 1 34.6 60Z" className="fill-label" />
      {marks.map((angle) => (
        <path key={angle} d="M60 12v7" transform={`rotate(${angle} 60 62)`} />
      ))}
      <path d="M60 24v38l29 17" className="fill-none stroke-[3.5]" />
      <circle cx="60" cy="62" r="4" className="fill-ink" />
      <path d="M50 5h20v7H50z" className="fill-brand" />
    </>
  );
}

/** Four weeks on a wall calendar. One of them is the busy one. */
function QuietWeeks() {
  const heights = [8, 6, 9, 5, 7, 6, 46, 20];
  const bar = (height: number, i: number) => `M${15 + i * 11.5} 102v-${height}h8v${height}z`;
  return (
    <>
      <path d="M8 16h104v94H8z" className="fill-card" />
      <path d="M8 16h104v20H8z" className="fill-brand" />
      <path d="M30 8v16M90 8v16" className="stroke-[3.5]" />
      <path d={heights.map(bar).join("")} className="fill-paper-3" />
      <path d={bar(46, 6)} className="fill-label" />
    </>
  );
}

/** Three products on their way into one box. */
function Bundle() {
  return (
    <>
      <path d="M26 58V32l5-8V10h12v14l5 8v26z" className="fill-card" />
      <path d="M31 18h12M26 40h22" />
      <path d="M54 58V20h18v38z" className="fill-label" />
      <path d="M54 12h18v8H54z" className="fill-card" />
      <path d="M78 58V36h20v22zM76 28h24v8H76z" className="fill-brand-line" />
      <path d="M12 58h98v52H12z" className="fill-paper-3" />
      <path d="m12 58-8 16h22l8-16M110 58l7 16H96l-8-16" className="fill-card" />
      <path d="M50 80h24v16H50z" className="fill-card" />
      <path d="M54 85h16M54 90h10" />
    </>
  );
}

const PICTURES = [DispatchClock, QuietWeeks, Bundle];

/** The illustration of a feature card, by the number in its key. */
export const FeaturePicture = drawing(function FeaturePicture({
  number,
  className,
}: {
  number: number;
  className?: string;
}) {
  const Picture = PICTURES[(number - 1) % PICTURES.length] ?? Bundle;
  return (
    <svg viewBox="0 0 120 116" className={`art stroke-2 ${className ?? ""}`} aria-hidden="true">
      <Picture />
    </svg>
  );
});

/** Orders per day as parcels: several quiet days, then a spike after a clip goes viral. */
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

/** `lean` shifts it a pixel or two, so that the stack looks hand-built. */
function Carton({ level, lean, bright }: { level: number; lean: number; bright: boolean }) {
  return (
    <g transform={`translate(${lean} ${-(level + 1) * H})`}>
      <path d={`M0 0h${W}v${H}H0z`} className={bright ? "fill-label" : "fill-paper-3"} />
      <path d={`M21 0h10v14H21z`} className={bright ? "fill-card" : "fill-label"} />
      <path d="M34 25h12M34 30h8" />
    </g>
  );
}

const SLATS = times(9);
const POSTS = times(8).map((i) => 94 + i * 40);
const stripe = (x: number, y: number) => `M${x} ${y}l32-32v18l-32 32z`;

/** A dock door from the outside, half open, with the next load behind it. */
export const RollDoor = drawing(function RollDoor({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 400" className={`art stroke-2 ${className ?? ""}`} aria-hidden="true">
      <path d="M20 60h380v340H20z" className="fill-brand-night" />
      <g transform="translate(70 400)">
        <Crate x={0} y={-84} w={96} h={84} />
        <Crate x={96} y={-70} w={84} h={70} />
        <Crate x={180} y={-96} w={104} h={96} />
        <Crate x={22} y={-148} w={76} h={64} />
        <Crate x={112} y={-132} w={70} h={62} />
        <Crate x={194} y={-164} w={80} h={68} />
      </g>
      <g className="roll">
        {SLATS.map((slat) => (
          <path key={slat} d={`M52 ${64 + slat * 19}h316v19H52z`} className="fill-paper-3" />
        ))}
        <path d="M52 235h316v14H52z" className="fill-label" />
        <path d="M190 242h40" className="stroke-[4]" />
      </g>
      <path d="M20 400V60h32v340zM368 400V60h32v340z" className="fill-label" />
      <path
        d={[20, 368].flatMap((x) => POSTS.map((y) => stripe(x, y))).join("")}
        className="fill-ink"
      />
      <path d="M10 22h400v40H10z" className="fill-card" />
      <circle cx="40" cy="42" r="8" className="fill-label" />
      <circle cx="380" cy="42" r="8" className="fill-brand" />
      <text
        x="210"
        y="53"
        className="code fill-ink stroke-none text-[30px] font-bold [text-anchor:middle]"
      >
        05
      </text>
    </svg>
  );
});

function Crate({ x, y, w, h }: { x: number; y: number; w: number; h: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d={`M0 0h${w}v${h}H0z`} className="fill-card" />
      <path d={`M${w / 2 - 7} 0h14v${h * 0.36}h-14z`} className="fill-label" />
      <path d={`M10 ${h - 18}h22M10 ${h - 11}h14`} />
    </g>
  );
}
