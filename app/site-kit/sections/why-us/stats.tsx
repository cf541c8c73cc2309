import { type Content, items, place } from "#app/content/index.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";

/** The board over the dock: a line a figure, each at its door. */
export function Stats({ stats }: { stats: Content<"why-us">["stats"] }) {
  const lines = items(stats, "stat");
  if (lines.length === 0) return null;
  return (
    <section id="stats" className="dark-section">
      <div className="wrap py-20 lg:py-28">
        {stats.title && (
          <h2 className="text-2xl text-label" {...place(stats, "title")}>
            {unbroken(stats.title)}
          </h2>
        )}
        <dl className="mt-8 border-t-2 border-paper/30 lg:mt-10">
          {lines.map((stat, index) => (
            <div
              key={stat.number}
              className="grid grid-cols-[auto_1fr] items-center gap-x-4 border-b border-paper/30 py-5 md:grid-cols-[5rem_minmax(8rem,1fr)_auto] md:py-6"
            >
              <dt
                className="order-last col-start-2 text-lg text-paper/85 md:order-none"
                {...place(stat, "label")}
              >
                {unbroken(stat.label)}
              </dt>
              <dd
                className="stat-number code order-first row-span-2 md:row-span-1"
                aria-hidden="true"
              >
                {String(index + 1).padStart(2, "0")}
              </dd>
              <dd
                className="font-display text-5xl/[0.95] font-bold tracking-[-0.04em] md:text-right md:text-6xl/[0.95]"
                {...place(stat, "value")}
              >
                {unbroken(stat.value)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
