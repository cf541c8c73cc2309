import { type Content, items, place } from "#app/content/index.ts";
import { serviceList } from "#app/lib/page/head/structured-data.ts";
import { SectionHead } from "#app/site-kit/section-head.tsx";
import { StructuredData } from "#app/site-kit/structured-data.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";

/** The six services as the boxes of a customs form, each ticked. */
export function SourcingServices({ services }: { services: Content<"sourcing">["services"] }) {
  const boxes = items(services, "service");
  if (boxes.length === 0) return null;
  return (
    <section id="services" className="overflow-hidden bg-paper-2 py-20 lg:py-32">
      <StructuredData of={(siteUrl) => serviceList(boxes, siteUrl)} />
      <div className="wrap">
        <SectionHead
          title={services.title}
          description={services.description}
          titleAt={place(services, "title")}
          descriptionAt={place(services, "description")}
        />
        <div className="card card-framed card-tall not-first:mt-12 lg:not-first:mt-16">
          <ul className="service-grid">
            {boxes.map((box) => (
              <li key={box.number}>
                <div className="flex items-start justify-between gap-4">
                  <svg viewBox="0 0 36 32" className="art w-9 stroke-[2.5]" aria-hidden="true">
                    <path d="M2 6h24v24H2z" className="fill-paper" />
                    <path d="m7 17 7 8L33 2" className="fill-none stroke-brand-ink stroke-[4]" />
                  </svg>
                  <span className="code text-ink-2" aria-hidden="true">
                    {box.number}
                  </span>
                </div>
                <h3 className="mt-8 text-xl" {...place(box, "title")}>
                  {unbroken(box.title)}
                </h3>
                <p className="mt-3 max-w-[28em] text-ink-2" {...place(box, "description")}>
                  {unbroken(box.description)}
                </p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
