import type { ReactNode } from "react";
import type { PublicPage } from "#app/content/index.ts";
import { code128 } from "#app/lib/domain/code128.ts";
import { DockScene } from "#app/site-kit/illustrations/dock-scene.tsx";
import { CardDrawer } from "#app/site-kit/illustrations/faqs.tsx";
import { CubicFoot, DockPhone } from "#app/site-kit/illustrations/pricing.tsx";
import { Doorstep } from "#app/site-kit/illustrations/services.tsx";
import { Wishes } from "#app/site-kit/illustrations/sourcing.tsx";
import { Stamping } from "#app/site-kit/illustrations/why-us.tsx";
import { barsPath } from "#app/ui/icons/barcode.tsx";
import { Mark } from "#app/ui/icons/mark.tsx";
import { fitted, writable } from "./lettering.ts";
import { Letters } from "./letters.tsx";

/** What an image shows of the company. */
export interface Company {
  name: string;
  /** where the site is: "example.com" */
  host: string;
  /** the logo, or null if there is none that can be shown */
  logo: Logo | null;
}

export interface Logo {
  /** data URL */
  src: string;
  width: number;
  height: number;
}

/** The room for a logo, in pixels. */
export const LOGO_BOX = { width: 420, height: 52 };

/** The wall behind the label; the page's own drawing, its width, and its height relative to that. */
const CARDS: Record<PublicPage, { wall: string; art: ReactNode; width: number; ratio: number }> = {
  home: { wall: "fill-brand", art: <DockScene />, width: 470, ratio: 552 / 668 },
  services: { wall: "fill-paper-3", art: <Doorstep />, width: 344, ratio: 1 },
  sourcing: { wall: "fill-brand-night", art: <Wishes />, width: 352, ratio: 430 / 440 },
  pricing: { wall: "fill-label", art: <CubicFoot />, width: 344, ratio: 425 / 430 },
  "why-us": { wall: "fill-brand-line", art: <Stamping />, width: 350, ratio: 550 / 560 },
  faqs: { wall: "fill-brand", art: <CardDrawer />, width: 420, ratio: 0.75 },
  contact: { wall: "fill-paper-3", art: <DockPhone />, width: 310, ratio: 400 / 360 },
};

const TITLE = {
  width: 590,
  height: 320,
  sizes: [76, 68, 60, 52, 46, 40, 36],
  lineHeight: 1,
  tracking: -0.03,
};
const NAME = { width: 640, height: 34, sizes: [32, 28, 24], lineHeight: 1, tracking: -0.02 };
const HOST = { width: 440, height: 24, sizes: [24, 20], lineHeight: 1, tracking: 0 };
/** The edges of the label, and of the lines that divide it. */
const [LEFT, TOP, RIGHT, BOTTOM, UPPER, LOWER] = [54, 54, 1146, 576, 138, 494];

/** The share image, 1200 x 630: the page as a shipping label. */
export function ShareCard({ page, title, name, host, logo }: Company & CardProps) {
  const { wall, art, width, ratio } = CARDS[page];
  const headline = fitted(writable(title) ?? writable(name) ?? host, TITLE);
  const height = Math.min(width * ratio, LOWER - UPPER);
  // Capital letters are seven tenths of the size.
  const tall = (headline.lines.length - 1 + 0.7) * headline.size;
  const bars = code128(host);
  return (
    <svg aria-hidden="true" viewBox="0 0 1200 630" width="1200" height="630">
      <path d="M0 0h1200v630H0z" className={wall} />
      <rect
        {...LABEL}
        rx="6"
        transform="rotate(1.6 600 315)"
        className="fill-label stroke-ink stroke-2"
      />
      <rect {...LABEL} rx="6" className="fill-card stroke-ink stroke-2" />
      <Sender name={name} host={host} logo={logo} />
      <svg aria-hidden="true" x="856" y="84" width="256" height="24">
        <path d={STRIPES} className="fill-ink" />
      </svg>
      <svg
        aria-hidden="true"
        x={RIGHT - 36 - width}
        y={LOWER - height}
        width={width}
        height={height}
      >
        {art}
      </svg>
      <path
        d={`M${LEFT} ${UPPER}H${RIGHT}M${LEFT} ${LOWER}H${RIGHT}`}
        className="stroke-ink stroke-2"
      />
      <path d={`M${LEFT} ${LOWER + 1}H${RIGHT}V${BOTTOM - 4}H${LEFT}z`} className="fill-card" />
      <rect {...LABEL} rx="6" className="fill-none stroke-ink stroke-2" />
      <Letters
        {...headline}
        x={LEFT + 36}
        y={(UPPER + LOWER) / 2 - tall / 2 + headline.size * 0.7}
        tracking={TITLE.tracking}
        className="fill-ink"
      />
      <path
        d={barsPath(bars.bars)}
        transform={`translate(${LEFT + 36} ${LOWER + 17}) scale(${520 / bars.width} 1.6)`}
        className="fill-ink"
      />
      <Letters
        {...fitted(host, HOST)}
        x={RIGHT - 36}
        y={LOWER + 50}
        anchor="end"
        className="fill-ink"
      />
    </svg>
  );
}

interface CardProps {
  page: PublicPage;
  title: string;
}

const LABEL = { x: LEFT, y: TOP, width: RIGHT - LEFT, height: BOTTOM - TOP };
const STRIPES = Array.from({ length: 14 }, (_, i) => `M${i * 22 - 24} 24l24-24h11l-24 24z`).join(
  "",
);

/** Who sends it: the logo, or else the carton with the name. */
function Sender({ name, host, logo }: Company) {
  const middle = (TOP + UPPER) / 2;
  if (logo)
    return (
      <image
        x={LEFT + 36}
        y={middle - logo.height / 2}
        width={logo.width}
        height={logo.height}
        href={logo.src}
      />
    );
  const line = fitted(writable(name) ?? host, NAME);
  return (
    <>
      <svg aria-hidden="true" x={LEFT + 36} y={middle - 24} width="48" height="48">
        <Mark />
      </svg>
      <Letters
        {...line}
        x={LEFT + 104}
        y={middle + line.size * 0.35}
        tracking={NAME.tracking}
        className="fill-ink"
      />
    </>
  );
}
