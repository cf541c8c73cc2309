import { type Content, items, place } from "#app/content/index.ts";
import { Evidence } from "#app/site-kit/sections/evidence.tsx";
import { text } from "#app/site-kit/text.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import { Barcode } from "#app/ui/icons/barcode.tsx";

interface StatsProps {
  stats: Content<"why-us">["stats"];
  /** whether a guarantee says what the company pays: only then does it claim to answer for them */
  isAnsweredFor: boolean;
}

/** A board over the dock: one line per figure, each at its door. */
export function Stats({ stats, isAnsweredFor }: StatsProps) {
  const lines = items(stats, "stat");
  if (lines.length === 0) return null;
  return (
    <section id="stats" className="dark-section">
      <div className="wrap py-14 sm:py-20 lg:py-28">
        {stats.title && isAnsweredFor && (
          <h2 className="text-2xl text-label" {...text(stats, "title")} />
        )}
        <dl className="border-t-2 border-paper/30 not-first:mt-8 md:grid md:grid-cols-[5rem_fit-content(50%)_1fr] lg:not-first:mt-10">
          {lines.map((stat, index) => (
            <div
              key={stat.number}
              className="grid grid-cols-[auto_1fr] items-center gap-x-4 border-b border-paper/30 py-5 md:col-span-full md:grid-cols-subgrid md:gap-x-8 md:py-6"
            >
              <dt className="order-last col-start-2 text-lg text-paper/85 md:col-start-3 lg:text-2xl">
                <span {...text(stat, "label")} />
                <Evidence of={stat} />
              </dt>
              <dd
                className="stat-number code order-first row-span-2 md:row-span-1"
                aria-hidden="true"
              >
                {String(index + 1).padStart(2, "0")}
              </dd>
              <dd
                className="font-display text-5xl/[0.95] font-bold tracking-[-0.04em] lg:text-6xl/[0.95]"
                {...text(stat, "value")}
              />
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** An inspection sheet: one line per reason, each ticked by hand. */
export function Reasons({ reasons }: { reasons: Content<"why-us">["reasons"] }) {
  const list = items(reasons, "reason");
  if (list.length === 0) return null;
  return (
    <section id="reasons" className="wrap py-14 sm:py-20 lg:py-32">
      {reasons.title && <h2 className="max-w-[10em] text-4xl" {...text(reasons, "title")} />}
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
              <h3 className="text-2xl" {...text(reason, "title")} />
              <p className="mt-3 max-w-[30em] text-ink-2" {...text(reason, "description")} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Hand-drawn ticks all differ slightly. */
const TICKS = [
  "m7 19 7 8L33 3",
  "m6 17 8 9C19 17 25 9 34 4",
  "m8 20 5 7L31 2",
  "m5 18c4 2 6 5 8 9L34 6",
];

type Words = Content<"why-us">["guarantee"];

/** Whether the company says what it promises and what it pays. */
export const isGuaranteed = ({ promise_description, amount_value }: Words): boolean =>
  promise_description.trim() !== "" && amount_value.trim() !== "";

/**
 * The company's promise on paper, with its amount on a coupon next to it. Renders nothing unless both
 * are set.
 */
export function Guarantee({ guarantee, company }: { guarantee: Words; company: string }) {
  const { title, amount_description, claim_description, signed_name } = guarantee;
  if (!isGuaranteed(guarantee)) return null;
  return (
    <section id="guarantee" className="overflow-x-clip py-14 sm:py-20 lg:py-32">
      <div className="wrap">
        <div className="guarantee card wrap-anywhere">
          {title && <h2 className="mb-8 text-4xl lg:mb-10" {...text(guarantee, "title")} />}
          <dl className="contents">
            <div className="mb-9">
              <Label of={guarantee} field="promise_label" />
              <dd
                className="max-w-[24em] text-xl/[1.4]"
                {...text(guarantee, "promise_description")}
              />
            </div>
            <div className="coupon">
              <Label of={guarantee} field="amount_label" />
              <dd
                className="font-display text-3xl/[1.04] font-bold tracking-[-0.03em]"
                {...text(guarantee, "amount_value")}
              />
              {amount_description && (
                <dd className="mt-4" {...text(guarantee, "amount_description")} />
              )}
              <dd className="mt-auto pt-10" aria-hidden="true">
                <Barcode value={company} className="h-12" />
              </dd>
            </div>
            {claim_description && (
              <div>
                <Label of={guarantee} field="claim_label" />
                <dd className="max-w-[34em] text-ink-2" {...text(guarantee, "claim_description")} />
              </div>
            )}
          </dl>
          {signed_name && (
            <p className="mt-9 self-end" {...place(guarantee, "signed_name")}>
              <span className="inline-block min-w-[min(18rem,100%)] border-t-2 pt-2 font-display text-lg font-bold">
                {unbroken(signed_name)}
              </span>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

interface LabelProps {
  of: Words;
  field: "promise_label" | "amount_label" | "claim_label";
}

const Label = ({ of, field }: LabelProps) => (
  <dt className="code mb-3 font-semibold" {...place(of, field)}>
    {unbroken(of[field])}
  </dt>
);

/** Promises on hang tags along one string. */
export function Trust({ trust }: { trust: Content<"why-us">["trust"] }) {
  const points = items(trust, "point");
  if (!trust.title && points.length === 0) return null;
  return (
    <section id="trust" className="overflow-hidden bg-paper-2 py-14 sm:py-20 lg:py-32">
      <div className="wrap">
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-12">
          {trust.title && <h2 className="text-4xl lg:col-span-7" {...text(trust, "title")} />}
          <p
            className="max-w-[26.5em] text-lg text-ink-2 lg:col-span-5 lg:pt-2"
            {...text(trust, "description")}
          />
        </div>
        {points.length > 0 && (
          <ul className="promise-list mt-14 lg:mt-20">
            {points.map((point) => (
              <li key={point.number} className="promise">
                <h3 className="text-2xl" {...text(point, "title")} />
                <p className="mt-4 text-ink-2" {...text(point, "description")} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
