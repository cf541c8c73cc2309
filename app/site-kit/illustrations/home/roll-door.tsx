import { drawing } from "../drawing.tsx";
import { times } from "../times.ts";

const SLATS = times(9);
const POSTS = times(8).map((i) => 94 + i * 40);
const stripe = (x: number, y: number) => `M${x} ${y}l32-32v18l-32 32z`;

/** A dock door from the yard, rolled half up, with the next load waiting behind it. */
export const RollDoor = drawing(function RollDoor({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 400" className={`art stroke-2 ${className ?? ""}`} aria-hidden="true">
      <path d="M20 60h380v340H20z" className="fill-brand-night" />
      <g transform="translate(70 400)">
        <Carton x={0} y={-84} w={96} h={84} />
        <Carton x={96} y={-70} w={84} h={70} />
        <Carton x={180} y={-96} w={104} h={96} />
        <Carton x={22} y={-148} w={76} h={64} />
        <Carton x={112} y={-132} w={70} h={62} />
        <Carton x={194} y={-164} w={80} h={68} />
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

function Carton({ x, y, w, h }: { x: number; y: number; w: number; h: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d={`M0 0h${w}v${h}H0z`} className="fill-card" />
      <path d={`M${w / 2 - 7} 0h14v${h * 0.36}h-14z`} className="fill-label" />
      <path d={`M10 ${h - 18}h22M10 ${h - 11}h14`} />
    </g>
  );
}
