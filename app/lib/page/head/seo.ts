import type { MetaDescriptor } from "react-router";
import {
  type MetaPage,
  mergeSettings,
  type PublicPage,
  pageMeta,
  pageName,
  pagePath,
  type Settings,
} from "#app/content/index.ts";
import type { RootData } from "../root-data.ts";
import { shareAddress } from "./share-images.ts";
import { breadcrumb, graph, organization, webSite } from "./structured-data.ts";

interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

/**
 * All metadata in a public page's head; a route's `meta` is a single call of this.
 * @param own a description from the page's content, replacing the built-in one
 */
export function pageHead(page: MetaPage, { matches }: MetaArgs, own?: string): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
  const settings = root?.settings ?? mergeSettings();
  const siteUrl = root?.siteUrl ?? "";
  const { title, description: usual } = pageMeta(page, settings);
  const description = own ?? usual;
  if (page === "not-found") return [{ title }, { name: "robots", content: "noindex" }];
  const url = siteUrl + pagePath(page);
  return [
    { title },
    { name: "description", content: description },
    ...(page === "home" ? [{ name: "keywords", content: settings.site_keywords.trim() }] : []),
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:locale", content: "en_US" },
    { property: "og:site_name", content: settings.company_name.trim() },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    ...shareImage(page, title, settings, siteUrl, headlineOf(matches)),
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    {
      "script:ld+json": graph(
        organization(settings, siteUrl),
        webSite(settings, siteUrl),
        ...(page === "home" ? [] : [breadcrumb(pagePath(page), siteUrl)]),
      ),
    },
  ].filter((tag) => !("content" in tag && tag.content === ""));
}

/** The settings' share image, else the one that the server draws of this page (1200 x 630). */
function shareImage(
  page: PublicPage,
  title: string,
  settings: Settings,
  siteUrl: string,
  headline: string,
): MetaDescriptor[] {
  const own = settings.og_image_url;
  const src = absolute(own || shareAddress(page, settings, headline), siteUrl);
  const alt = own ? pageName("home", settings) : title;
  return [
    { property: "og:image", content: src },
    { property: "og:image:alt", content: alt },
    ...(own
      ? []
      : [
          { property: "og:image:type", content: "image/png" },
          { property: "og:image:width", content: "1200" },
          { property: "og:image:height", content: "630" },
        ]),
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:image", content: src },
    { name: "twitter:image:alt", content: alt },
  ];
}

/** The page's headline from its content; "" for one whose headline is not editable. */
function headlineOf(matches: MetaArgs["matches"]): string {
  const data = matches.at(-1)?.loaderData as
    | { content?: { hero?: { title?: string } } }
    | undefined;
  return data?.content?.hero?.title ?? "";
}

/** Clients that read these tags can't resolve relative paths. */
const absolute = (href: string, siteUrl: string) => (href.startsWith("/") ? siteUrl + href : href);
