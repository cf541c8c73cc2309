import { RollDoor } from "#app/components/icons/illustrations/roll-door.tsx";
import { ButtonLink } from "#app/components/site/button.tsx";
import { ClosingCall } from "#app/components/site/closing-call.tsx";
import { About } from "#app/components/site/home/about.tsx";
import { Features } from "#app/components/site/home/features.tsx";
import { HomeHero } from "#app/components/site/home/hero.tsx";
import { Testimonial } from "#app/components/site/home/testimonial.tsx";
import { PageStyle } from "#app/components/site/page-style.tsx";
import { pageContent } from "#app/features/site_content/page-content.ts";
import { featured, listActiveTestimonials } from "#app/features/testimonials/queries.ts";
import { readOr } from "#app/lib/read.ts";
import { pageHead } from "#app/lib/seo.ts";
import { serverContext } from "#app/lib/server-context.ts";
import css from "#app/styles/pages/home.css?inline";
import type { Route } from "./+types/home";

export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const [content, testimonials] = await Promise.all([
    pageContent(server, "home"),
    readOr(
      server,
      "the testimonials could not be read",
      listActiveTestimonials(server.supabase),
      [],
    ),
  ]);
  return { content, voice: featured(testimonials) ?? content.testimonial };
}

export const meta: Route.MetaFunction = (args) => pageHead("home", args);

export default function Home({ loaderData: { content, voice } }: Route.ComponentProps) {
  const { hero, features, about, testimonial, cta } = content;
  return (
    <>
      <PageStyle name="home" css={import.meta.env.SSR ? css : ""} />
      <HomeHero hero={hero} />
      <Features features={features} />
      <About about={about} />
      <Testimonial section={testimonial} voice={voice} />
      <ClosingCall
        title={cta.title}
        description={cta.description}
        art={<RollDoor className="ml-auto w-full max-w-md" />}
      >
        <ButtonLink href="/contact">{cta.button}</ButtonLink>
      </ClosingCall>
    </>
  );
}
