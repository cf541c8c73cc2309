import { pageContent } from "#app/features/site_content/page-content.ts";
import { pageHead } from "#app/lib/page/head/seo.ts";
import { readPictureIfAny } from "#app/lib/page/picture.server.ts";
import { TextLink } from "#app/site-kit/button.tsx";
import { ClosingCall } from "#app/site-kit/closing-call.tsx";
import { Headline } from "#app/site-kit/headline.tsx";
import { SeaChart, Wishes } from "#app/site-kit/illustrations/sourcing.tsx";
import { PageStyle } from "#app/site-kit/page-style.tsx";
import { Photo } from "#app/site-kit/sections/photo.tsx";
import {
  Benefits,
  SourcingProcess,
  SourcingServices,
  Terms,
} from "#app/site-kit/sections/sourcing.tsx";
import { text } from "#app/site-kit/text.ts";
import css from "#app/styles/pages/sourcing.css?inline";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/sourcing";

export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const content = await pageContent(server, "sourcing");
  return { content, picture: await readPictureIfAny(server, content.photo.picture_url) };
}

export const meta: Route.MetaFunction = (args) => pageHead("sourcing", args);

export default function Sourcing({ loaderData: { content, picture } }: Route.ComponentProps) {
  const { hero, benefits, services, process, pricing, faqs, cta } = content;
  return (
    <>
      <PageStyle name="sourcing" css={import.meta.env.SSR ? css : ""} />
      <section id="hero" className="dark-section relative">
        <div className="wrap">
          <div className="py-14 lg:w-[52%] lg:py-32">
            <Headline
              page="sourcing"
              of={hero}
              className="text-5xl tracking-[-0.04em] lg:max-[86rem]:text-4xl"
            />
            <p className="mt-7 max-w-[28em] text-lg text-paper/85" {...text(hero, "subtitle")} />
            <TextLink href="/contact" className="mt-10" of={hero} field="button" />
          </div>
        </div>
        <SeaChart className="aspect-5/4 w-full border-t border-brand sm:aspect-16/9 lg:absolute lg:inset-y-0 lg:right-0 lg:aspect-auto lg:h-full lg:w-[45%] lg:border-t-0 lg:border-l" />
      </section>
      <Benefits benefits={benefits} />
      <SourcingServices services={services} />
      <Photo photo={content.photo} picture={picture} />
      <SourcingProcess process={process} />
      <Terms pricing={pricing} faqs={faqs} />
      <ClosingCall of={cta} art={<Wishes className="ml-auto w-full max-w-md" />}>
        <TextLink href="/contact" of={cta} field="button" />
      </ClosingCall>
    </>
  );
}
