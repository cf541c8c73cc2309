import { Fragment } from "react";
import { fixed, place } from "#app/content/index.ts";
import { typicalText } from "#app/lib/domain/prices/words.ts";
import { CardHead } from "#app/site-kit/card-head.tsx";
import { text } from "#app/site-kit/text.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import { Barcode } from "#app/ui/icons/barcode.tsx";
import type { PricingRow } from "../queries.ts";

const { caption, rest, service, rate, description } = fixed.pricingTable;

/** How many rates come before the estimate, large: those of nearly every invoice, if staff order them so. */
const FIRST = 4;

interface RatesProps {
  prices: readonly PricingRow[];
  company: string;
  /** whether the estimate is next to them */
  estimated: boolean;
}

/** The first rates of the price list as a bill of lading, with the amount large; all without an estimate. */
export function FirstRates({ prices, company, estimated }: RatesProps) {
  return (
    <div
      className={`card card-framed card-tall self-start ${estimated ? "lg:col-span-5 lg:row-start-1" : "lg:col-span-8 lg:row-span-3"}`}
    >
      <CardHead id="rates" title={caption}>
        <Barcode value={company} className="h-8" />
      </CardHead>
      <RateTable
        prices={estimated ? prices.slice(0, FIRST) : prices}
        id="rates"
        look={estimated ? "rates-first" : "rates-wide"}
      />
    </div>
  );
}

/** The other rates, in smaller type; nothing without any, or when `FirstRates` has them. */
export function MoreRates({ prices, estimated }: Omit<RatesProps, "company">) {
  if (!estimated || prices.length <= FIRST) return null;
  return (
    <div className="lg:order-1 lg:col-span-12">
      <h2 id="more-rates" className="text-2xl print:sr-only">
        {rest}
      </h2>
      <RateTable prices={prices.slice(FIRST)} id="more-rates" look="rates-wide rates-more" />
    </div>
  );
}

interface RateTableProps {
  prices: readonly PricingRow[];
  /** of its heading */
  id: string;
  look: string;
}

const RateTable = ({ prices, id, look }: RateTableProps) => (
  <table className={`rate-table w-full text-left ${look}`} aria-labelledby={id}>
    <thead className="code text-ink-2">
      <tr>
        <th scope="col">{service}</th>
        <th scope="col">{rate}</th>
        <th scope="col">{description}</th>
      </tr>
    </thead>
    <tbody>
      {prices.map((price) => (
        <tr key={price.id}>
          <th scope="row" {...text(price, "service_name")} />
          <td {...place(price, "rate")}>
            <Rate price={price} />
          </td>
          <td {...text(price, "description")} />
        </tr>
      ))}
    </tbody>
  </table>
);

const AMOUNT = /^(\D?\d[\d.,]*\+?(?:\s*[-–]\s*\D?\d[\d.,]*)?)\s+(.+)$/;

/** The longest amount that fits its column on one line: "$10.00-$15.00". */
const MAX_LENGTH = 13;

/** "$1.00-$5.00 per order": the amount large, the unit below; other text as it is. */
function Rate({ price }: { price: PricingRow }) {
  const [, amount, unit = typicalText(price)] = AMOUNT.exec(price.rate) ?? [];
  const lines = !amount
    ? [unbroken(price.rate)]
    : amount.length > MAX_LENGTH
      ? amount.split(/(?<=[-–])/)
      : [amount];
  return (
    <>
      <b className={amount ? "amount" : ""}>
        {lines.map((line, index) => (
          <Fragment key={index === 0 ? "first" : "second"}>
            {index > 0 && <wbr />}
            {amount ? <span>{line}</span> : line}
          </Fragment>
        ))}{" "}
      </b>
      {unit && <span>{unbroken(unit)}</span>}
    </>
  );
}
