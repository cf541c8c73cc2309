import { ButtonLink } from "#app/components/site/button.tsx";
import { mergeContent } from "#app/content/index.ts";
import { listPageContent } from "#app/features/site_content/queries.ts";
import { readOr } from "#app/lib/read.ts";
import { pageHead } from "#app/lib/seo.ts";
import { serverContext } from "#app/lib/server-context.ts";
import type { Route } from "./+types/home";

export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const rows = await readOr(
    server,
    "the home page's texts could not be read",
    listPageContent(server.supabase, "home"),
    [],
  );
  return { content: mergeContent("home", rows) };
}

export const meta: Route.MetaFunction = (args) => pageHead("home", args);

export default function Home({ loaderData: { content } }: Route.ComponentProps) {
  const { hero } = content;
  return (
    <section className="wrap py-16">
      <h1 className="text-5xl">{hero.title}</h1>
      <p className="mt-6 max-w-[48ch] text-lg text-ink-2">{hero.subtitle}</p>
      <div className="mt-8 flex flex-wrap gap-4">
        <ButtonLink href="/contact">{hero.primary_button}</ButtonLink>
        <ButtonLink href="/pricing" look="plain">
          {hero.secondary_button}
        </ButtonLink>
      </div>
    </section>
  );
}
