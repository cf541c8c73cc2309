import { type Content, place } from "#app/content/index.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import { Barcode } from "#app/ui/icons/barcode.tsx";

type Words = Content<"why-us">["guarantee"];

/**
 * The company's word on paper, and what it is worth on the coupon beside it. A promise without a price
 * is none: without either of the two there is nothing.
 */
export function Guarantee({ guarantee, company }: { guarantee: Words; company: string }) {
  const { title, promise_description, amount_value, amount_description } = guarantee;
  const { claim_description, signed_name } = guarantee;
  if (!promise_description.trim() || !amount_value.trim()) return null;
  return (
    <section id="guarantee" className="overflow-x-clip py-20 lg:py-32">
      <div className="wrap">
        <div className="guarantee card wrap-anywhere">
          {title && (
            <h2 className="mb-8 text-4xl lg:mb-10" {...place(guarantee, "title")}>
              {unbroken(title)}
            </h2>
          )}
          <dl className="contents">
            <div className="mb-9">
              <Label of={guarantee} field="promise_label" />
              <dd
                className="max-w-[24em] text-xl/[1.4]"
                {...place(guarantee, "promise_description")}
              >
                {unbroken(promise_description)}
              </dd>
            </div>
            <div className="coupon">
              <Label of={guarantee} field="amount_label" />
              <dd
                className="font-display text-3xl/[1.04] font-bold tracking-[-0.03em]"
                {...place(guarantee, "amount_value")}
              >
                {unbroken(amount_value)}
              </dd>
              {amount_description && (
                <dd className="mt-4" {...place(guarantee, "amount_description")}>
                  {unbroken(amount_description)}
                </dd>
              )}
              <dd className="mt-auto pt-10" aria-hidden="true">
                <Barcode value={company} className="h-12" />
              </dd>
            </div>
            {claim_description && (
              <div>
                <Label of={guarantee} field="claim_label" />
                <dd className="max-w-[34em] text-ink-2" {...place(guarantee, "claim_description")}>
                  {unbroken(claim_description)}
                </dd>
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
