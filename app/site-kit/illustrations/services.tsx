import type { ReactElement } from "react";
import { drawing, times } from "./drawing.tsx";

const WAY = "M70 76H222V288H303V36H377V288H451V36H525V288H599V36H690V159H1080H1340";

/**
 * A floor plan, inbound on the left: dock doors, racks, packing stations, outbound, a doorstep. The
 * dashed line is one order's route. On phones the plan is folded, its right half below the left one.
 */
export const FloorPlan = () => (
  <div className="mb-10 space-y-4">
    <WholePlan />
    <svg viewBox="720 0 720 320" className="art w-full md:hidden" aria-hidden="true">
      <use href="#floor-plan" />
    </svg>
  </div>
);

const WholePlan = drawing(function WholePlan() {
  return (
    <svg
      viewBox="0 0 1440 320"
      preserveAspectRatio="xMinYMid slice"
      className="art aspect-9/4 w-full md:aspect-9/2"
      aria-hidden="true"
    >
      <g id="floor-plan">
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
      </g>
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

/** Each drawing sits on a belt at y = 110 of a 140 x 116 canvas. */
const STEPS: ReactElement[] = [
  // Receive: cartons on a pallet, counted in
  <>
    <path
      d="M22 98h96v12H22zM32 104h10v6H32zM64 104h12v6H64zM98 104h10v6H98z"
      className="fill-line"
    />
    <path d="M28 56h42v42H28zM70 56h42v42H70z" className="fill-paper-3" />
    <path d="M48 18h44v38H48z" className="fill-card" />
    <path d="M44 56h10v14H44zM86 56h10v14H86zM65 18h10v13H65z" className="fill-label" />
  </>,
  // Store: a bay of the rack
  <>
    <path d="M20 14h8v96h-8zM112 14h8v96h-8z" className="fill-brand" />
    <path d="M28 46h84v7H28zM28 92h84v7H28z" className="fill-label" />
    <path d="M34 22h24v24H34zM74 16h32v30H74zM64 62h36v30H64z" className="fill-paper-3" />
    <path d="M34 68h24v24H34z" className="fill-card" />
  </>,
  // Sync: the store's app and the shelf show the same stock
  <>
    <path d="M18 20h44v90H18z" className="fill-ink" />
    <path d="M23 28h34v66H23z" className="fill-brand-soft" />
    <path d="M29 36h22v22H29z" className="fill-label" />
    <path d="M29 66h22M29 74h14M74 44h40l-9-9M114 62H74l9 9" className="fill-none stroke-[3]" />
    <path d="M84 82h28v28H84z" className="fill-paper-3" />
    <path d="M94 82h8v10h-8z" className="fill-label" />
  </>,
  // Pick: a tote with the items on the list
  <>
    <path d="M40 54V30l4-8V10h12v12l4 8v24z" className="fill-brand-line" />
    <path d="M70 54V26h26v28z" className="fill-label" />
    <path d="M14 52h112l-12 58H26z" className="fill-brand" />
    <path d="M50 68h40v12H50z" className="fill-card" />
    <path d="M10 48h120v10H10z" className="fill-brand" />
  </>,
  // Pack: the box is closed and taped
  <>
    <path d="M22 50h96v60H22z" className="fill-paper-3" />
    <path d="M22 50 8 30h46l16 20M118 50l14-20H86L70 50" className="fill-card" />
    <path d="M64 50h12v28H64z" className="fill-label" />
    <path d="M86 88h22v12H86z" className="fill-card" />
    <circle cx="70" cy="18" r="12" className="fill-label" />
    <circle cx="70" cy="18" r="5" className="fill-card" />
  </>,
  // Ship: labeled, on its way
  <>
    <path d="M36 22h76v88H36z" className="fill-paper-3" />
    <path d="M68 22h12v20H68z" className="fill-label" />
    <path d="M46 54h56v44H46z" className="fill-card" />
    <path d="M54 64h26M54 71h18" />
    <path d="M54 80v12M58 80v12M63 80v12M66 80v12M72 80v12M76 80v12M82 80v12M85 80v12M91 80v12M94 80v12" />
    <path d="M4 44h22M12 64h14M2 84h24" className="stroke-[3]" />
  </>,
];

/** The illustration of a process step, by the number in its key. Later steps repeat the last. */
export const StepPicture = drawing(function StepPicture({
  number,
  className = "",
}: {
  number: number;
  className?: string;
}) {
  return (
    <svg viewBox="0 0 140 111" className={`art stroke-2 ${className}`} aria-hidden="true">
      {STEPS[Math.min(number, STEPS.length) - 1]}
    </svg>
  );
});

/** A front door at night with the light on, and a parcel on the mat. */
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
