import { addressedRows, place } from "#app/content/index.ts";
import { pageContent } from "#app/features/site_content/page-content.ts";
import { featured, further, listActiveTestimonials } from "#app/features/testimonials/queries.ts";
import { Testimonial } from "#app/features/testimonials/site/testimonial.tsx";
import { pageHead } from "#app/lib/page/head/seo.ts";
import { readOr } from "#app/lib/page/read.ts";
import { ButtonLink } from "#app/site-kit/button.tsx";
import { ClosingCall } from "#app/site-kit/closing-call.tsx";
import { RollDoor } from "#app/site-kit/illustrations/home.tsx";
import { PageStyle } from "#app/site-kit/page-style.tsx";
import { About, Dispatch, Features, HomeHero } from "#app/site-kit/sections/home.tsx";
import css from "#app/styles/pages/home.css?inline";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/home";

export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const [content, testimonials] = await Promise.all([
    pageContent(server, "home"),
    readOr(server, "the testimonials could not be read", listActiveTestimonials(server), []),
  ]);
  if (server.preview) addressedRows("testimonials", testimonials);
  return {
    content,
    voice: featured(testimonials) ?? content.testimonial,
    others: further(testimonials),
  };
}

export const meta: Route.MetaFunction = (args) => pageHead("home", args);

export default function Home({ loaderData: { content, voice, others } }: Route.ComponentProps) {
  const { hero, dispatch, features, about, testimonial, cta } = content;
  return (
    <>
      <PageStyle name="home" css={import.meta.env.SSR ? css : ""} />
      <HomeHero hero={hero} />
      <Dispatch dispatch={dispatch} />
      <Features features={features} />
      <About about={about} />
      <Testimonial section={testimonial} voice={voice} others={others} />
      <ClosingCall
        title={cta.title}
        description={cta.description}
        titleAt={place(cta, "title")}
        descriptionAt={place(cta, "description")}
        art={<RollDoor className="ml-auto w-full max-w-md" />}
      >
        <ButtonLink href="/contact" {...place(cta, "button")}>
          {cta.button}
        </ButtonLink>
      </ClosingCall>
    </>
  );
}
