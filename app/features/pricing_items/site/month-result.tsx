import { fixed } from "#app/content/index.ts";
import type { Estimate, FreeStorage } from "#app/lib/domain/prices/estimate.ts";
import { money, rangeText } from "#app/lib/domain/prices/money.ts";
import {
  freeStorageText,
  lineText,
  noPostageText,
  rateText,
} from "#app/lib/domain/prices/words.ts";
import { text } from "#app/site-kit/text.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import type { PricingRow } from "../queries.ts";

const { estimateForm } = fixed;

interface MonthResultProps {
  result: Estimate<PricingRow>;
  storage: FreeStorage | undefined;
  /** each has its line, shown or hidden by the script */
  counted: readonly PricingRow[];
  /** what some month doesn't include; also shown or hidden by the script */
  mayBeLeft: readonly PricingRow[];
  freeFrom: number | null;
}

/** A month's estimate: both totals, their lines, and what is not included. */
export function MonthResult({ result, storage, counted, mayBeLeft, freeFrom }: MonthResultProps) {
  const { lines, month, order } = result;
  const noPostage = noPostageText(result);
  return (
    <>
      <p role="status">
        <span className="font-display text-3xl/[1.02] font-bold tracking-[-0.03em]">
          <span data-sum="month">{rangeText(month)}</span> {estimateForm.aMonth}
        </span>
        <span className="mt-2 block text-lg text-ink-2">
          <span data-sum="order">{rangeText(order)}</span> {estimateForm.anOrder}
        </span>
        <span data-no-postage hidden={!noPostage} className="mt-2 block font-semibold">
          {noPostage}
        </span>
      </p>
      <p data-storage hidden={!storage} className="mt-3 font-semibold text-brand-words">
        {storage && freeStorageText(storage)}
      </p>
      <table className="tally mt-6 w-full text-left" aria-label={estimateForm.lines}>
        <thead className="code text-ink-2">
          <tr>
            <th scope="col">{estimateForm.service}</th>
            <th scope="col">{estimateForm.low}</th>
            <th scope="col">{estimateForm.high}</th>
          </tr>
        </thead>
        <tbody>
          {counted.map((price) => {
            const line = lines.find((one) => one.price === price);
            return (
              <tr key={price.id} hidden={!line} data-same={line?.low === line?.high || undefined}>
                <th scope="row">
                  <span className="block font-semibold" {...text(price, "service_name")} />
                  <span data-how className="block text-sm font-normal text-ink-2">
                    {line && lineText(line, freeFrom)}
                  </span>
                </th>
                <td>{line && money(line.low)}</td>
                <td>{line && money(line.high)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className="left-out mt-6">
        <h3 className="code text-ink-2">{estimateForm.notIncluded}</h3>
        <dl className="mt-2 space-y-1 text-sm">
          {mayBeLeft.map((price) => (
            <div
              key={price.id}
              data-left={counted.indexOf(price)}
              hidden={!result.notIncluded.includes(price)}
            >
              <dt className="inline font-semibold">{unbroken(price.service_name)}: </dt>
              <dd className="inline text-ink-2">{unbroken(rateText(price))}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
