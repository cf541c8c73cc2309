import { pagePath, publicPages } from "#app/content/index.ts";
import type { AnyDeclaration } from "#app/lib/data/declaration.ts";

/** Every public page; what holds for one is tested on all. */
export const sitePages = publicPages.map((page) => ({ page, path: pagePath(page) }));

/** The pages without a framework script. */
export const contentPages = sitePages.filter(({ page }) => page !== "contact");

/** An address that doesn't exist. */
export const missingPath = "/no-such-page";

/** Every address that visitors see, including the 404 page. */
export const visitorPaths = [...sitePages.map(({ path }) => path), missingPath];

/** The page where visitors see a list's items. */
export const publicPathOf = ({ shownOn }: AnyDeclaration): string =>
  pagePath(shownOn === "every page" ? "home" : (shownOn[0] ?? "home"));
