import { checkHeadings, checkImages, checkLinkTexts, checkWeight } from "./body-checks.ts";
import { checkData } from "./data-checks.ts";
import type { PageFacts, SiteFacts } from "./facts.ts";
import { type Finding, merged } from "./finding.ts";
import {
  checkAddress,
  checkDescription,
  checkShareImage,
  checkTitle,
  checkUnique,
} from "./head-checks.ts";
import { checkOwnLinks } from "./link-checks.ts";

const CHECKS: readonly ((page: PageFacts, site: SiteFacts) => Finding[])[] = [
  checkTitle,
  checkDescription,
  checkAddress,
  checkShareImage,
  checkData,
  checkHeadings,
  checkImages,
  checkLinkTexts,
  checkWeight,
];

/** Everything wrong with these pages. */
export const checkPages = (pages: readonly PageFacts[], site: SiteFacts): Finding[] =>
  merged([
    ...pages.flatMap((page) => CHECKS.flatMap((check) => check(page, site))),
    ...checkUnique(pages.filter(({ isHidden }) => !isHidden)),
    ...checkOwnLinks(pages, site),
  ]);

/** A group of robots.txt that applies to everyone: whether it forbids a path (RFC 9309). */
export function robotsOf(text: string): SiteFacts["forbids"] {
  const rules: { allows: boolean; path: string }[] = [];
  let applies = false;
  let inAgents = false;
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const field = name.toLowerCase();
    if (field === "user-agent") {
      applies = (inAgents && applies) || value.trim() === "*";
      inAgents = true;
    } else if (field === "allow" || field === "disallow") {
      inAgents = false;
      if (applies && value.trim()) rules.push({ allows: field === "allow", path: value.trim() });
    }
  }
  return (path) => {
    const fitting = rules.filter((rule) => path.startsWith(rule.path));
    // The longest rule wins; of equal ones, the one that allows.
    const [first] = fitting.toSorted(
      (a, b) => b.path.length - a.path.length || Number(b.allows) - Number(a.allows),
    );
    return first !== undefined && !first.allows;
  };
}

/** The paths of a sitemap. */
export const sitemapPaths = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].flatMap(([, address = ""]) => {
    const url = URL.parse(address.replaceAll("&amp;", "&"));
    return url ? [url.pathname] : [];
  });
