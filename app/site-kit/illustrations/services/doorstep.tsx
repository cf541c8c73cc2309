import { drawing } from "../drawing.tsx";
/** Where it ends: a front door at night with the light on, and a parcel on the mat. */
export const Doorstep = drawing(function Doorstep({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 420" className={`art stroke-2 ${className}`} aria-hidden="true">
      <path d="M60 0h300v400H60z" className="fill-brand-night" />
      <path d="M100 40h170v350H100z" className="fill-paper-3" />
      <path d="M114 54h142v336H114z" className="fill-brand-deep" />
      <path
        d="M130 72h110v92H130zM130 182h48v188h-48zM192 182h48v188h-48z"
        className="fill-brand"
      />
      <path d="M130 72h110v92H130zM185 72v92M130 118h110" className="fill-label" />
      <circle cx="246" cy="226" r="6" className="fill-label" />
      <path d="M302 92h30v44h-30z" className="fill-label" />
      <path d="M296 84h42v10h-42zM302 136h30l-6 10h-18z" className="fill-ink" />
      <path d="M0 390h420v30H0z" className="fill-paper-3" />
      <path d="M92 382h186v8H92z" className="fill-label" />
      <path d="M226 286h118v104H226z" className="fill-card" />
      <path d="M275 286h20v36h-20z" className="fill-label" />
      <path d="M240 346h46v32h-46z" className="fill-paper" />
      <path d="M247 354h26M247 361h16M302 364h28M302 372h18" />
    </svg>
  );
});
