import { drawing } from "../drawing.tsx";
import { times } from "../times.ts";

const WAY = "M70 76H222V288H303V36H377V288H451V36H525V288H599V36H690V159H1080H1340";

/**
 * The floor from above, inbound on the left: dock doors, racks, packing benches, outbound, a
 * doorstep. The dashed line is the way of one order.
 */
export const FloorPlan = drawing(function FloorPlan({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1440 320"
      preserveAspectRatio="xMidYMid slice"
      className={`art ${className ?? ""}`}
      aria-hidden="true"
    >
      <path d="M150 20h880v280H150z" className="fill-card stroke-[3]" />
      {times(3).map((door) => (
        <g key={door} transform={`translate(0 ${52 + door * 84})`}>
          <path d="M143 0h14v48h-14z" className="fill-label" />
          <text x="166" y="10" className="plan-code fill-ink">{`0${door + 1}`}</text>
        </g>
      ))}
      <TruckAbove x={20} y={48} />
      <TruckAbove x={-14} y={216} />
      {times(6).map((aisle) => (
        <Rack key={aisle} x={250 + aisle * 74} code={`${"ABCDEF"[aisle]}`} />
      ))}
      {times(3).map((bench) => (
        <g key={bench} transform={`translate(752 ${56 + bench * 80})`}>
          <path d="M0 0h110v46H0z" className="fill-brand-soft" />
          <path d="M12 10h26v26H12z" className="fill-paper-3" />
          <path d="M22 10h6v26h-6z" className="fill-label" />
          <path d="M56 14h40v18H56z" className="fill-card" />
          <circle cx="126" cy="23" r="9" className="fill-brand" />
        </g>
      ))}
      <path d="M920 146h150v28H920z" className="fill-paper-3" />
      <path
        d={times(10)
          .map((i) => `M${934 + i * 14} 146v28`)
          .join("")}
      />
      <path d="M1023 120h14v80h-14z" className="fill-label" />
      <g transform="translate(1090 128)">
        <path d="M0 0h104v64H0z" className="fill-card" />
        <path d="M104 8h34l10 12v24l-10 12h-34z" className="fill-brand" />
        <path d="M126 14h9l7 9v18l-7 9h-9z" className="fill-brand-soft" />
        <path d="M0 26h104v12H0z" className="fill-brand-line" />
      </g>
      <path d="M1238 160h96" className="stroke-line-strong stroke-2 [stroke-dasharray:14_12]" />
      <g transform="translate(1344 92)">
        <path d="M0 0h140v136H0z" className="fill-brand" />
        <path d="M0 0l70 68L0 136M140 0 70 68l70 68" className="fill-none" />
        <path d="M-22 48H0v40h-22z" className="fill-paper-3" />
        <path d="M-17 58H-3v20h-14z" className="fill-label" />
      </g>
      <path d={WAY} className="fill-none stroke-label stroke-[4] [stroke-dasharray:2_10]" />
      <circle cx="303" cy="160" r="8" className="fill-label" />
      <circle cx="525" cy="104" r="8" className="fill-label" />
      <path
        d="M-13-11h26v22h-26z"
        className="courier fill-label stroke-2"
        style={{ offsetPath: `path("${WAY}")` }}
      />
    </svg>
  );
});

function Rack({ x, code }: { x: number; code: string }) {
  return (
    <g transform={`translate(${x} 62)`}>
      <path d="M0 0h32v196H0z" className="fill-brand-line" />
      <path
        d={times(7)
          .map((i) => `M0 ${28 * (i + 1)}h32`)
          .slice(0, 6)
          .join("")}
      />
      <path d="M16 0v196" />
      <path d="M2 30h12v24H2zM18 86h12v24H18zM2 142h12v24H2z" className="fill-paper-3" />
      <text x="16" y="-10" className="plan-code fill-ink [text-anchor:middle]">
        {code}
      </text>
    </g>
  );
}

function TruckAbove({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M0 0h118v56H0z" className="fill-card" />
      <path d="M0 22h118v12H0z" className="fill-brand-line" />
    </g>
  );
}
