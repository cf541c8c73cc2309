import { type Content, place } from "#app/content/index.ts";
import { ButtonLink } from "#app/site-kit/button.tsx";
import { ParcelChart } from "#app/site-kit/illustrations/home/parcel-chart.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";

/** Night shift: the chart of a viral week stands on the section's floor. */
export function About({ about }: { about: Content<"home">["about"] }) {
  if (!about.title && !about.description) return null;
  return (
    <section id="about" className="dark-section overflow-hidden">
      <div className="wrap grid gap-x-8 gap-y-14 pt-20 lg:grid-cols-12 lg:pt-28">
        <div className="order-last flex items-end lg:order-none lg:col-span-6 -ml-(--bleed)">
          <ParcelChart className="w-full" />
        </div>
        <div className="lg:col-span-5 lg:col-start-8 lg:pb-28">
          {about.title && (
            <h2 className="max-w-[10em] text-4xl" {...place(about, "title")}>
              {unbroken(about.title)}
            </h2>
          )}
          <p className="mt-8 text-xl/[1.4] text-label-soft" {...place(about, "description")}>
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
