import { Mark } from "#app/ui/icons/mark.tsx";
import type { Company } from "./card.tsx";
import { fitted, writable } from "./lettering.ts";
import { Letters } from "./letters.tsx";

/** A wider or higher logo is unreadable as an icon. */
const SQUARISH = 1.6;
const LETTERS = {
  width: 30,
  height: 24,
  sizes: [24, 22, 20, 18, 16, 14],
  lineHeight: 1,
  tracking: -0.02,
};

interface IconProps extends Company {
  /** the company's own rounded corners, or a full square that a phone rounds */
  full: boolean;
  /** the share of the canvas that a phone never crops (W3C Web App Manifest, "maskable") */
  safe: number;
}

/** The company's icon: its logo, or else its initials, or else the carton. */
export function Icon({ name, logo, full, safe }: IconProps) {
  const inset = (40 * (1 - safe)) / 2;
  const side = 40 - 2 * inset;
  const squarish = logo && Math.max(logo.width / logo.height, logo.height / logo.width) <= SQUARISH;
  const letters = initials(name);
  const ground = squarish ? "fill-card" : "fill-brand";
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" width="512" height="512">
      {(full || !squarish) && <rect width="40" height="40" rx={full ? 0 : 6} className={ground} />}
      <svg aria-hidden="true" x={inset} y={inset} width={side} height={side} viewBox="0 0 40 40">
        {squarish ? (
          <image width="40" height="40" href={logo.src} />
        ) : letters ? (
          <Initials letters={letters} />
        ) : (
          <Mark />
        )}
      </svg>
    </svg>
  );
}

function Initials({ letters }: { letters: string }) {
  const line = fitted(letters, LETTERS);
  return (
    <Letters
      {...line}
      x={20}
      y={20 + line.size * 0.35}
      tracking={LETTERS.tracking}
      anchor="middle"
      className="fill-on-brand"
    />
  );
}

/** The first letters of a name's first two words; null if the font lacks them. */
export function initials(name: string): string | null {
  const words = name.normalize("NFC").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.]*/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? "");
  return writable(letters.join("").toLocaleUpperCase("en-US"));
}
