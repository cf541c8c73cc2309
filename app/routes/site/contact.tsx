import { data } from "react-router";
import { addressedAs, type ContactField } from "#app/content/index.ts";
import enhance from "#app/enhance/contact.ts?worker&url";
import type { ContactEntries } from "#app/features/contact_submissions/entries.ts";
import { readFields, volumeOf } from "#app/features/contact_submissions/fields.ts";
import { Calendar } from "#app/features/contact_submissions/site/calendar.tsx";
import {
  BusinessHours,
  ContactInfo,
  ReadyToScale,
} from "#app/features/contact_submissions/site/cards.tsx";
import { ContactForm } from "#app/features/contact_submissions/site/form.tsx";
import islands from "#app/features/contact_submissions/site/islands.ts?worker&url";
import { takePostedForm } from "#app/features/contact_submissions/site/posted-form.server.ts";
import { askedBy } from "#app/features/pricing_items/asked.ts";
import { priceList } from "#app/features/pricing_items/price-list.ts";
import { pageContent } from "#app/features/site_content/page-content.ts";
import { siteSettings } from "#app/features/site_settings/site/settings.ts";
import { estimate, freeStorageFrom, leadEstimate } from "#app/lib/domain/prices/estimate.ts";
import { MONTH_FIELDS } from "#app/lib/domain/prices/month.ts";
import { estimateMessage } from "#app/lib/domain/prices/words.ts";
import { schedulingUrl } from "#app/lib/domain/scheduling.ts";
import { pageHead } from "#app/lib/page/head/seo.ts";
import { readPictureIfAny } from "#app/lib/page/picture.server.ts";
import type { RouteHandle } from "#app/lib/page/route-handle.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { TextLink } from "#app/site-kit/button.tsx";
import { ClosingCall } from "#app/site-kit/closing-call.tsx";
import { Headline } from "#app/site-kit/headline.tsx";
import { RouteMap } from "#app/site-kit/illustrations/contact.tsx";
import { Island } from "#app/site-kit/island.tsx";
import { PageStyle } from "#app/site-kit/page-style.tsx";
import { Photo } from "#app/site-kit/sections/photo.tsx";
import { text } from "#app/site-kit/text.ts";
import css from "#app/styles/pages/contact.css?inline";
import { CACHE } from "#contract/cache-policy.ts";
import { type ServerContext, serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/contact";

const DAY_MS = 86_400_000;

export const handle: RouteHandle = { query: MONTH_FIELDS };

export async function loader({ context, request }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const content = await pageContent(server, "contact");
  const { fields_config, ...words } = content.contact_form;
  const contact_form = addressedAs(words, content.contact_form);
  const { fields, problem } = readFields(fields_config);
  if (problem) server.log("warn", { problem }, "fields_config is invalid; using the built-in form");
  const calendar = schedulingUrl(content.onboarding_call.calendly_url);
  if (calendar) {
    server.allow("frame-src", calendar.origin);
    server.allow("connect-src", calendar.origin);
  }
  const openedAt = Date.now();
  // Message ids depend on the day the form was opened, so the cached page expires with it.
  server.renewAt(endOfDay(openedAt));
  return {
    content: { ...content, contact_form },
    fields,
    picture: await readPictureIfAny(server, content.photo.picture_url),
    calendar: calendar?.href ?? null,
    openedAt,
    suggested: await askedEstimate(server, request.url, fields),
  };
}

/** The end of a day in UTC. @param at epoch milliseconds */
const endOfDay = (at: number) => new Date((Math.floor(at / DAY_MS) + 1) * DAY_MS);

/** A form posted without JavaScript; the response is only for its sender. */
export async function action({ request, context }: Route.ActionArgs) {
  const server = context.get(serverContext);
  const { contact_form } = await pageContent(server, "contact");
  const { fields } = readFields(contact_form.fields_config);
  const form = await request.formData().catch(() => new FormData());
  const page = request.headers.get("referer");
  const { status, posted } = await takePostedForm(server, fields, form, Date.now(), page);
  return data(posted, { status, headers: { "cache-control": CACHE.none } });
}

export const headers: Route.HeadersFunction = ({ actionHeaders, parentHeaders }) => {
  const all = new Headers(parentHeaders);
  for (const [name, value] of actionHeaders) all.set(name, value);
  return all;
};

export const meta: Route.MetaFunction = (args) => pageHead("contact", args);

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { content, fields, picture, calendar, openedAt, suggested } = loaderData;
  const { hero, onboarding_call, cta_section } = content;
  const settings = useSettings();
  const { contact_phone, contact_email } = settings;
  return (
    <>
      <PageStyle name="contact" css={import.meta.env.SSR ? css : ""} />
      <div className="overflow-x-clip">
        <section id="hero" className="wrap grid gap-x-8 lg:grid-cols-12">
          <div className="pt-12 pb-10 lg:col-span-7 lg:pt-24 lg:pb-16">
            <Headline
              page="contact"
              of={hero}
              className="max-w-[8em] text-5xl tracking-[-0.04em]"
            />
            <p className="mt-7 max-w-[27em] text-lg text-ink-2" {...text(hero, "subtitle")} />
          </div>
          <RouteMap className="hidden h-full w-[calc(100%+var(--bleed))] lg:col-span-5 lg:block" />
        </section>
        <section className="wrap grid gap-x-8 gap-y-10 pb-20 lg:mt-8 lg:grid-cols-12 lg:pb-28">
          <div className="lg:col-span-7">
            <Island
              name="form"
              of={ContactForm}
              className="h-full"
              props={{
                words: content.contact_form,
                fields,
                posted: actionData,
                suggested,
                calendar: calendar !== null,
                openedAt: actionData?.openedAt ?? openedAt,
                company: settings.company_name,
                privacy: settings.privacy_text.trim() !== "",
              }}
            />
          </div>
          <div className="grid gap-8 min-[40rem]:grid-cols-2 lg:col-span-5 lg:grid-cols-1">
            <ContactInfo words={content.contact_info} settings={settings} />
            <BusinessHours words={content.business_hours} />
            <ReadyToScale words={cta_section} />
          </div>
        </section>
      </div>
      <section id="schedule" className="bg-paper-2 py-14 sm:py-20 lg:py-28">
        <div id="onboarding_call" className="wrap grid gap-x-10 gap-y-8 lg:grid-cols-12">
          <div className="lg:col-span-4">
            {onboarding_call.title && (
              <h2
                className="text-4xl lg:text-3xl lg:max-xl:text-2xl"
                {...text(onboarding_call, "title")}
              />
            )}
            <p
              className="mt-6 max-w-[22em] text-lg text-ink-2"
              {...text(onboarding_call, "description")}
            />
          </div>
          <div className="lg:col-span-8">
            <Island
              name="calendar"
              of={Calendar}
              props={{
                page: calendar,
                words: onboarding_call,
                settings: { contact_phone, contact_email },
                afterClick: settings.calendar_on_click === "true",
              }}
            />
          </div>
        </div>
      </section>
      <Photo photo={content.photo} picture={picture} />
      <script type="module" src={enhance} data-islands={islands} fetchPriority="low" />
      <ClosingCall of={cta_section} title="banner_title" description="banner_description">
        <TextLink href="#schedule" of={cta_section} field="schedule_button" />
        <TextLink href="/pricing" look="plain" of={cta_section} field="pricing_button" />
      </ClosingCall>
    </>
  );
}

/**
 * Initial values for a visitor who comes from an estimate. The figures in the URL are recalculated,
 * so a crafted link can't show other totals. Null without figures, or with invalid ones.
 */
async function askedEstimate(
  server: ServerContext,
  url: string,
  fields: readonly ContactField[],
): Promise<ContactEntries | null> {
  const month = askedBy(url)?.month;
  if (!month) return null;
  const [prices, settings] = await Promise.all([priceList(server), siteSettings(server)]);
  const freeFrom = freeStorageFrom(settings);
  const result = estimate(prices, month, freeFrom);
  return {
    name: "",
    email: "",
    business_name: "",
    platforms: [],
    monthly_volume: volumeOf(month.orders, fields),
    message: estimateMessage(result, month, freeFrom),
    estimate: JSON.stringify(leadEstimate(month, result.month)),
  };
}
