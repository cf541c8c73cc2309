import { type Content, items } from "#app/content/index.ts";
import { SectionHead } from "#app/site-kit/section-head.tsx";
import { text } from "#app/site-kit/text.ts";

/** The first days of a new customer, as torn-off calendar pages: one per important day. */
export function Onboarding({ onboarding }: { onboarding: Content<"services">["onboarding"] }) {
  const days = items(onboarding, "day");
  if (days.length === 0) return null;
  return (
    <section id="onboarding" className="overflow-x-clip py-14 sm:py-20 lg:py-32">
      <div className="wrap">
        <SectionHead of={onboarding} />
        <ol className="calendar-leaves not-first:mt-14 lg:not-first:mt-20">
          {days.map((day) => (
            <li key={day.number} className="card card-torn">
              {day.when && (
                <p
                  className="leaf-head font-display text-xl/tight font-bold"
                  {...text(day, "when")}
                />
              )}
              <h3 className="text-xl" {...text(day, "title")} />
              <p className="mt-3 text-ink-2" {...text(day, "description")} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
