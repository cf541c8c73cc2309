import { type Content, fixed, place, type Settings } from "#app/content/index.ts";
import { sampleInvoice } from "#app/lib/domain/prices/invoice.ts";
import { monthText, rateText } from "#app/lib/domain/prices/words.ts";
import { Logo } from "#app/site-kit/logo.tsx";
import { PostalAddress } from "#app/site-kit/sections/postal-address.tsx";
import { text } from "#app/site-kit/text.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import { Mark } from "#app/ui/icons/mark.tsx";
import { exampleMonth } from "../asked.ts";
import type { PricingRow } from "../queries.ts";
import { Bill } from "./bill.tsx";

const { invoiceSheet } = fixed;

interface SampleInvoiceProps {
  words: Content<"pricing">["invoice"];
  prices: readonly PricingRow[];
  /** orders a month from which storage is free; null: never */
  freeFrom: number | null;
  settings: Settings;
}

/**
 * A sample invoice calculated from the rates above (rule V-22), so it can't contradict them.
 * Nothing if staff blanked its title, or no price has a number.
 */
export function SampleInvoice({ words, prices, freeFrom, settings }: SampleInvoiceProps) {
  const { lines, notIncluded, total } = sampleInvoice(prices, exampleMonth, freeFrom);
  if (!words.title || lines.length === 0) return null;
  const ranges = lines.some(({ end }) => end);
  return (
    <section
      id="invoice"
      className="overflow-x-clip pt-6 pb-20 lg:pt-8 lg:pb-28 print:break-before-page"
    >
      <div className="wrap grid gap-x-10 gap-y-10 lg:grid-cols-12 print:block">
        <div className="lg:sticky lg:top-32 lg:col-span-4 lg:self-start lg:pt-10">
          <h2 className="max-w-[9em] text-3xl" {...text(words, "title")} />
          <p
            className="mt-5 max-w-[26em] text-lg text-ink-2 print:my-2"
            {...text(words, "description")}
          />
        </div>
        <article
          aria-label={`${invoiceSheet.heading}, ${invoiceSheet.sample}`}
          className="invoice card card-torn wrap-anywhere lg:col-span-8"
        >
          <Letterhead settings={settings} />
          <dl className="grid gap-x-8 gap-y-4 border-y border-line-strong py-5 sm:grid-cols-[1fr_2fr]">
            <div>
              <dt className="code text-ink-2">{invoiceSheet.customer}</dt>
              <dd className="font-semibold" {...text(words, "customer_name")} />
            </div>
            <div>
              <dt className="code text-ink-2">{invoiceSheet.period}</dt>
              <dd className="font-semibold">{unbroken(monthText(exampleMonth))}</dd>
            </div>
          </dl>
          <Bill lines={lines} total={total} freeFrom={freeFrom} />
          <div className="mt-6 grid gap-2 text-sm text-ink-2">
            {ranges && <p>{invoiceSheet.shares}</p>}
            {notIncluded.length > 0 && (
              <p>
                {invoiceSheet.notIncluded}:{" "}
                {unbroken(
                  notIncluded
                    .map((price) => `${price.service_name} (${rateText(price)})`)
                    .join(", "),
                )}
                .
              </p>
            )}
            <p {...text(words, "note")} />
          </div>
        </article>
      </div>
    </section>
  );
}

/** The sender's details, and the stamp that says what it is. */
function Letterhead({ settings }: { settings: Settings }) {
  const { company_name, contact_email, contact_phone } = settings;
  return (
    <div className="flex flex-wrap justify-between gap-x-8 gap-y-6 pb-6">
      <div className="flex flex-wrap gap-3">
        <Logo otherwise={<Mark className="size-8 flex-none" />} className="flex-none" />
        <address className="text-sm text-ink-2 not-italic">
          <span className="block font-semibold text-ink" {...place(settings, "company_name")}>
            {company_name}
          </span>
          <PostalAddress settings={settings} />
          {contact_email && (
            <span className="block" {...place(settings, "contact_email")}>
              {contact_email}
            </span>
          )}
          {contact_phone && <span className="block" {...text(settings, "contact_phone")} />}
        </address>
      </div>
      <h3 className="text-3xl">
        {invoiceSheet.heading} <span className="sample-stamp">{invoiceSheet.sample}</span>
      </h3>
    </div>
  );
}
