import type { ReactElement } from "react";
import { drawing } from "../drawing.tsx";

/** Each stands on a belt at y = 110 of a 140 x 116 sheet. */
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
  // Sync: the shop in the hand and the stock on the shelf say the same
  <>
    <path d="M18 20h44v90H18z" className="fill-ink" />
    <path d="M23 28h34v66H23z" className="fill-brand-soft" />
    <path d="M29 36h22v22H29z" className="fill-label" />
    <path d="M29 66h22M29 74h14M74 44h40l-9-9M114 62H74l9 9" className="fill-none stroke-[3]" />
    <path d="M84 82h28v28H84z" className="fill-paper-3" />
    <path d="M94 82h8v10h-8z" className="fill-label" />
  </>,
  // Pick: a tote with what the list says
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
  // Ship: labelled, on its way
  <>
    <path d="M36 22h76v88H36z" className="fill-paper-3" />
    <path d="M68 22h12v20H68z" className="fill-label" />
    <path d="M46 54h56v44H46z" className="fill-card" />
    <path d="M54 64h26M54 71h18" />
    <path d="M54 80v12M58 80v12M63 80v12M66 80v12M72 80v12M76 80v12M82 80v12M85 80v12M91 80v12M94 80v12" />
    <path d="M4 44h22M12 64h14M2 84h24" className="stroke-[3]" />
  </>,
];

/** The drawing of a step of the order's way, by the number in its key; steps beyond repeat the last. */
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
