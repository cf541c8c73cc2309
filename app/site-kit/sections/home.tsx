import { type Content, items } from "#app/content/index.ts";
import { TextLink } from "#app/site-kit/button.tsx";
import { Headline } from "#app/site-kit/headline.tsx";
import { DockScene } from "#app/site-kit/illustrations/dock-scene.tsx";
import { FeaturePicture, ParcelChart } from "#app/site-kit/illustrations/home.tsx";
import { SectionHead } from "#app/site-kit/section-head.tsx";
import { text } from "#app/site-kit/text.ts";

/** The text is on the left. The dock illustration runs off the page to the right. */
export function HomeHero({ hero }: { hero: Content<"home">["hero"] }) {
  return (
    <section id="hero" className="overflow-hidden border-b border-line">
      <div className="wrap grid items-end lg:min-h-[42rem] lg:grid-cols-12">
        <div className="relative z-1 pt-12 pb-10 lg:col-span-7 lg:self-center lg:py-20 lg:pr-16 xl:pr-24">
          {hero.eyebrow && (
            <p className="code flex items-center gap-3 font-semibold">
              <span className="stripes h-3 w-12 flex-none text-ink" />
              <span className="text-balance" {...text(hero, "eyebrow")} />
            </p>
          )}
          <Headline page="home" of={hero} className="mt-6 text-5xl tracking-[-0.04em]" />
          <p
            className="mt-7 max-w-[28em] text-lg text-balance text-ink-2"
            {...text(hero, "subtitle")}
          />
          <div className="mt-9 flex max-w-[28em] flex-wrap gap-4 max-[30rem]:*:w-full">
            <TextLink href="/contact" of={hero} field="primary_button" />
            <TextLink href="/pricing" look="plain" of={hero} field="secondary_button" />
          </div>
          {hero.platforms && <p className="mt-7 text-sm text-ink-2" {...text(hero, "platforms")} />}
        </div>
        <div className="lg:col-span-5">
          <DockScene className="mx-auto w-full max-w-xl lg:-ml-16 lg:w-[calc(100%+4rem+var(--bleed)*0.8)] lg:max-w-none xl:-ml-24 xl:w-[calc(100%+6rem+var(--bleed)*0.8)]" />
        </div>
      </div>
    </section>
  );
}

/** One sheet of labels, with a perforated coupon for each feature. */
export function Features({ features }: { features: Content<"home">["features"] }) {
  const cards = items(features, "card");
  if (cards.length === 0) return null;
  return (
    <section id="features" className="wrap py-14 sm:py-20 lg:py-32">
      <SectionHead of={features} />
      <div className="card card-torn not-first:mt-12 lg:not-first:mt-16">
        <ul className="feature-list">
          {cards.map((card, index) => (
            <li key={card.number} className="flex flex-col p-6 sm:p-8 lg:p-10">
              <div className="flex items-start justify-between gap-4">
                <FeaturePicture number={card.number} className="w-20 sm:w-28 lg:w-32" />
                <span className="code text-ink-2" aria-hidden="true">
                  {index + 1}/{cards.length}
                </span>
              </div>
              <h3 className="mt-6 text-2xl sm:mt-10" {...text(card, "title")} />
              <p className="mt-4 max-w-[28em] text-ink-2" {...text(card, "description")} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A dark section. The chart of a viral week sits at its bottom edge. */
export function About({ about }: { about: Content<"home">["about"] }) {
  if (!about.title && !about.description) return null;
  return (
    <section id="about" className="dark-section overflow-hidden">
      <div className="wrap grid gap-x-8 pt-14 sm:pt-20 lg:grid-cols-12 lg:pt-28">
        {about.title && (
          <h2 className="mb-8 text-4xl lg:col-span-full lg:mb-14" {...text(about, "title")} />
        )}
        <div className="order-last mt-14 flex items-end -ml-(--bleed) lg:order-none lg:col-span-6 lg:mt-0">
          <ParcelChart className="w-full" />
        </div>
        <div className="lg:col-span-5 lg:col-start-8 lg:self-center lg:pb-28">
          <p className="text-xl/[1.4] text-label-soft" {...text(about, "description")} />
          <p className="mt-6 text-paper/85" {...text(about, "detail_description")} />
          <TextLink href="/services" className="mt-10" of={about} field="button" />
        </div>
      </div>
    </section>
  );
}
