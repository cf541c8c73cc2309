import { type Content, items, place } from "#app/content/index.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";

/** A ledger: the heading stays in the margin while its lines go by. */
export function Benefits({ benefits }: { benefits: Content<"sourcing">["benefits"] }) {
  const cards = items(benefits, "card");
  if (cards.length === 0) return null;
  return (
    <section id="benefits" className="wrap grid gap-x-8 gap-y-12 py-20 lg:grid-cols-12 lg:py-32">
      {benefits.title && (
        <h2
          className="self-start text-4xl lg:text-3xl lg:sticky lg:top-32 lg:col-span-4"
          {...place(benefits, "title")}
        >
          {unbroken(benefits.title)}
        </h2>
      )}
      <ol className="border-t-2 lg:col-span-8 lg:col-start-5">
        {cards.map((card, index) => (
          <li
            key={card.number}
            className="grid gap-x-8 gap-y-3 border-b border-line-strong py-8 sm:grid-cols-[3rem_1fr_1.2fr] lg:py-10"
          >
            <span className="code pt-1.5 text-ink-2" aria-hidden="true">
              {String(index + 1).padStart(2, "0")}
            </span>
            <h3 className="text-2xl" {...place(card, "title")}>
              {unbroken(card.title)}
            </h3>
            <p className="text-ink-2" {...place(card, "description")}>
              {unbroken(card.description)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
