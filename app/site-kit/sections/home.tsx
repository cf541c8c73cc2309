import { type Content, items, place } from "#app/content/index.ts";
import { ButtonLink } from "#app/site-kit/button.tsx";
import { Headline } from "#app/site-kit/headline.tsx";
import { DockScene } from "#app/site-kit/illustrations/dock-scene.tsx";
import { FeaturePicture, ParcelChart } from "#app/site-kit/illustrations/home.tsx";
import { SectionHead } from "#app/site-kit/section-head.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";

/** The text is on the left. The dock illustration runs off the page to the right. */
export function HomeHero({ hero }: { hero: Content<"home">["hero"] }) {
  return (
    <section id="hero" className="overflow-hidden border-b border-line">
      <div className="wrap grid items-end lg:min-h-[42rem] lg:grid-cols-12">
        <div className="relative z-1 pt-12 pb-10 lg:col-span-7 lg:self-center lg:py-20 lg:pr-16 xl:pr-24">
          {hero.eyebrow && (
            <p className="code flex items-center gap-3 font-semibold">
              <span className="stripes h-3 w-12 flex-none text-ink" />
              <span className="text-balance" {...place(hero, "eyebrow")}>
                {unbroken(hero.eyebrow)}
              </span>
            </p>
          )}
          <Headline
            page="home"
            className="mt-6 text-5xl tracking-[-0.04em]"
            {...place(hero, "title")}
          >
            {hero.title}
          </Headline>
          <p
            className="mt-7 max-w-[28em] text-lg text-balance text-ink-2"
            {...place(hero, "subtitle")}
          >
            {unbroken(hero.subtitle)}
          </p>
          <div className="mt-9 flex flex-wrap gap-4 max-[30rem]:*:w-full">
            <ButtonLink href="/contact" {...place(hero, "primary_button")}>
              {hero.primary_button}
            </ButtonLink>
            <ButtonLink href="/pricing" look="plain" {...place(hero, "secondary_button")}>
              {hero.secondary_button}
            </ButtonLink>
          </div>
          {hero.platforms && (
            <p className="mt-7 text-sm text-ink-2" {...place(hero, "platforms")}>
              {unbroken(hero.platforms)}
            </p>
          )}
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
      <SectionHead
        title={features.title}
        description={features.description}
        titleAt={place(features, "title")}
        descriptionAt={place(features, "description")}
      />
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
              <h3 className="mt-6 text-2xl sm:mt-10" {...place(card, "title")}>
                {unbroken(card.title)}
              </h3>
              <p className="mt-4 max-w-[28em] text-ink-2" {...place(card, "description")}>
                {unbroken(card.description)}
              </p>
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
          <h2 className="mb-8 text-4xl lg:col-span-full lg:mb-14" {...place(about, "title")}>
            {unbroken(about.title)}
          </h2>
        )}
        <div className="order-last mt-14 flex items-end -ml-(--bleed) lg:order-none lg:col-span-6 lg:mt-0">
          <ParcelChart className="w-full" />
        </div>
        <div className="lg:col-span-5 lg:col-start-8 lg:self-center lg:pb-28">
          <p className="text-xl/[1.4] text-label-soft" {...place(about, "description")}>
            {unbroken(about.description)}
          </p>
          <p className="mt-6 text-paper/85" {...place(about, "detail_description")}>
            {unbroken(about.detail_description)}
          </p>
          <ButtonLink href="/services" className="mt-10" {...place(about, "button")}>
            {about.button}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
