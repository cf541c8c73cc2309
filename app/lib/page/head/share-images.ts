import { type PublicPage, publicPages, type Settings } from "#app/content/index.ts";
import { versionOf } from "./icons.ts";

/** The path of a page's share image. */
export const sharePath = (page: PublicPage) => `/og/${page}.png`;

export const sharePaths: ReadonlyMap<string, PublicPage> = new Map(
  publicPages.map((page) => [sharePath(page), page]),
);

/** A share image's address, which changes with what the image shows. @param title the page's headline */
export const shareAddress = (page: PublicPage, settings: Settings, title: string) =>
  `${sharePath(page)}?v=${versionOf(settings, title)}`;
