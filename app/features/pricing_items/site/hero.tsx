import { type Content, fixed } from "#app/content/index.ts";
import { Headline } from "#app/site-kit/headline.tsx";
import { CubicFoot } from "#app/site-kit/illustrations/pricing.tsx";
import { text } from "#app/site-kit/text.ts";

interface PricingHeroProps {
  hero: Content<"pricing">["hero"];
  /** whether the page has an estimate to jump to */
  estimated: boolean;
}

/** A drawing of what is charged for: one cubic foot. */
export function PricingHero({ hero, estimated }: PricingHeroProps) {
  return (
    <section
      id="hero"
      className="wrap grid items-center gap-x-8 gap-y-6 pt-8 pb-10 md:py-12 md:grid-cols-12 lg:pt-12 lg:pb-14 print:block print:py-5"
    >
      <div className="md:col-span-7">
        <Headline
          page="pricing"
          of={hero}
          className="max-w-[6.5em] text-5xl tracking-[-0.04em] print:max-w-none print:text-3xl"
        />
        <p
          className="mt-4 md:mt-7 print:mt-2 max-w-[27em] text-lg text-ink-2"
          {...text(hero, "subtitle")}
        />
        {estimated && (
          <p className="mt-4 print:hidden lg:hidden">
            <a href="#estimate" className="font-semibold underline underline-offset-4">
              {fixed.pricingTable.estimate}
            </a>
          </p>
        )}
      </div>
      <CubicFoot className="mx-auto hidden w-full max-w-md md:col-span-5 md:block print:hidden" />
    </section>
  );
}
