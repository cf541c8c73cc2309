import { drawing } from "../drawing.tsx";
/** A hand truck, loaded and tipped back: ready to go. */
export const HandTruck = drawing(function HandTruck({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 360 400" className={`art stroke-2 ${className ?? ""}`} aria-hidden="true">
      <path d="M10 398h340" />
      <g transform="rotate(-14 210 350)">
        <Carton x={70} y={250} w={136} h={96} className="fill-card" />
        <Carton x={84} y={166} w={122} h={84} className="fill-label" />
        <Carton x={96} y={96} w={110} h={70} className="fill-card" />
        <Carton x={128} y={44} w={78} h={52} className="fill-brand-line" />
        <path d="M212 346V10q0-8 8-8h34q10 0 10 10t-10 10h-22v324z" className="fill-brand-night" />
        <path d="M60 346h172v12H60z" className="fill-brand-night" />
        <path d="M232 300l34 44" className="stroke-[6]" />
      </g>
      <circle cx="250" cy="362" r="36" className="fill-brand-night" />
      <circle cx="250" cy="362" r="15" className="fill-paper-3" />
      <circle cx="250" cy="362" r="3" className="fill-ink" />
    </svg>
  );
});

interface CartonProps {
  x: number;
  y: number;
  w: number;
  h: number;
  className: string;
}

function Carton({ x, y, w, h, className }: CartonProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d={`M0 0h${w}v${h}H0z`} className={className} />
      <path d={`M${w / 2 - 8} 0h16v${h * 0.34}h-16z`} className="fill-paper-3" />
      <path d={`M12 ${h - 20}h26M12 ${h - 12}h16`} />
    </g>
  );
}
