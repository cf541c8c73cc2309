import { fixed, place } from "#app/content/index.ts";
import type { InvoiceLine } from "#app/lib/domain/prices/invoice.ts";
import { money } from "#app/lib/domain/prices/money.ts";
import { count, quantityText } from "#app/lib/domain/prices/words.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import type { PricingRow } from "../queries.ts";

const { invoiceSheet } = fixed;

/** In narrow layouts, a line's text takes the full width, with its figures below. */
const NARROW = {
  block: "@max-[29rem]:block",
  total: "@max-[29rem]:flex @max-[29rem]:flex-wrap @max-[29rem]:justify-between",
  row: "@max-[29rem]:flex @max-[29rem]:flex-wrap @max-[29rem]:py-3",
  words: "@max-[29rem]:basis-full @max-[29rem]:p-0",
  figure: "@max-[29rem]:px-0 @max-[29rem]:pt-1 @max-[29rem]:pb-0",
  quantity: "@max-[29rem]:not-empty:after:mx-1.5 @max-[29rem]:not-empty:after:content-['at']",
  amount: "@max-[29rem]:ml-auto @max-[29rem]:pl-3 @max-[29rem]:pt-1 @max-[29rem]:pb-0",
};
const CELL = "py-3 align-baseline";
const FIGURE = "pl-6 text-right whitespace-nowrap tabular-nums";

interface BillProps {
  lines: readonly InvoiceLine<PricingRow>[];
  total: number;
  freeFrom: number | null;
}

/** Each service with its quantity, rate and amount, and the total. */
export function Bill({ lines, total, freeFrom }: BillProps) {
  const { service, quantity, rate, amount } = invoiceSheet;
  const sum = "py-4 font-display text-2xl/none font-bold tracking-[-0.03em]";
  return (
    <div className="@container">
      <table className={`w-full text-left ${NARROW.block}`}>
        <thead className="code text-ink-2 @max-[29rem]:sr-only">
          <tr>
            <th scope="col" className={CELL}>
              {service}
            </th>
            {[quantity, rate, amount].map((name) => (
              <th key={name} scope="col" className={`${CELL} ${FIGURE}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={NARROW.block}>
          {lines.map((line) => (
            <BillLine
              key={`${line.price.id} ${line.end} ${line.waived}`}
              line={line}
              freeFrom={freeFrom}
            />
          ))}
        </tbody>
        <tfoot className={`border-y-2 ${NARROW.block}`}>
          <tr className={NARROW.total}>
            <th scope="row" colSpan={3} className={sum}>
              {invoiceSheet.total}
            </th>
            <td className={`${sum} ${FIGURE}`}>{money(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function BillLine({ line, freeFrom }: { line: InvoiceLine<PricingRow>; freeFrom: number | null }) {
  const { price, quantity, rate, amount, end, waived } = line;
  const { service_name, charged_per } = price;
  const name = waived ? invoiceSheet.waived(service_name, count(freeFrom ?? 0)) : service_name;
  const figure = `${CELL} ${FIGURE} ${NARROW.figure}`;
  return (
    <tr
      className={`border-t border-line ${waived ? "border-dashed text-brand-words" : ""} ${NARROW.row}`}
    >
      <th scope="row" className={`${CELL} ${NARROW.words}`}>
        <span className="block font-semibold" {...place(price, "service_name")}>
          {unbroken(name)}
        </span>
        {end && (
          <span className="block text-sm font-normal text-ink-2">{invoiceSheet.ends[end]}</span>
        )}
      </th>
      <td className={`${figure} ${NARROW.quantity}`}>{quantityText(charged_per, quantity)}</td>
      <td className={figure}>{money(rate)}</td>
      <td className={`${CELL} ${FIGURE} font-semibold ${NARROW.amount}`}>{money(amount)}</td>
    </tr>
  );
}
