import type { ReactElement } from "react";

const DRAWINGS: Record<string, ReactElement> = {
  Package: (
    <>
      <path d="M32 4 58 18v28L32 60 6 46V18z" className="fill-card" />
      <path d="M6 18l26 14 26-14v28L32 60 6 46z" className="fill-paper-3" />
      <path d="M32 32v28l26-14V18z" className="fill-line" />
      <path d="m16 12.600 26 14v10l6-3.200v-10l-26-14z" className="fill-label" />
    </>
  ),
  Boxes: (
    <>
      <path d="M20 6h24v24H20z" className="fill-label" />
      <path d="M6 34h24v24H6z" className="fill-paper-3" />
      <path d="M34 34h24v24H34z" className="fill-card" />
      <path d="M28 6h8v9h-8zM14 34h8v9h-8zM42 34h8v9h-8z" className="fill-brand" />
    </>
  ),
  Settings: (
    <>
      <path d="M32 4l24 14v28L32 60 8 46V18z" className="fill-brand-line" />
      <circle cx="32" cy="32" r="15" className="fill-card" />
      <path d="M32 17v30M19 24.500l26 15M19 39.500l26-15" />
      <circle cx="32" cy="32" r="6" className="fill-label" />
    </>
  ),
  Truck: (
    <>
      <path d="M2 14h36v34H2z" className="fill-card" />
      <path d="M38 24h13l11 12v12H38z" className="fill-brand" />
      <path d="M43 28h7l6 8H43z" className="fill-brand-soft" />
      <path d="M2 36h36v7H2z" className="fill-label" />
      <circle cx="14" cy="49" r="7" className="fill-ink" />
      <circle cx="48" cy="49" r="7" className="fill-ink" />
    </>
  ),
  RotateCcw: (
    <>
      <path d="M14 22h36v34H14z" className="fill-paper-3" />
      <path d="M27 22h10v12H27z" className="fill-label" />
      <path d="M50 12H20M28 4l-9 8 9 8" className="fill-none stroke-[3]" />
      <path d="M50 12c6 0 9 4 9 9" className="fill-none stroke-[3]" />
      <path d="M20 48h12" />
    </>
  ),
  BarChart3: (
    <>
      <path d="M8 36h12v20H8z" className="fill-paper-3" />
      <path d="M26 22h12v34H26z" className="fill-brand" />
      <path d="M44 8h12v48H44z" className="fill-label" />
      <path d="M4 56h56" className="stroke-[3]" />
    </>
  ),
};

/** The drawing for a service's `icon_name`; an unknown name shows the Package. */
export function ServiceIcon({ name, className = "" }: { name: string; className?: string }) {
  return (
    <svg viewBox="0 0 64 64" className={`art stroke-2 ${className}`} aria-hidden="true">
      {Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name] : DRAWINGS.Package}
    </svg>
  );
}
