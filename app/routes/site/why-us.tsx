import { pageContent } from "#app/features/site_content/page-content.ts";
import { teamPeople } from "#app/features/team_members/people.server.ts";
import { People } from "#app/features/team_members/site/people.tsx";
import { pageHead } from "#app/lib/page/head/seo.ts";
import { readPictureIfAny } from "#app/lib/page/picture.server.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { TextLink } from "#app/site-kit/button.tsx";
import { ClosingCall } from "#app/site-kit/closing-call.tsx";
import { Headline } from "#app/site-kit/headline.tsx";
import { FilmSet, Stamping } from "#app/site-kit/illustrations/why-us.tsx";
import { PageStyle } from "#app/site-kit/page-style.tsx";
import { Comparison, Terms } from "#app/site-kit/sections/agreement.tsx";
import { CaseStudy } from "#app/site-kit/sections/case-study.tsx";
import { Photo } from "#app/site-kit/sections/photo.tsx";
import { Guarantee, isGuaranteed, Reasons, Stats, Trust } from "#app/site-kit/sections/why-us.tsx";
import { text } from "#app/site-kit/text.ts";
import css from "#app/styles/pages/why-us.css?inline";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/why-us";

export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const [content, people] = await Promise.all([pageContent(server, "why-us"), teamPeople(server)]);
  const [portrait, picture] = await Promise.all([
    readPictureIfAny(server, content.case_study.portrait_url),
    readPictureIfAny(server, content.photo.picture_url),
  ]);
  return { content, people, portrait, picture };
}

export const meta: Route.MetaFunction = (args) => pageHead("why-us", args);

export default function WhyUs({ loaderData }: Route.ComponentProps) {
  const { content, people, portrait, picture } = loaderData;
  const { hero, reasons, stats, guarantee, trust, cta } = content;
  const settings = useSettings();
  return (
    <>
      <PageStyle name="why-us" css={import.meta.env.SSR ? css : ""} />
      <section id="hero" className="overflow-hidden bg-brand-soft">
        <div className="wrap grid gap-x-8 lg:min-h-[40rem] lg:grid-cols-12">
          <div className="pt-14 lg:col-span-7 lg:self-center lg:py-24">
            <Headline page="why-us" of={hero} className="text-5xl tracking-[-0.04em]" />
            <p className="mt-7 max-w-[28em] text-lg text-ink-2" {...text(hero, "subtitle")} />
            <TextLink href="/contact" className="mt-10" of={cta} field="button" />
          </div>
          <Stamping className="mx-auto w-full max-w-lg self-end max-lg:mt-10 lg:col-span-5 lg:-ml-8 lg:w-[calc(100%+2rem+var(--bleed)*0.6)] lg:max-w-none" />
        </div>
      </section>
      <Reasons reasons={reasons} />
      <Stats stats={stats} isAnsweredFor={isGuaranteed(guarantee)} />
      <Guarantee guarantee={guarantee} company={settings.company_name} />
      <Terms terms={content.terms} />
      <Comparison comparison={content.comparison} />
      <CaseStudy study={content.case_study} portrait={portrait} />
      <Trust trust={trust} />
      <Photo photo={content.photo} picture={picture} />
      <People words={content.people} people={people} settings={settings} />
      <ClosingCall of={cta} art={<FilmSet className="ml-auto w-full max-w-md" />} look="soft">
        <TextLink href="/contact" of={cta} field="button" />
      </ClosingCall>
    </>
  );
}
