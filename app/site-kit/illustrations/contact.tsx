import { drawing } from "./drawing.tsx";

/** The streets between a store and a doorstep, with the route through our dock marked. */
export const RouteMap = drawing(function RouteMap({ className }: { className?: string }) {
  return (
    <svg
      viewBox="30 0 500 400"
      preserveAspectRatio="xMinYMid slice"
      className={`art overflow-hidden ${className ?? ""}`}
      aria-hidden="true"
    >
      <path d="M0-200h900v800H0z" className="fill-paper-3 stroke-none" />
      <path
        d="M-20 150h940M70-200v800M190-200v800M-20 40h940M-20 272h940M350-200v800M470-200v800M-20 372h940M190 372 350 150M590-200v800M-20-80h940M-20 470h940"
        className="fill-none stroke-paper stroke-[16]"
      />
      <path d="M478 158h104v106H478z" className="fill-brand-line stroke-none" />
      <path d="M78-72h104v104H78z" className="fill-brand-soft stroke-none" />
      <path
        d="M70 150h120v122h160V150h40"
        className="fill-none stroke-[3.5] [stroke-dasharray:10_8]"
      />
      <g className="stroke-2" transform="translate(270 262)">
        <path d="M-62 46v-78l62-38 62 38v78z" className="fill-brand" />
        <path d="M-38 46V-8h76v54z" className="fill-card" />
        <path d="M-38 4h76M-38 16h76" />
        <path d="M-30 46V24h26v22zM0 46V14h24v32z" className="fill-label" />
        <path d="M-21 24h8v8h-8zM9 14h7v9H9z" className="fill-card" />
      </g>
      <Pin x={70} y={150} />
      <Pin x={390} y={150} />
    </svg>
  );
});

function Pin({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} className="stroke-2">
      <path d="M0 0c-20-30-26-38-26-52a26 26 0 0 1 52 0c0 14-6 22-26 52z" className="fill-label" />
      <circle cy="-52" r="10" className="fill-card" />
    </g>
  );
}
