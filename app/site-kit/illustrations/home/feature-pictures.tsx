import { drawing } from "../drawing.tsx";
import { times } from "../times.ts";

/** 24 of the 48 hours filled: the clock that every order races. */
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

/** Four weeks on a wall calendar; one of them is the one that trends. */
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

/** The drawing that belongs to a feature card, by the number in its key. */
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
