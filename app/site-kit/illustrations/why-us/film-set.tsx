import { drawing } from "../drawing.tsx";
/** The seller's half of the work: a phone on a tripod, a ring light, and no boxes in the room. */
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
