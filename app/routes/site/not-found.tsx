import { data } from "react-router";
import { fixed } from "#app/content/index.ts";
import { redirectOf } from "#app/features/redirects/site/redirect.server.ts";
import { pageHead } from "#app/lib/page/head/seo.ts";
import { ButtonLink } from "#app/site-kit/button.tsx";
import { WrongTurn } from "#app/site-kit/illustrations/not-found.tsx";
import { PageStyle } from "#app/site-kit/page-style.tsx";
import css from "#app/styles/pages/not-found.css?inline";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/not-found";

const { notFound } = fixed;

export async function loader({ context, request }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const redirect = await redirectOf(server, request);
  if (redirect) throw redirect;
  server.log("info", { path: new URL(request.url).pathname }, "a page was not found");
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = (args) => pageHead("not-found", args);

export default function NotFound() {
  return (
    <>
      <PageStyle name="not-found" css={import.meta.env.SSR ? css : ""} />
      <section
        className="wrap grid items-center gap-x-8 gap-y-10 py-14 lg:min-h-[40rem] lg:grid-cols-12"
        data-missing-page
      >
        <div className="lg:col-span-6">
          <p className="font-display text-6xl/none font-bold tracking-[-0.05em]">{notFound.code}</p>
          <span className="stripes mt-5 block h-3 w-40 text-ink" />
          <h1 className="mt-8 text-4xl">{notFound.title}</h1>
          <p className="mt-5 max-w-[21em] text-lg text-ink-2">{notFound.message}</p>
          <div className="mt-9 flex flex-wrap gap-4">
            <ButtonLink href="/">{notFound.home}</ButtonLink>
            <button type="button" className="button button-plain" data-go-back hidden>
              <span>{notFound.back}</span>
            </button>
          </div>
        </div>
        <WrongTurn className="w-full lg:col-span-6" />
      </section>
    </>
  );
}
