import { type Content, items, place } from "#app/content/index.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";

/** An inspection sheet: a reason a line, each ticked by hand. */
export function Reasons({ reasons }: { reasons: Content<"why-us">["reasons"] }) {
  const list = items(reasons, "reason");
  if (list.length === 0) return null;
  return (
    <section id="reasons" className="wrap py-20 lg:py-32">
      {reasons.title && (
        <h2 className="max-w-[10em] text-4xl" {...place(reasons, "title")}>
          {unbroken(reasons.title)}
        </h2>
      )}
      <ul className="mt-12 grid gap-x-16 border-t-2 lg:mt-16 lg:grid-cols-2">
        {list.map((reason) => (
          <li
            key={reason.number}
            className="grid grid-cols-[--spacing(9)_1fr] gap-x-5 border-b border-line-strong py-8 sm:gap-x-7 lg:py-10"
          >
            <svg viewBox="0 0 36 34" className="art mt-0.5 stroke-[2.5]" aria-hidden="true">
              <path d="M2 8h24v24H2z" className="fill-card" />
              <path
                d={TICKS[reason.number % TICKS.length]}
                className="fill-none stroke-brand-ink stroke-[4]"
              />
            </svg>
            <div>
              <h3 className="text-2xl" {...place(reason, "title")}>
                {unbroken(reason.title)}
              </h3>
              <p className="mt-3 max-w-[30em] text-ink-2" {...place(reason, "description")}>
                {unbroken(reason.description)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** No two ticks of a hand are quite alike. */
const TICKS = [
  "m7 19 7 8L33 3",
  "m6 17 8 9C19 17 25 9 34 4",
  "m8 20 5 7L31 2",
  "m5 18c4 2 6 5 8 9L34 6",
];
