import { defaultPricingItems, mergeContent } from "#app/content/index.ts";
import { listActivePricingItems } from "#app/features/pricing_items/queries.ts";
import { FreeStorage, Included, WaysOn } from "#app/features/pricing_items/site/beside-rates.tsx";
import { PricingHero } from "#app/features/pricing_items/site/hero.tsx";
import { RateTable } from "#app/features/pricing_items/site/rate-table.tsx";
import { listPageContent } from "#app/features/site_content/queries.ts";
import { phoneLink } from "#app/lib/domain/contact-links.ts";
import { readOr } from "#app/lib/page/read.ts";
import { pageHead } from "#app/lib/page/seo.ts";
import { offerCatalog } from "#app/lib/page/structured-data.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { ButtonLink } from "#app/site-kit/button.tsx";
import { ClosingCall } from "#app/site-kit/closing-call.tsx";
import { DockPhone } from "#app/site-kit/illustrations/pricing/dock-phone.tsx";
import { PageStyle } from "#app/site-kit/page-style.tsx";
import { StructuredData } from "#app/site-kit/structured-data.tsx";
import css from "#app/styles/pages/pricing.css?inline";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/pricing";

const BUILT_IN = defaultPricingItems.map((item) => ({ ...item, id: item.service_name }));

export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const [rows, prices] = await Promise.all([
    readOr(
      server,
      "the pricing page's texts could not be read",
      listPageContent(server.supabase, "pricing"),
      [],
    ),
    readOr(server, "the prices could not be read", listActivePricingItems(server.supabase), []),
  ]);
  return {
    content: mergeContent("pricing", rows),
    prices: prices.length > 0 ? prices : BUILT_IN,
  };
}

export const meta: Route.MetaFunction = (args) => pageHead("pricing", args);

export default function Pricing({ loaderData: { content, prices } }: Route.ComponentProps) {
  const { hero, benefits, cta } = content;
  const { company_name, contact_phone } = useSettings();
  return (
    <>
      <StructuredData of={(siteUrl) => offerCatalog(prices, siteUrl)} />
      <PageStyle name="pricing" css={import.meta.env.SSR ? css : ""} />
      <PricingHero hero={hero} />
      <div className="overflow-x-clip">
        <section
          id="benefits"
          className="wrap grid content-start gap-x-10 gap-y-14 pb-20 print:block print:space-y-5 print:pb-5 lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:pb-32"
        >
          <RateTable prices={prices} company={company_name} />
          <FreeStorage benefits={benefits} />
          <Included benefits={benefits} />
          <WaysOn />
        </section>
      </div>
      <ClosingCall
        title={cta.title}
        description={cta.description}
        art={<DockPhone className="ml-auto w-full max-w-sm" />}
      >
        {contact_phone && cta.phone_button && (
          <ButtonLink href={phoneLink(contact_phone)}>
            {`${cta.phone_button} ${contact_phone}`}
          </ButtonLink>
        )}
        <ButtonLink href="/contact#schedule" look="plain">
          {cta.secondary_button}
        </ButtonLink>
      </ClosingCall>
    </>
  );
}
