import type { LinkFact, PageFacts, SiteFacts } from "./facts.ts";
import { type Finding, finding, quoted } from "./finding.ts";

const ADDRESS = /(url|link|href)$/;
/** Parts that every page has. */
const TOP = new Set(["", "top"]);

/** The part of this site that a link leads to; undefined: another site, an email or a call. */
export function ownTarget(href: string, origins: readonly string[]) {
  const url = URL.parse(href);
  if (!url || !/^https?:$/.test(url.protocol) || !origins.includes(url.origin)) return undefined;
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, "") : url.pathname;
  let part = url.hash.slice(1);
  try {
    part = decodeURIComponent(part);
  } catch {
    // As written: browsers look for that, too.
  }
  return { path, part };
}

const placeOf = ({ places }: LinkFact) => places.find((place) => ADDRESS.test(place)) ?? places[0];

/** Own links that lead nowhere, with the #part of a page that they name. */
export function checkOwnLinks(pages: readonly PageFacts[], site: SiteFacts): Finding[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const origins = [site.origin, ...site.aliases];
  function problemOf(href: string) {
    const target = ownTarget(href, origins);
    const known = target && byPath.get(target.path);
    if (known) return { why: "anchor", words: partProblem(target, known) } as const;
    return { why: "broken", words: target && answerProblem(target, site) } as const;
  }
  return pages.flatMap((page) =>
    page.links.flatMap((link) => {
      const { why, words } = problemOf(link.href);
      const name = link.text ? `The link ${quoted(link.text)}` : "A link";
      const what = `${name} leads to ${words}.`;
      return words ? [finding("links", why, what, page.path, placeOf(link))] : [];
    }),
  );
}

type Target = NonNullable<ReturnType<typeof ownTarget>>;

const partProblem = ({ path, part }: Target, { ids }: PageFacts) =>
  TOP.has(part) || ids.has(part) ? undefined : `the part #${part} of ${path}, which doesn't exist`;

function answerProblem({ path }: Target, { statuses }: SiteFacts) {
  const status = statuses.get(path);
  if (status === undefined || (status > 0 && status < 400)) return undefined;
  return `${path}, which ${status === 404 || status === 410 ? "doesn't exist" : "doesn't answer"}`;
}
