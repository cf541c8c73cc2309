import { data } from "react-router";
import { fixed } from "#app/content/index.ts";
import { pageContent } from "#app/features/site_content/page-content.ts";
import { siteSettings } from "#app/features/site_settings/site/settings.ts";
import { storedInBrowser } from "#app/features/site_settings/site/stored.ts";
import { pageHead } from "#app/lib/page/head/seo.ts";
import type { RootData } from "#app/lib/page/root-data.ts";
import { PageStyle } from "#app/site-kit/page-style.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import css from "#app/styles/pages/privacy.css?inline";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/privacy";
import NotFound from "./not-found.tsx";

const { privacyPage } = fixed;

/** The text that staff wrote, and what browsers store; without a text, the page doesn't exist. */
export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const settings = await siteSettings(server);
  const text = settings.privacy_text.trim();
  if (!text) return data({ text, stored: [] }, { status: 404 });
  const { onboarding_call } = await pageContent(server, "contact");
  return data({ text, stored: storedInBrowser(settings, onboarding_call.calendly_url) });
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.text) return pageHead("not-found", args);
  const root = args.matches.find((match) => match?.id === "root")?.loaderData as RootData;
  const company = root.settings.company_name.trim();
  const { title, description } = privacyPage;
  return [
    { title: company ? `${title} | ${company}` : title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: `${root.siteUrl}/privacy` },
  ];
}

/** Headings and the blocks between blank lines. Staff don't always leave one after a heading. */
const blocksOf = (text: string) =>
  text
    .replace(/^#+\s.*$/gm, "\n\n$&\n\n")
    .split(/\n\s*\n/)
    .filter((block) => block.trim());

/** A block that starts with "# " is a heading. */
export default function Privacy({ loaderData }: Route.ComponentProps) {
  if (!loaderData.text) return <NotFound />;
  return (
    <>
      <PageStyle name="privacy" css={import.meta.env.SSR ? css : ""} />
      <section className="wrap pt-12 pb-20 lg:pt-20 lg:pb-32">
        <h1 className="text-4xl tracking-[-0.04em]">{privacyPage.title}</h1>
        <div className="mt-8 grid max-w-[42em] gap-4">
          {blocksOf(loaderData.text).map((block, index) => {
            const heading = /^#+\s+(.+)$/.exec(block.trim());
            const key = `${index} ${block}`;
            return heading?.[1] ? (
              <h2 key={key} className="mt-6 text-2xl">
                {unbroken(heading[1])}
              </h2>
            ) : (
              <p key={key} className="whitespace-pre-line text-ink-2">
                {block.trim()}
              </p>
            );
          })}
          <h2 className="mt-6 text-2xl">{privacyPage.stored}</h2>
          <ul className="grid gap-4 text-ink-2">
            {loaderData.stored.map(({ who, what }) => (
              <li key={what}>
                <strong className="font-semibold text-ink">{who}</strong>: {what}
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}
