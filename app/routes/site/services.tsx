import { defaultServices } from "#app/content/defaults/services.ts";
import { addressedRows } from "#app/content/index.ts";
import { listServices } from "#app/features/services/queries.ts";
import { Onboarding } from "#app/features/services/site/onboarding.tsx";
import { Process } from "#app/features/services/site/process.tsx";
import { ServiceList } from "#app/features/services/site/service-list.tsx";
import { pageContent } from "#app/features/site_content/page-content.ts";
import { readInWords } from "#app/lib/page/head/prices-in-words.ts";
import { pageHead } from "#app/lib/page/head/seo.ts";
import { serviceList } from "#app/lib/page/head/structured-data.ts";
import { readPictureIfAny } from "#app/lib/page/picture.server.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { TextLink } from "#app/site-kit/button.tsx";
import { ClosingCall } from "#app/site-kit/closing-call.tsx";
import { Headline } from "#app/site-kit/headline.tsx";
import { Doorstep, FloorPlan } from "#app/site-kit/illustrations/services.tsx";
import { PageStyle } from "#app/site-kit/page-style.tsx";
import { Photo } from "#app/site-kit/sections/photo.tsx";
import { Limits, Shipping } from "#app/site-kit/sections/shipping.tsx";
import { StructuredData } from "#app/site-kit/structured-data.tsx";
import { text } from "#app/site-kit/text.ts";
import css from "#app/styles/pages/services.css?inline";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/services";

export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const [content, stored] = await Promise.all([
    pageContent(server, "services"),
    readInWords(server, "the services could not be read", listServices),
  ]);
  if (server.preview) addressedRows("services", stored);
  const picture = await readPictureIfAny(server, content.photo.picture_url);
  return { content, picture, services: stored.length > 0 ? stored : defaultServices };
}

export const meta: Route.MetaFunction = (args) => pageHead("services", args);

export default function Services({ loaderData }: Route.ComponentProps) {
  const { content, services, picture } = loaderData;
  const { hero, process, onboarding, shipping, limits, cta } = content;
  const settings = useSettings();
  return (
    <>
      <StructuredData of={(siteUrl) => serviceList(services, siteUrl)} />
      <PageStyle name="services" css={import.meta.env.SSR ? css : ""} />
      <section id="hero" className="overflow-hidden border-b border-line">
        <div className="wrap grid gap-x-8 gap-y-6 pt-14 pb-12 lg:grid-cols-12 lg:items-end lg:pt-24 lg:pb-16">
          <Headline
            page="services"
            of={hero}
            className="text-5xl tracking-[-0.045em] lg:col-span-8"
          />
          <div className="lg:col-span-4 lg:pb-2">
            <p className="max-w-[23em] text-lg text-ink-2" {...text(hero, "subtitle")} />
            <TextLink href="/contact" className="mt-8" of={cta} field="primary_button" />
          </div>
        </div>
        <FloorPlan />
      </section>
      <ServiceList section={content.services} services={services} />
      <Photo photo={content.photo} picture={picture} />
      <Process process={process} />
      <Onboarding onboarding={onboarding} />
      <Shipping shipping={shipping} settings={settings} />
      <Limits limits={limits} />
      <ClosingCall of={cta} art={<Doorstep className="ml-auto w-full max-w-sm" />} look="soft">
        <TextLink href="/contact" of={cta} field="primary_button" />
        <TextLink href="/pricing" look="plain" of={cta} field="secondary_button" />
      </ClosingCall>
    </>
  );
}
