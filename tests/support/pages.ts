import { pagePath, publicPages } from "#app/content/index.ts";
import type { AnyDeclaration } from "#app/lib/data/declaration.ts";

/** Every public page a visitor can reach; what holds for one is tested on all. */
export const sitePages = publicPages.map((page) => ({ page, path: pagePath(page) }));

/** The pages that carry no framework script. */
export const contentPages = sitePages.filter(({ page }) => page !== "contact");

/** One more address, which nothing answers to. */
export const missingPath = "/no-such-page";

/** Addresses of all that visitors see, the 404 page included. */
export const visitorPaths = [...sitePages.map(({ path }) => path), missingPath];

/** Where visitors find the items of a list. */
export const publicPathOf = ({ shownOn }: AnyDeclaration): string =>
  pagePath(shownOn === "every page" ? "home" : (shownOn[0] ?? "home"));
