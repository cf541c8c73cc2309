import { data } from "react-router";
import { ButtonLink } from "#app/components/site/button.tsx";
import { fixed } from "#app/content/index.ts";
import { pageHead } from "#app/lib/seo.ts";
import { serverContext } from "#app/lib/server-context.ts";
import type { Route } from "./+types/not-found";

const { notFound } = fixed;

export function loader({ context, request }: Route.LoaderArgs) {
  context
    .get(serverContext)
    .log("warn", { path: new URL(request.url).pathname }, "a page was not found");
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = (args) => pageHead("not-found", args);

export default function NotFound() {
  return (
    <section className="wrap py-16" data-missing-page>
      <p className="font-display text-6xl font-bold">{notFound.code}</p>
      <h1 className="text-4xl">{notFound.title}</h1>
      <p className="mt-6 max-w-[36ch] text-lg text-ink-2">{notFound.message}</p>
      <div className="mt-8 flex flex-wrap gap-4">
        <ButtonLink href="/">{notFound.home}</ButtonLink>
        <button type="button" className="ticket ticket-plain" data-go-back hidden>
          <span>{notFound.back}</span>
        </button>
      </div>
    </section>
  );
}
