import { type Content, place } from "#app/content/index.ts";
import { ButtonLink } from "#app/site-kit/button.tsx";
import { Headline } from "#app/site-kit/headline.tsx";
import { DockScene } from "#app/site-kit/illustrations/home/dock-scene.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";

/** The words hold the left; the dock runs off the page to the right. */
export function HomeHero({ hero }: { hero: Content<"home">["hero"] }) {
  return (
    <section id="hero" className="overflow-hidden border-b border-line">
      <div className="wrap grid items-end lg:min-h-[42rem] lg:grid-cols-12">
        <div className="relative z-1 pt-12 pb-10 lg:col-span-7 lg:self-center lg:py-20 lg:pr-16 xl:pr-24">
          {hero.eyebrow && (
            <p className="code flex items-center gap-3 font-semibold">
              <span className="stripes h-3 w-12 flex-none text-ink" />
              <span {...place(hero, "eyebrow")}>{unbroken(hero.eyebrow)}</span>
            </p>
          )}
          <Headline
            page="home"
            className="mt-6 text-5xl tracking-[-0.04em]"
            {...place(hero, "title")}
          >
            {hero.title}
          </Headline>
          <p className="mt-7 max-w-[28em] text-lg text-ink-2" {...place(hero, "subtitle")}>
            {unbroken(hero.subtitle)}
          </p>
          <div className="mt-9 flex flex-wrap gap-4">
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
