import { drawing } from "../drawing.tsx";
/** The phone on the dock's pillar, off the hook: someone is about to talk. */
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
