import Lock from "lucide-react/icons/lock";
import type { ReactNode } from "react";
import { Button } from "#app/ui/inputs/button.tsx";
import { PRO_PRICE } from "./sample.ts";

interface PremiumProps {
  /** the covered content's name, such as Keywords */
  name: string;
  onUpgrade: () => void;
  children: ReactNode;
}

/** Covers content that isn't included: faintly visible, but inert, also for screen readers. */
export const Premium = ({ name, onUpgrade, children }: PremiumProps) => (
  <div className="grid min-h-80 [&>*]:col-start-1 [&>*]:row-start-1">
    <div
      inert
      aria-hidden="true"
      className="max-h-120 overflow-hidden opacity-45 blur-[3px] select-none"
    >
      {children}
    </div>
    <section className="z-10 mx-4 my-8 grid max-w-sm justify-items-center gap-2 self-start justify-self-center rounded-lg border border-line-strong bg-surface p-6 text-center shadow-lift">
      <span className="grid size-11 place-items-center rounded-md border border-brand-line bg-brand-soft text-accent">
        <Lock aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <h2 className="font-display text-lg font-semibold">Premium Feature</h2>
      <p className="text-sm text-ink-2">{name} is part of SEO Pro.</p>
      <Button look="primary" onClick={onUpgrade} className="mt-2">
        Upgrade Now
      </Button>
    </section>
  </div>
);

/** What SEO Pro offers, and its price. */
export const UpgradeCard = ({ onUpgrade }: { onUpgrade: () => void }) => (
  <section className="on-dark mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-lg border border-transparent bg-brand-night p-6 text-white">
    <div className="grid max-w-xl gap-1.5">
      <h2 className="font-display text-xl font-semibold">Upgrade to SEO Pro</h2>
      <p className="text-sm text-white/85">
        Page-by-page analysis, keyword tracking, social previews and technical checks, with real
        numbers from your site.
      </p>
    </div>
    <div className="flex flex-wrap items-center gap-5">
      <p className="font-display text-2xl font-semibold">{PRO_PRICE}</p>
      <button
        type="button"
        onClick={onUpgrade}
        className="h-11 rounded-md border border-white/60 px-5 text-base font-medium"
      >
        Upgrade to SEO Pro
      </button>
    </div>
  </section>
);
