import type { ReactNode } from "react";
import {
  addressedAs,
  type Content,
  items,
  type Placed,
  place,
  type Settings,
} from "#app/content/index.ts";
import { isOpen, officeWeek } from "#app/lib/domain/business-hours.ts";
import { formatWebsite, phoneLink } from "#app/lib/domain/contact-links.ts";
import { postalLines } from "#app/lib/domain/postal-address.ts";
import { contactPoint } from "#app/lib/page/head/structured-data.ts";
import { useRootData } from "#app/lib/page/root-data.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { TextLink } from "#app/site-kit/button.tsx";
import { Island } from "#app/site-kit/island.tsx";
import { PostalAddress } from "#app/site-kit/sections/postal-address.tsx";
import { StructuredData } from "#app/site-kit/structured-data.tsx";
import { text } from "#app/site-kit/text.ts";
import { breakable, unbroken } from "#app/site-kit/unbroken.tsx";
import { knownZone } from "#contract/time/company-zone.ts";
import { OpenNow } from "./open-now.tsx";

/** How to reach the company without the form. */
export function ContactInfo({
  words,
  settings,
}: {
  words: Content<"contact">["contact_info"];
  settings: Settings;
}) {
  const { contact_email, contact_phone, website_url } = settings;
  const lines = [
    ["email_label", "contact_email", contact_email, `mailto:${contact_email}`],
    ["phone_label", "contact_phone", contact_phone, phoneLink(contact_phone)],
    ["website_label", "website_url", formatWebsite(website_url), website_url],
  ] as const;
  return (
    <Card id="contact_info" title={words.title} titleAt={place(words, "title")}>
      <dl className="mt-5 grid gap-4">
        {lines.map(
          ([label, setting, text, href]) =>
            text && (
              <div key={href}>
                <dt className="code text-ink-2" {...place(words, label)}>
                  {unbroken(words[label])}
                </dt>
                <dd>
                  <a
                    href={href}
                    className="inline-block py-1 font-semibold wrap-anywhere sm:text-lg lg:text-base xl:text-lg"
                    {...place(settings, setting)}
                  >
                    {breakable(text)}
                  </a>
                </dd>
              </div>
            ),
        )}
        {postalLines(settings).length > 0 && (
          <div>
            <dt className="code text-ink-2" {...text(words, "address_label")} />
            <dd className="py-1 font-semibold sm:text-lg lg:text-base xl:text-lg">
              <PostalAddress settings={settings} />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

/** Opening hours, and whether the office is open now. */
export function BusinessHours({ words }: { words: Content<"contact">["business_hours"] }) {
  const days = items(words, "day");
  const { time_zone, opening_hours } = useSettings();
  const zone = knownZone(time_zone);
  // Where staff have blanked all hours, the office isn't closed: nothing is known.
  const week = opening_hours || days.length > 0 ? officeWeek(opening_hours, days) : undefined;
  const { open_label, closed_label } = words;
  // A preview shows the current state; cached pages for visitors are the same at any hour.
  const preview = useRootData()?.preview;
  const sign = (
    <Island
      name="open-now"
      of={OpenNow}
      props={{
        week,
        zone,
        words: addressedAs({ open_label, closed_label }, words),
        atFirst: preview && week && isOpen(week, new Date(), zone),
      }}
      className="contents"
    />
  );
  return (
    <Card id="business_hours" title={words.title} titleAt={place(words, "title")} aside={sign}>
      {week && <StructuredData of={(siteUrl, settings) => contactPoint(settings, week, siteUrl)} />}
      <dl className="mt-5">
        {days.map((day) => (
          <div key={day.number} className="flex flex-wrap gap-x-3 border-t border-line py-2.5">
            <dt className="flex-[1_1_7.2rem]" {...text(day, "label")} />
            <dd className="flex-[1_1_9.6rem] pt-0.5 text-sm" {...text(day, "hours")} />
          </div>
        ))}
      </dl>
      {words.response_description && (
        <p
          className="border-t border-line pt-3 text-sm text-ink-2"
          {...text(words, "response_description")}
        />
      )}
    </Card>
  );
}

/** For visitors who would rather call, or compare first. */
export function ReadyToScale({ words }: { words: Content<"contact">["cta_section"] }) {
  return (
    <div
      id="cta_section"
      className="dark-section rounded-md p-6 min-[40rem]:col-span-2 sm:p-8 lg:col-span-1"
    >
      {words.card_title && <h2 className="text-2xl" {...text(words, "card_title")} />}
      {words.card_description && (
        <p className="mt-3 text-paper/85" {...text(words, "card_description")} />
      )}
      <div className="mt-6 flex flex-wrap gap-3 max-[30rem]:*:w-full">
        <TextLink href="#schedule" of={words} field="schedule_button" />
        <TextLink href="/pricing" look="plain" of={words} field="pricing_button" />
      </div>
    </div>
  );
}

interface CardProps {
  id: string;
  title: string;
  titleAt: Placed;
  aside?: ReactNode;
  children: ReactNode;
}

function Card({ id, title, titleAt, aside, children }: CardProps) {
  return (
    <div id={id} className="card p-6 sm:p-8 lg:p-6 xl:p-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {title && (
          <h2 className="text-xl" {...titleAt}>
            {unbroken(title)}
          </h2>
        )}
        {aside}
      </div>
      {children}
    </div>
  );
}
