import { type Content, fixed, items } from "#app/content/index.ts";
import { text } from "#app/site-kit/text.ts";

interface AsideProps {
  benefits: Content<"pricing">["benefits"];
  /** classes of the column, on wide screens */
  column: string;
}

/** A sticker below the first rates: free storage from a number of orders on; nothing without a title. */
export function FreeStorage({ benefits, column }: AsideProps) {
  if (!benefits.banner_title) return null;
  return (
    <div className={`free-storage max-w-md self-start print:max-w-none ${column}`}>
      <p
        className="max-w-[8em] font-display text-3xl/[1.02] font-bold tracking-[-0.03em] print:max-w-none print:text-xl"
        {...text(benefits, "banner_title")}
      />
      <p
        className="mt-5 max-w-[20em] print:mt-1 print:max-w-none"
        {...text(benefits, "banner_description")}
      />
      <Postmark />
    </div>
  );
}

/** What every customer gets, as a checklist. */
export function Included({ benefits, column }: AsideProps) {
  const list = items(benefits, "benefit");
  if (list.length === 0) return null;
  return (
    <div className={column}>
      {benefits.title && <h2 className="text-2xl" {...text(benefits, "title")} />}
      <ul className="not-first:mt-6 print:mt-3 print:columns-2">
        {list.map((benefit) => (
          <li
            key={benefit.number}
            className="flex gap-4 border-t border-line py-3.5 last:border-b print:border-none print:py-1"
          >
            <Tick />
            <span {...text(benefit, "text")} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Links from the rates to the services and the FAQs. */
export function WaysOn() {
  const { more, services, questions } = fixed.pricingTable;
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-2 text-ink-2 lg:order-1 lg:col-span-12 lg:-mt-6 print:hidden">
      <span>{more}</span>
      <a href="/services" className="font-semibold underline underline-offset-4">
        {services}
      </a>
      <a href="/faqs" className="font-semibold underline underline-offset-4">
        {questions}
      </a>
    </p>
  );
}

/** A hand-drawn check mark. */
function Tick() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="mt-0.5 size-5 flex-none overflow-visible"
      aria-hidden="true"
    >
      <path d="M1 3h20v20H1z" className="fill-card stroke-ink stroke-2" />
      <path
        d="m4 12 6 7C13 11 18 4 25-2"
        className="fill-none stroke-brand-ink stroke-[3.5] [stroke-linecap:round]"
      />
    </svg>
  );
}

/** A decorative postmark. */
function Postmark() {
  return (
    <svg viewBox="0 0 150 90" className="postmark" aria-hidden="true">
      <circle cx="105" cy="45" r="41" />
      <circle cx="105" cy="45" r="30" />
      <path d="M2 25q9-9 18 0t18 0 18 0M2 45q9-9 18 0t18 0 18 0M2 65q9-9 18 0t18 0 18 0" />
      <path d="M97 41l8-7 8 7M95 50l10-8 10 8M93 59l12-9 12 9M105 50v12" />
    </svg>
  );
}
