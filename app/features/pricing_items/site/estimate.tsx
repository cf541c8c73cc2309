import { type Content, fixed, place } from "#app/content/index.ts";
import { estimate, freeStorage, isCounted } from "#app/lib/domain/prices/estimate.ts";
import { monthQuery } from "#app/lib/domain/prices/figures.ts";
import type { Month } from "#app/lib/domain/prices/month.ts";
import { TextLink } from "#app/site-kit/button.tsx";
import { CardHead } from "#app/site-kit/card-head.tsx";
import { text } from "#app/site-kit/text.ts";
import { Barcode } from "#app/ui/icons/barcode.tsx";
import { type Asked, example } from "../asked.ts";
import type { PricingRow } from "../queries.ts";
import { MonthForm } from "./month-form.tsx";
import { MonthResult } from "./month-result.tsx";

const { estimateForm } = fixed;

interface EstimateProps {
  words: Content<"pricing">["estimate"];
  prices: readonly PricingRow[];
  /** orders a month from which storage is free; null: never */
  freeFrom: number | null;
  /** the figures in the URL; undefined: none, so an example is shown */
  asked: Asked | undefined;
  company: string;
}

/** False if staff blanked its title, or no price has a number to calculate with. */
export const isEstimated = ({ title }: EstimateProps["words"], prices: readonly PricingRow[]) =>
  title !== "" && prices.some(isCounted);

/** A month that says as little as it may, so that it includes the fewest prices. */
const LEAST: Month = { orders: 1, items: 1, cubic_feet: 0, returns: false };

/**
 * An estimate from the price list (rule V-18), next to its first rates. It is a form that the server answers; with
 * JavaScript, app/enhance/estimate.ts updates the same elements while typing.
 */
export function Estimate({ words, prices, freeFrom, asked = example, company }: EstimateProps) {
  if (!isEstimated(words, prices)) return null;
  const counted = prices.filter(isCounted);
  // With an invalid figure there is no result; the hidden lines are ready for the script.
  const month = asked.month ?? example.month;
  const result = estimate(prices, month, freeFrom);
  return (
    <section
      id="estimate"
      className="estimate card card-framed card-tall self-start wrap-anywhere lg:col-span-7 lg:col-start-6 lg:row-span-3 lg:row-start-1"
      data-prices={JSON.stringify(
        counted.map(({ low, high, charged_per, up_to }) => [low, high, charged_per, up_to]),
      )}
      data-free={freeFrom}
      data-own={asked !== example && asked.month ? "" : undefined}
    >
      <CardHead
        id="estimate-title"
        title={words.title}
        description={words.description}
        titleAt={place(words, "title")}
        descriptionAt={place(words, "description")}
      >
        <Barcode value={company} className="h-8" />
      </CardHead>
      <MonthForm words={words} asked={asked} />
      <div className="border-t-2 p-5 sm:p-8">
        <p data-wrong-note hidden={!asked.errors} className="font-semibold">
          {estimateForm.wrong}
        </p>
        <div data-result hidden={Boolean(asked.errors)} tabIndex={-1}>
          <MonthResult
            result={result}
            storage={freeStorage(prices, month, freeFrom)}
            counted={counted}
            mayBeLeft={estimate(prices, LEAST, freeFrom).notIncluded}
            freeFrom={freeFrom}
          />
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
            <TextLink
              href={`/contact?${monthQuery(month)}#contact_form`}
              of={words}
              field="send_button"
            />
            {words.note && (
              <p className="max-w-[24em] text-sm text-ink-2" {...text(words, "note")} />
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
