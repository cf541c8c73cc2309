import { code128 } from "#app/lib/domain/code128.ts";
import { barsPath } from "#app/ui/icons/barcode.tsx";
import { drawing } from "./drawing.tsx";

/** A phone on a tripod and a ring light, with no boxes in the room. */
export const FilmSet = drawing(function FilmSet({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 440 440" className={`art stroke-2 ${className}`} aria-hidden="true">
      <circle cx="150" cy="150" r="112" className="fill-label-soft" />
      <circle cx="150" cy="150" r="84" className="fill-brand-deep" />
      <path d="M118 78h64v140h-64z" className="fill-brand-night" />
      <path d="M125 90h50v116h-50z" className="fill-brand-soft" />
      <path d="M138 176v-30l4-8v-12h12v12l4 8v30z" className="fill-label" />
      <path d="M125 176h50v30h-50z" className="fill-brand" />
      <path d="M142 262h16v60h-16z" className="fill-ink" />
      <path d="m146 318-64 122M154 318l64 122M150 322v118" className="stroke-[7]" />
      <circle cx="150" cy="320" r="11" className="fill-label" />
      <path d="M262 322h140v10H262z" className="fill-card" />
      <path d="M278 332v108M386 332v108" className="stroke-[7]" />
      <path d="M318 322v-62l8-16v-30h26v30l8 16v62z" className="fill-label" />
      <path d="M326 222h26M318 274h42v28h-42z" className="fill-card" />
      <path d="M366 322v-34h26v34z" className="fill-brand-line" />
      <path d="M362 280h34v10h-34z" className="fill-card" />
      <path d="M0 438h440" className="stroke-[4]" />
    </svg>
  );
});

const code = code128("DOCK-03");

/** A parcel's label on the bench, and the approval stamp. */
export const Stamping = drawing(function Stamping({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="20 20 560 550" className={`art stroke-2 ${className}`} aria-hidden="true">
      <path d="M40 210h520v360H40z" className="fill-paper-3" />
      <path d="M262 210h76v70h-76z" className="fill-label" />
      <g transform="rotate(-3 300 420)">
        <path d="M96 262h408v268H96z" className="fill-card" />
        <path d="M96 314h408M96 436h408M344 314v122" />
        <path d="M112 276h26v26h-26z" className="fill-brand" />
        <path d="M154 282h120M154 296h72" className="stroke-[4]" />
        <path
          d="M440 314h-40M112 334h150M112 352h190M112 370h120M112 414h70"
          className="stroke-[4]"
        />
        <path
          d={barsPath(code.bars)}
          transform={`translate(118 454) scale(${364 / code.width} 2)`}
          className="fill-ink stroke-none"
        />
        <g transform="rotate(-14 424 372)" className="stamp-mark">
          <circle cx="424" cy="372" r="62" className="fill-none stroke-brand stroke-[6]" />
          <circle cx="424" cy="372" r="50" className="fill-none stroke-brand stroke-[2.5]" />
          <path d="m396 372 20 21 36-43" className="fill-none stroke-brand stroke-[10]" />
        </g>
      </g>
      <g className="stamp-hand">
        <path d="M372 196h128v34H372z" className="fill-ink" />
        <path d="M382 168h108v28H382z" className="fill-label" />
        <path
          d="M414 168c6-40-16-52-16-84a38 38 0 0 1 76 0c0 32-22 44-16 84z"
          className="fill-brand"
        />
        <path d="M418 74a18 18 0 0 1 18-18" className="fill-none stroke-on-brand stroke-[4]" />
      </g>
    </svg>
  );
});
