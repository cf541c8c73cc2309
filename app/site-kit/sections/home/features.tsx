import { type Content, items, place } from "#app/content/index.ts";
import { FeaturePicture } from "#app/site-kit/illustrations/home/feature-pictures.tsx";
import { SectionHead } from "#app/site-kit/section-head.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";

/** One sheet of label stock, perforated into a coupon a feature. */
export function Features({ features }: { features: Content<"home">["features"] }) {
  const cards = items(features, "card");
  if (cards.length === 0) return null;
  return (
    <section id="features" className="wrap py-20 lg:py-32">
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
                <FeaturePicture number={card.number} className="w-28 lg:w-32" />
                <span className="code text-ink-2" aria-hidden="true">
                  {index + 1}/{cards.length}
                </span>
              </div>
              <h3 className="mt-10 text-2xl" {...place(card, "title")}>
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
