import { type Content, fixed } from "#app/content/index.ts";
import { SectionHead } from "#app/site-kit/section-head.tsx";
import { text } from "#app/site-kit/text.ts";
import { ServiceIcon } from "../icon.tsx";

const { servicesPage } = fixed;

interface ServiceListProps {
  section: Content<"services">["services"];
  services: readonly { title: string; description: string; icon_name: string }[];
}

/** The services as a pallet rack, each in its bay. The rack grows with the list. */
export function ServiceList({ section, services }: ServiceListProps) {
  if (services.length === 0) return null;
  return (
    <section id="services" className="wrap py-14 sm:py-20 lg:py-32">
      <SectionHead of={section} />
      <ul className="service-list not-first:mt-12 lg:not-first:mt-16">
        {services.map((service, index) => (
          <li key={service.title + service.description}>
            <span className="service-code code" aria-hidden="true">
              {bay(index)}
            </span>
            <div className="flex items-center gap-4 sm:block">
              <ServiceIcon name={service.icon_name} className="size-14 flex-none sm:size-20" />
              <h3 className="text-2xl sm:mt-8" {...text(service, "title")} />
            </div>
            <p className="mt-3 max-w-[30em] text-ink-2" {...text(service, "description")} />
            <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 font-semibold">
              {/sourcing/i.test(service.title) && <a href="/sourcing">{servicesPage.sourcing}</a>}
              <a href="/pricing#rates">{servicesPage.rate}</a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Bays are numbered as on a rack, then B-01. */
const bay = (index: number) =>
  `${String.fromCharCode(65 + (Math.floor(index / 3) % 26))}-0${(index % 3) + 1}`;
