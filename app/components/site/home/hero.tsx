import { DockScene } from "#app/components/icons/illustrations/dock-scene.tsx";
import { ButtonLink } from "#app/components/site/button.tsx";
import type { Content } from "#app/content/index.ts";

/** The words hold the left; the dock runs off the page to the right. */
export function HomeHero({ hero }: { hero: Content<"home">["hero"] }) {
  return (
    <section id="hero" className="overflow-hidden border-b border-line">
      <div className="wrap grid items-end lg:min-h-[42rem] lg:grid-cols-12">
        <div className="relative z-1 pt-12 pb-10 lg:col-span-7 lg:self-center lg:py-20">
          {hero.eyebrow && (
            <p className="code flex items-center gap-3 font-semibold">
              <span className="lane h-3 w-12 flex-none text-ink" />
              {hero.eyebrow}
            </p>
          )}
          {hero.title && <h1 className="mt-6 text-5xl tracking-[-0.04em]">{hero.title}</h1>}
          <p className="mt-7 max-w-[28em] text-lg text-ink-2">{hero.subtitle}</p>
          <div className="mt-9 flex flex-wrap gap-4">
            <ButtonLink href="/contact">{hero.primary_button}</ButtonLink>
            <ButtonLink href="/pricing" look="plain">
              {hero.secondary_button}
            </ButtonLink>
          </div>
        </div>
        <div className="lg:col-span-5">
          <DockScene className="mx-auto w-full max-w-xl lg:-ml-24 lg:w-[calc(100%+6rem+var(--bleed)*0.8)] lg:max-w-none" />
        </div>
      </div>
    </section>
  );
}
