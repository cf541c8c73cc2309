import { defaultSettings } from "#app/content/defaults/site-settings.ts";
import type { PageFacts, SiteFacts } from "./facts.ts";
import { type Finding, finding } from "./finding.ts";

/** Characters: at most as many as the fields in Site Settings suggest. */
const TITLE = { least: 15, most: defaultSettings.site_title.about };
const DESCRIPTION = { least: 70, most: defaultSettings.site_description.about };
/** The size that networks ask for; smaller or narrower pictures are cropped or shown as a stamp. */
const SHARE = { width: 1200, height: 630, least: 600, off: 0.2 };

const setting = (key: string) => `site_settings/${key}`;

/** The setting that a page's title comes from: other pages' titles end with the company's name. */
const titlePlace = ({ path }: Pick<PageFacts, "path">) =>
  setting(path === "/" ? "site_title" : "company_name");
const descriptionPlace = ({ path }: Pick<PageFacts, "path">) =>
  path === "/" ? setting("site_description") : undefined;

export function checkTitle(page: Pick<PageFacts, "path" | "title">): Finding[] {
  const { path, title } = page;
  if (title === "")
    return [finding("search", "titleMissing", "The page has no title.", path, titlePlace(page))];
  const length = lengthProblem("title", title.length, TITLE);
  return length ? [finding("search", "titleLength", length, path, titlePlace(page))] : [];
}

export function checkDescription(page: Pick<PageFacts, "path" | "description">): Finding[] {
  const { path, description } = page;
  if (description === "")
    return [
      finding(
        "search",
        "descriptionMissing",
        "The page has no description.",
        path,
        descriptionPlace(page),
      ),
    ];
  const length = lengthProblem("description", description.length, DESCRIPTION);
  return length
    ? [finding("search", "descriptionLength", length, path, descriptionPlace(page))]
    : [];
}

/** What is wrong with a title and a description, as sentences. */
export const headProblems = (page: Pick<PageFacts, "path" | "title" | "description">): string[] =>
  [...checkTitle(page), ...checkDescription(page)].map(({ what }) => what);

function lengthProblem(what: string, length: number, { least, most }: typeof TITLE) {
  if (length > most)
    return `The ${what} has ${length} characters. Search results show about ${most}.`;
  if (length < least)
    return `The ${what} has only ${length} ${length === 1 ? "character" : "characters"}. Write at least ${least}.`;
  return undefined;
}

/** Titles and descriptions that several pages have. */
export function checkUnique(pages: readonly PageFacts[]): Finding[] {
  const repeated = (what: "title" | "description", why: "titleTwice" | "descriptionTwice") =>
    [...Map.groupBy(pages, (page) => page[what])].flatMap(([text, same]) =>
      text === "" || same.length === 1
        ? []
        : same.map((page) =>
            finding(
              "search",
              why,
              `${same.length} pages have the same ${what}.`,
              page.path,
              what === "title" ? setting("site_title") : setting("site_description"),
            ),
          ),
    );
  return [...repeated("title", "titleTwice"), ...repeated("description", "descriptionTwice")];
}

/** The canonical address, robots tags, robots.txt and the sitemap say the same. */
export function checkAddress(page: PageFacts, site: SiteFacts): Finding[] {
  const { path, canonical, isHidden } = page;
  const found: Finding[] = [];
  const inSitemap = site.sitemap.includes(path);
  if (isHidden) {
    if (inSitemap)
      found.push(
        finding(
          "search",
          "robots",
          "The sitemap lists the page, but the page tells search engines not to list it.",
          path,
        ),
      );
    return found;
  }
  if (site.forbids(path))
    found.push(finding("search", "robots", "robots.txt blocks this page.", path));
  if (!inSitemap)
    found.push(finding("search", "robots", "The sitemap doesn't list the page.", path));
  const expected = site.origin + path;
  if (canonical === "")
    found.push(
      finding("search", "canonical", "The page has no preferred (canonical) address.", path),
    );
  else if (canonical !== expected && `${canonical}/` !== expected)
    found.push(
      finding("search", "canonical", `The page prefers another address: ${canonical}.`, path),
    );
  return found;
}

/** The image that chats and social networks show with a link. */
export function checkShareImage(page: PageFacts, { sizes }: SiteFacts): Finding[] {
  const { path, shareImage, isHidden } = page;
  const place = setting("og_image_url");
  if (isHidden) return [];
  if (shareImage === "") return [finding("share", "share", "The page has no image.", path, place)];
  if (!sizes.has(shareImage)) return [];
  const size = sizes.get(shareImage);
  if (!size) return [finding("share", "share", "The page's image can't be loaded.", path, place)];
  const { width, height } = size;
  const isOff = Math.abs(width / height / (SHARE.width / SHARE.height) - 1) > SHARE.off;
  return width < SHARE.least || isOff
    ? [
        finding(
          "share",
          "shareSize",
          `The image has ${width} × ${height} pixels. Use ${SHARE.width} × ${SHARE.height}.`,
          path,
          place,
        ),
      ]
    : [];
}
