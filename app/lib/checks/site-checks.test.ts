import { expect, test } from "vitest";
import type { PageFacts, SiteFacts } from "./facts.ts";
import { type Finding, merged, newOnes, quoted } from "./finding.ts";
import { ownTarget } from "./link-checks.ts";
import { checkPages, robotsOf, sitemapPaths } from "./site-checks.ts";

const ORIGIN = "https://site.test";
const SHARE = `${ORIGIN}/og.png`;

/** A page with nothing wrong. */
const page = (over: Partial<PageFacts> = {}): PageFacts => {
  const path = over.path ?? "/";
  return {
    path,
    title: `A title of ${path}, as long as usual`,
    description: `What ${path} is about. `.repeat(5).trim(),
    canonical: ORIGIN + path,
    isHidden: false,
    shareImage: SHARE,
    data: [JSON.stringify({ "@type": "WebSite", name: "Site", url: ORIGIN })],
    headings: [
      { level: 1, text: "Main", places: ["site_content/home.hero.title"] },
      { level: 2, text: "Part", places: [] },
      { level: 3, text: "Detail", places: [] },
      { level: 2, text: "Part two", places: [] },
    ],
    images: [{ src: `${ORIGIN}/dock.jpg`, alt: "A dock", places: [] }],
    links: [{ href: `${ORIGIN}/#part`, text: "Prices of storage", places: [] }],
    ids: new Set(["part"]),
    weight: 1_500_000,
    ...over,
  };
};

const SITE: SiteFacts = {
  origin: ORIGIN,
  aliases: ["http://localhost:3000"],
  sitemap: ["/", "/pricing"],
  forbids: (path) => path.startsWith("/admin"),
  sizes: new Map([[SHARE, { width: 1200, height: 630 }]]),
  statuses: new Map([
    ["/gone", 404],
    ["/down", 500],
    ["/away", 0],
    ["/old", 301],
    ["/file.pdf", 200],
  ]),
};

const findings = (over: Partial<PageFacts>, site: Partial<SiteFacts> = {}) =>
  checkPages([page(over)], { ...SITE, ...site });
const data = (thing: object) => ({ data: [JSON.stringify(thing)] });
const link = (href: string, text = "Storage rates", places: string[] = []) => ({
  links: [{ href, text, places }],
});

test("finds nothing on pages without a problem", () => {
  expect(checkPages([page(), page({ path: "/pricing" })], SITE)).toEqual([]);
  expect(findings({ canonical: ORIGIN })).toEqual([]);
  expect(findings({ weight: undefined, shareImage: `${ORIGIN}/unmeasured.png` })).toEqual([]);
});

const TITLE = "site_settings/site_title";
const NAME = "site_settings/company_name";
const SHARING = "site_settings/og_image_url";
const ALT = "team_members/1.photo_alt";
const HERO = "site_content/home.hero.title";

test.each<[string, Partial<PageFacts>, string, string?]>([
  ["no title", { title: "" }, "The page has no title.", TITLE],
  ["a short title", { title: "Hi" }, "The title has only 2 characters. Write at least 15.", TITLE],
  [
    "a long title",
    { title: "x".repeat(61) },
    "The title has 61 characters. Search results show about 60.",
    TITLE,
  ],
  [
    "another page's long title",
    { path: "/pricing", title: "x".repeat(61) },
    "The title has 61 characters. Search results show about 60.",
    NAME,
  ],
  [
    "no description",
    { description: "" },
    "The page has no description.",
    "site_settings/site_description",
  ],
  [
    "a long description of another page",
    { path: "/pricing", description: "x".repeat(156) },
    "The description has 156 characters. Search results show about 155.",
  ],
  ["no canonical address", { canonical: "" }, "The page has no preferred (canonical) address."],
  [
    "another canonical address",
    { canonical: `${ORIGIN}/pricing` },
    `The page prefers another address: ${ORIGIN}/pricing.`,
  ],
  [
    "a hidden page in the sitemap",
    { isHidden: true },
    "The sitemap lists the page, but the page tells search engines not to list it.",
  ],
  ["a page that the sitemap lacks", { path: "/faqs" }, "The sitemap doesn't list the page."],
  ["no share image", { shareImage: "" }, "The page has no image.", SHARING],
  ["no main heading", { headings: [] }, "The page has no main heading."],
  [
    "two main headings",
    { headings: [...page().headings, { level: 1, text: "Second", places: [HERO] }] },
    "“Second” is a second main heading.",
    HERO,
  ],
  [
    "a level left out",
    { headings: [...page().headings, { level: 4, text: "Deep", places: [] }] },
    "“Deep” skips from heading level 2 to 4.",
  ],
  [
    "an empty heading",
    { headings: [...page().headings, { level: 2, text: "", places: [] }] },
    "A heading is empty.",
  ],
  [
    "no alt text",
    { images: [{ src: "/media/a.jpg?width=3", alt: undefined, places: [] }] },
    "The image “a.jpg” has no alt text.",
  ],
  [
    "a blank alt text that a field has",
    { images: [{ src: "/a.jpg", alt: " ", places: ["team_members/1.photo_url", ALT] }] },
    "The image “a.jpg” has no alt text.",
    ALT,
  ],
  [
    "a file name as alt text",
    { images: [{ src: "/a.jpg", alt: "IMG_2041.jpg", places: [ALT] }] },
    "Alt text “IMG_2041.jpg”: this looks like a file name. Describe what the image shows.",
    ALT,
  ],
  [
    "a vague link",
    link(`${ORIGIN}/`, "Click here"),
    "The link “Click here” doesn't say where it leads.",
  ],
  [
    "a link without a text",
    link("https://a.test/", ""),
    "The link to https://a.test/ has no text.",
  ],
  [
    "a broken link",
    link(`${ORIGIN}/gone`, "Storage rates", ["announcements/1.title", "announcements/1.link_url"]),
    "The link “Storage rates” leads to /gone, which doesn't exist.",
    "announcements/1.link_url",
  ],
  [
    "a link to an error, at another of the site's addresses",
    link("http://localhost:3000/down/"),
    "The link “Storage rates” leads to /down, which doesn't answer.",
  ],
  [
    "a link without an answer",
    link(`${ORIGIN}/away`),
    "The link “Storage rates” leads to /away, which doesn't answer.",
  ],
  [
    "a missing part of a page",
    link(`${ORIGIN}/#r%C3%A9st`),
    "The link “Storage rates” leads to the part #rést of /, which doesn't exist.",
  ],
  ["a heavy page", { weight: 1_500_600 }, "The page is 1,501 KB. Stay below 1,500 KB."],
  [
    "a heavy image",
    { images: [{ src: "/a.jpg", alt: "Dock", bytes: 400_001, places: [ALT, "t/1.photo_url"] }] },
    "The image “a.jpg” is 400 KB. Choose one from the media library.",
    "t/1.photo_url",
  ],
  ["unreadable data", { data: ["{"] }, "A block of structured data can't be read."],
  [
    "a question without an answer",
    data({ "@graph": [{ "@type": "Question", name: "Why?", acceptedAnswer: { text: " " } }] }),
    "Structured data for a question is missing “acceptedAnswer.text”.",
    "faq_items/",
  ],
  [
    "no questions",
    data({ "@type": "FAQPage", mainEntity: [] }),
    "Structured data for the questions is missing “mainEntity”.",
    "faq_items/",
  ],
  [
    "a price without a currency",
    data({ "@type": "Offer", price: 3 }),
    "Structured data for a price is missing “priceCurrency”.",
    "pricing_items/",
  ],
])("finds %s", (_, over, what, place) => {
  const found = findings(over);
  expect(found.map((one) => [one.what, one.place])).toEqual([[what, place]]);
  expect(found[0]?.why).toMatch(/^[A-Z].{20,}\.$/);
});

test.each([
  ["can't be loaded", undefined, "The page's image can't be loaded."],
  ["is small", { width: 300, height: 158 }, "The image has 300 × 158 pixels. Use 1200 × 630."],
  ["is square", { width: 1200, height: 1200 }, "The image has 1200 × 1200 pixels. Use 1200 × 630."],
])("finds a share image that %s", (_, size, what) => {
  expect(findings({}, { sizes: new Map([[SHARE, size]]) })).toMatchObject([
    { what, place: SHARING },
  ]);
});

test("finds a page that robots.txt keeps out", () => {
  expect(findings({}, { forbids: () => true })).toMatchObject([
    { what: "robots.txt blocks this page." },
  ]);
});

test.each([
  `${ORIGIN}/old`,
  `${ORIGIN}/file.pdf#page=2`,
  `${ORIGIN}/#top`,
  `${ORIGIN}/#`,
  `${ORIGIN}/unknown`,
  "https://other.test/gone",
  "mailto:a@site.test",
  "tel:+15035550142",
  "not an address",
])("says nothing about the link %s", (href) => {
  expect(findings(link(href))).toEqual([]);
});

test("reads a link's part as written when it isn't encoded well", () => {
  expect(ownTarget(`${ORIGIN}/a/#100%`, [ORIGIN])).toEqual({ path: "/a", part: "100%" });
});

test("finds titles and descriptions that two pages share, once with both", () => {
  const same = { title: "The same title here", description: "d".repeat(80) };
  const found = checkPages([page(same), page({ ...same, path: "/pricing" })], SITE);
  expect(found).toMatchObject([
    { what: "2 pages have the same title.", pages: ["/", "/pricing"] },
    { what: "2 pages have the same description.", pages: ["/", "/pricing"] },
  ]);
  const hidden = page({ ...same, path: "/thanks", isHidden: true });
  expect(checkPages([page(same), hidden], SITE)).toEqual([]);
});

const found = (what: string, ...pages: string[]): Finding => ({
  group: "links",
  why: "Because.",
  what,
  pages,
  place: undefined,
});

test("merges what pages share, and tells what is new", () => {
  expect(merged([found("A", "/"), found("B", "/"), found("A", "/faqs"), found("A", "/")])).toEqual([
    found("A", "/", "/faqs"),
    found("B", "/"),
  ]);
  const known = [found("A", "/"), found("A", "/faqs")];
  expect(newOnes([found("A", "/"), found("A", "/faqs")], known)).toEqual([]);
  expect(newOnes([found("A", "/", "/pricing"), found("B", "/")], known)).toEqual([
    found("A", "/pricing"),
    found("B", "/"),
  ]);
});

test("shortens a long text in a sentence", () => {
  expect(quoted(" Two\n words ")).toBe("“Two words”");
  expect(quoted("x".repeat(61))).toBe(`“${"x".repeat(59)}…”`);
});

test("reads robots.txt as RFC 9309 does, and the sitemap's paths", () => {
  const forbids = robotsOf(
    "User-agent: bad\nDisallow: /\n\nUser-agent: good\nUser-Agent: *\nDisallow: /admin # ours\nAllow: /admin/open\nDisallow:\n\nSitemap: x",
  );
  expect(["/", "/admin/x", "/admin/open/y", "/pricing"].filter(forbids)).toEqual(["/admin/x"]);
  expect(sitemapPaths(`<loc>${ORIGIN}/</loc><loc>${ORIGIN}/a?b=1&amp;c</loc><loc>x</loc>`)).toEqual(
    ["/", "/a"],
  );
});
