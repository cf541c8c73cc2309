import { drawing } from "../drawing.tsx";
/** What the comments ask for comes up from the phone and lands, packed, on the belt. */
export const Wishes = drawing(function Wishes({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 440 430" className={`art stroke-2 ${className}`} aria-hidden="true">
      <path d="M40 96h168v334H40z" className="fill-brand-night" />
      <path d="M52 116h144v314H52z" className="fill-brand-soft" />
      <path d="M100 100h48v8h-48z" className="fill-brand" />
      <path d="M64 132h120v150H64z" className="fill-brand-line" />
      <path d="M96 262v-52l6-12v-24h20v24l6 12v52z" className="fill-label" />
      <path d="M128 262v-38h36v38z" className="fill-card" />
      <path d="M64 262h120v20H64z" className="fill-brand" />
      <circle cx="76" cy="304" r="9" className="fill-label" />
      <path d="M94 300h74M94 309h48" />
      <circle cx="76" cy="336" r="9" className="fill-card" />
      <path d="M94 332h62M94 341h30" />
      <circle cx="76" cy="368" r="9" className="fill-brand" />
      <path d="M94 364h80M94 373h56" />
      <g className="bubble">
        <path d="M176 150h146v54H214l-22 20v-20h-16z" className="fill-card" />
        <path d="M192 168h110M192 184h64" />
      </g>
      <g className="bubble">
        <path d="M226 74h120v50H262l-20 18v-18h-16z" className="fill-label" />
        <path d="M242 92h84M242 106h52" />
      </g>
      <g className="bubble">
        <path d="M170 10h104v46h-78l-16 16V56h-10z" className="fill-brand-line" />
        <path d="M186 26h70M186 40h40" />
      </g>
      <path d="M262 290h142v118H262z" className="fill-card" />
      <path d="M322 290h22v38h-22z" className="fill-label" />
      <path d="M280 358h56v34h-56z" className="fill-paper" />
      <path d="M288 368h34M288 377h20M352 380h36M352 390h22" />
      <path d="M222 408h240v22H222z" className="fill-paper-3" />
      <circle cx="250" cy="419" r="6" className="fill-card" />
      <circle cx="290" cy="419" r="6" className="fill-card" />
      <circle cx="330" cy="419" r="6" className="fill-card" />
      <circle cx="370" cy="419" r="6" className="fill-card" />
      <circle cx="410" cy="419" r="6" className="fill-card" />
    </svg>
  );
});
