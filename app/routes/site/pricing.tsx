import { place } from "#app/content/index.ts";
import enhance from "#app/enhance/estimate.ts?worker&url";
import { askedBy } from "#app/features/pricing_items/asked.ts";
import { priceList, ratesInShort } from "#app/features/pricing_items/price-list.ts";
import { Estimate, isEstimated } from "#app/features/pricing_items/site/estimate.tsx";
import { PricingHero } from "#app/features/pricing_items/site/hero.tsx";
import { SampleInvoice } from "#app/features/pricing_items/site/invoice.tsx";
import { FirstRates, MoreRates } from "#app/features/pricing_items/site/rate-table.tsx";
import { FreeStorage, Included, WaysOn } from "#app/features/pricing_items/site/rates-aside.tsx";
import { pageContent } from "#app/features/site_content/page-content.ts";
import { phoneLink } from "#app/lib/domain/contact-links.ts";
import { freeStorageFrom } from "#app/lib/domain/prices/estimate.ts";
import { MONTH_FIELDS } from "#app/lib/domain/prices/month.ts";
import { pageHead } from "#app/lib/page/head/seo.ts";
import { offerCatalog } from "#app/lib/page/head/structured-data.ts";
import { readPictureIfAny } from "#app/lib/page/picture.server.ts";
import type { RouteHandle } from "#app/lib/page/route-handle.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { ButtonLink, TextLink } from "#app/site-kit/button.tsx";
import { ClosingCall } from "#app/site-kit/closing-call.tsx";
import { PageStyle } from "#app/site-kit/page-style.tsx";
import { Photo } from "#app/site-kit/sections/photo.tsx";
import { StructuredData } from "#app/site-kit/structured-data.tsx";
import css from "#app/styles/pages/pricing.css?inline";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/pricing";

export const handle: RouteHandle = { query: MONTH_FIELDS };

export async function loader({ context, request }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const [content, prices] = await Promise.all([pageContent(server, "pricing"), priceList(server)]);
  const picture = await readPictureIfAny(server, content.photo.picture_url);
  return { content, picture, prices, asked: askedBy(request.url) };
}

/** On an error page there is no loader data, so the built-in description applies. */
export const meta = (args: Route.MetaArgs) =>
  pageHead("pricing", args, args.loaderData && ratesInShort(args.loaderData.prices));

export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { content, picture, prices, asked } = loaderData;
  const { hero, benefits, estimate, invoice, cta } = content;
  const settings = useSettings();
  const { company_name, contact_phone } = settings;
  const freeFrom = freeStorageFrom(settings);
  const estimated = isEstimated(estimate, prices);
  const column = estimated ? "lg:col-span-5 lg:col-start-1" : "lg:col-span-4 lg:col-start-9";
  return (
    <>
      <StructuredData of={(siteUrl) => offerCatalog(prices, siteUrl)} />
      <PageStyle name="pricing" css={import.meta.env.SSR ? css : ""} />
      <PricingHero hero={hero} estimated={estimated} />
      <div className="overflow-x-clip">
        <section
          id="benefits"
          className="wrap grid gap-x-10 gap-y-14 pb-20 print:flex print:flex-col print:gap-3 print:pb-0 lg:grid-cols-12 lg:grid-rows-[auto_auto_1fr] lg:pb-32"
        >
          <FirstRates prices={prices} company={company_name} estimated={estimated} />
          <Estimate
            words={estimate}
            prices={prices}
            freeFrom={freeFrom}
            asked={asked}
            company={company_name}
          />
          <FreeStorage benefits={benefits} column={column} />
          <MoreRates prices={prices} estimated={estimated} />
          <Included benefits={benefits} column={column} />
          <WaysOn />
        </section>
      </div>
      <SampleInvoice words={invoice} prices={prices} freeFrom={freeFrom} settings={settings} />
      <Photo photo={content.photo} picture={picture} />
      <script type="module" src={enhance} fetchPriority="low" />
      <ClosingCall of={cta}>
        {contact_phone && cta.phone_button && (
          <ButtonLink href={phoneLink(contact_phone)} {...place(cta, "phone_button")}>
            {`${cta.phone_button} ${contact_phone}`}
          </ButtonLink>
        )}
        <TextLink href="/contact#schedule" look="plain" of={cta} field="secondary_button" />
      </ClosingCall>
    </>
  );
}
