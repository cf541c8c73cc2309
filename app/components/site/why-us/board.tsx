import { type Content, items } from "#app/content/index.ts";

/** The board over the dock: a line a figure, each at its door. */
export function Board({ stats }: { stats: Content<"why-us">["stats"] }) {
  const lines = items(stats, "stat");
  if (lines.length === 0) return null;
  return (
    <section className="night">
      <div className="wrap py-20 lg:py-28">
        {stats.title && <h2 className="text-2xl text-label">{stats.title}</h2>}
        <dl className="mt-8 border-t-2 border-paper/30 lg:mt-10">
          {lines.map(({ number, value, label }, index) => (
            <div
              key={number}
              className="grid grid-cols-[3rem_1fr] items-center gap-x-4 border-b border-paper/30 py-5 sm:grid-cols-[5rem_1fr_auto] sm:py-6"
            >
              <dt className="order-last col-start-2 text-lg text-paper/85 sm:order-none">
                {label}
              </dt>
              <dd
                className="door-plate code order-first row-span-2 sm:row-span-1"
                aria-hidden="true"
              >
                {String(index + 1).padStart(2, "0")}
              </dd>
              <dd className="font-display text-5xl/[0.95] font-bold tracking-[-0.04em] sm:text-right sm:text-6xl/[0.95]">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
