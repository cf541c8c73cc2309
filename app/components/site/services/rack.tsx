import { ServiceIcon } from "#app/components/icons/service-icon.tsx";
import { SectionHead } from "#app/components/site/section-head.tsx";
import { unbroken } from "#app/components/site/unbroken.tsx";
import type { Content } from "#app/content/index.ts";

interface RackProps {
  section: Content<"services">["services"];
  services: readonly { title: string; description: string; icon_name: string }[];
}

/** The services stand in a pallet rack, each in its bay; the rack grows with the list. */
export function Rack({ section, services }: RackProps) {
  if (services.length === 0) return null;
  return (
    <section id="services" className="wrap py-20 lg:py-32">
      <SectionHead title={section.title} description={section.description} />
      <ul className="rack mt-12 lg:mt-16">
        {services.map(({ title, description, icon_name }, index) => (
          <li key={title + description}>
            <span className="rack-code code" aria-hidden="true">
              {bay(index)}
            </span>
            <ServiceIcon name={icon_name} className="size-20" />
            <h3 className="mt-8 text-2xl">{unbroken(title)}</h3>
            <p className="mt-3 max-w-[30em] text-ink-2">{unbroken(description)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Bays are counted as on a rack, then B-01. */
const bay = (index: number) =>
  `${String.fromCharCode(65 + (Math.floor(index / 3) % 26))}-0${(index % 3) + 1}`;
