import { type Content, items, place } from "#app/content/index.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";

/** Promises on hang tags, on one string. */
export function Trust({ trust }: { trust: Content<"why-us">["trust"] }) {
  const points = items(trust, "point");
  if (!trust.title && points.length === 0) return null;
  return (
    <section id="trust" className="overflow-hidden bg-paper-2 py-20 lg:py-32">
      <div className="wrap">
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-12">
          {trust.title && (
            <h2 className="text-4xl lg:col-span-7" {...place(trust, "title")}>
              {unbroken(trust.title)}
            </h2>
          )}
          <p
            className="max-w-[26.5em] text-lg text-ink-2 lg:col-span-5 lg:pt-2"
            {...place(trust, "description")}
          >
            {unbroken(trust.description)}
          </p>
        </div>
        {points.length > 0 && (
          <ul className="promise-list mt-14 lg:mt-20">
            {points.map((point) => (
              <li key={point.number} className="promise">
                <h3 className="text-2xl" {...place(point, "title")}>
                  {unbroken(point.title)}
                </h3>
                <p className="mt-4 text-ink-2" {...place(point, "description")}>
                  {unbroken(point.description)}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
