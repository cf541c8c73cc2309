import { Fragment } from "react";
import { fixed, place } from "#app/content/index.ts";
import { CardHead } from "#app/site-kit/card-head.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import { Barcode } from "#app/ui/icons/barcode.tsx";
import type { PricingRow } from "../queries.ts";

const { caption, service, rate, description } = fixed.pricingTable;

interface RateTableProps {
  prices: readonly PricingRow[];
  company: string;
}

/** The price list as a bill of lading: one line per service, with the amount in the middle. */
export function RateTable({ prices, company }: RateTableProps) {
  return (
    <div className="card card-framed card-tall lg:col-span-8 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:self-start">
      <CardHead id="rates" title={caption}>
        <Barcode value={company} className="h-8" />
      </CardHead>
      <table className="rate-table w-full text-left" aria-labelledby="rates">
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
              <th scope="row" className="font-semibold" {...place(price, "service_name")}>
                {unbroken(price.service_name)}
              </th>
              <td {...place(price, "rate")}>
                <Rate rate={price.rate} />
              </td>
              <td className="text-ink-2" {...place(price, "description")}>
                {unbroken(price.description)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const AMOUNT = /^(\D?\d[\d.,]*\+?(?:\s*[-–]\s*\D?\d[\d.,]*)?)\s+(.+)$/;

/** The longest amount that fits its column on one line: "$10.00-$15.00". */
const LONGEST = 13;

/** "$1.00-$5.00 per order": the amount large, the unit below; other text as it is. */
function Rate({ rate }: { rate: string }) {
  const [, amount, unit] = AMOUNT.exec(rate) ?? [];
  if (!amount)
    return (
      <span className="block font-display text-xl/tight font-bold text-balance print:text-base">
        {unbroken(rate)}
      </span>
    );
  const lines = amount.length > LONGEST ? amount.split(/(?<=[-–])/) : [amount];
  return (
    <>
      <span className="block font-display text-2xl/none font-bold tracking-[-0.03em] print:inline print:text-base">
        {lines.map((line, index) => (
          <Fragment key={line}>
            {index > 0 && <wbr />}
            <span className="whitespace-nowrap">{line}</span>
          </Fragment>
        ))}{" "}
      </span>
      <span className="mt-1.5 block text-sm text-ink-2 print:inline">{unbroken(unit)}</span>
    </>
  );
}
