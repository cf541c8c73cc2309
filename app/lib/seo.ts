import type { MetaDescriptor } from "react-router";
import { type MetaPage, mergeSettings, pageMeta } from "#app/content/index.ts";
import type { loader } from "#app/root.tsx";

interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  location: { pathname: string };
}

/** Everything a public page says of itself in its head; a route's `meta` is one call of this. */
export function pageHead(page: MetaPage, { matches, location }: MetaArgs): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData as
    | Awaited<ReturnType<typeof loader>>
    | undefined;
  const settings = root?.settings ?? mergeSettings();
  const { title, description } = pageMeta(page, settings);
  if (page === "not-found") return [{ title }, { name: "robots", content: "noindex" }];
  const url = `${root?.siteUrl ?? ""}${location.pathname}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: settings.company_name },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
  ];
}
