import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { mergeSettings } from "#app/content/index.ts";
import { readBrowserConfig } from "../browser-config.ts";
import { BrowserConfigTag } from "../browser-config-tag.tsx";
import { pageHead } from "./seo.ts";
import {
  breadcrumb,
  contactPoint,
  faqPage,
  graph,
  offerCatalog,
  organization,
  serviceList,
  webSite,
} from "./structured-data.ts";

const SITE = "https://site.test";
const settings = {
  ...mergeSettings(),
  company_name: " Dock Co ",
  site_description: "Boxes",
  site_keywords: " boxes, pallets ",
  contact_email: "a@site.test",
  contact_phone: "",
  logo_url: "",
  og_image_url: "",
  facebook_url: "",
  instagram_url: "",
  linkedin_url: "",
  twitter_url: "",
};
type Tag = Record<string, unknown>;

/** A page's head, with these settings. */
const head = (page: Parameters<typeof pageHead>[0], over: Partial<typeof settings> = {}) =>
  pageHead(page, {
    matches: [
      undefined,
      { id: "routes/x", loaderData: { siteUrl: "https://wrong.test" } },
      { id: "root", loaderData: { settings: { ...settings, ...over }, siteUrl: SITE } },
    ],
  }) as Tag[];

/** The content of the tag with this name or property. */
const says = (tags: Tag[], name: string) =>
  tags.find((tag) => tag.name === name || tag.property === name)?.content;
interface Graph {
  "@graph": Tag[];
}
const things = (tags: Tag[]) =>
  tags
    .flatMap((tag) => (tag["script:ld+json"] as Graph | undefined)?.["@graph"] ?? [])
    .map((thing) => thing["@type"]);

test("describes a page with title, address, image and company", () => {
  const home = head("home");
  const [{ title } = {}] = home;
  expect(says(home, "keywords")).toBe("boxes, pallets");
  expect(says(home, "og:site_name")).toBe("Dock Co");
  expect(says(home, "og:title")).toBe(title);
  expect(says(home, "twitter:title")).toBe(title);
  expect(says(home, "description")).toBe(says(home, "og:description"));
  expect(things(home)).toEqual(["Organization", "WebSite"]);

  const services = head("services");
  expect(says(services, "keywords")).toBeUndefined();
  expect(services).toContainEqual({
    tagName: "link",
    rel: "canonical",
    href: `${SITE}/services`,
  });
  expect(says(services, "og:url")).toBe(`${SITE}/services`);
  expect(things(services)).toEqual(["Organization", "WebSite", "BreadcrumbList"]);
});

test("every page has a share image, whose address changes with what the image shows", () => {
  const services = head("services");
  expect(says(services, "twitter:card")).toBe("summary_large_image");
  const image = says(services, "og:image");
  expect(image).toMatch(new RegExp(`^${SITE}/og/services\\.png\\?v=\\w+$`));
  expect(says(services, "twitter:image")).toBe(image);
  expect(says(services, "og:image:alt")).toBe(services[0]?.title);
  expect([says(services, "og:image:width"), says(services, "og:image:height")]).toEqual([
    "1200",
    "630",
  ]);
  const shown = {
    company_name: "Other Co",
    logo_url: "/storage/logo.svg",
    brand_color_primary: "#112233",
    brand_color_secondary: "#445566",
  };
  for (const [key, value] of Object.entries(shown))
    expect([key, says(head("services", { [key]: value }), "og:image")]).not.toEqual([key, image]);
  expect(says(head("services", { contact_phone: "555" }), "og:image")).toBe(image);
  const retitled = pageHead("services", {
    matches: [
      { id: "root", loaderData: { settings, siteUrl: SITE } },
      { id: "routes/x", loaderData: { content: { hero: { title: "New" } } } },
    ],
  }) as Tag[];
  expect(says(retitled, "og:image")).not.toBe(image);
});

test("prefers staff's image to the page's own", () => {
  const own = head("services", { og_image_url: "/storage/x.png" });
  expect(says(own, "og:image")).toBe(`${SITE}/storage/x.png`);
  expect(says(own, "twitter:card")).toBe("summary_large_image");
  expect(says(own, "og:image:width")).toBeUndefined();
  expect(says(own, "og:image:alt")).not.toBe(own[0]?.title);
  const elsewhere = head("services", { og_image_url: "https://cdn.test/x.png" });
  expect(says(elsewhere, "og:image")).toBe("https://cdn.test/x.png");
});

test("writes no tag for a blank setting, and excludes missing pages", () => {
  expect(head("home", { site_keywords: "  " }).some((tag) => tag.name === "keywords")).toBe(false);
  expect(head("home").some((tag) => tag.content === "")).toBe(false);
  const missing = head("not-found");
  expect(missing).toEqual([{ title: expect.any(String) }, { name: "robots", content: "noindex" }]);
});

test("uses the defaults for a head without data", () => {
  const tags = pageHead("services", { matches: [] }) as Tag[];
  expect(says(tags, "og:site_name")).toBe(mergeSettings().company_name.trim());
  expect(says(tags, "og:url")).toBe("/services");
});

test("describes the company without blank values", () => {
  expect(organization(settings, SITE)).toEqual({
    "@type": "Organization",
    "@id": `${SITE}/#organization`,
    name: " Dock Co ",
    description: "Boxes",
    url: `${SITE}/`,
    logo: expect.stringMatching(`^${SITE}/icon-512\\.png\\?v=\\w+$`),
    email: "a@site.test",
  });
  const more = { ...settings, logo_url: "https://cdn.test/l.svg", facebook_url: "https://f.test" };
  expect(organization(more, "")).toMatchObject({
    logo: "https://cdn.test/l.svg",
    sameAs: ["https://f.test"],
  });
  expect(organization(settings, "").logo).toMatch(/^http:\/\/localhost\/icon-512\.png\?/);
});

const company = { "@id": `${SITE}/#organization` };

test("site, way and questions as schema.org has them", () => {
  expect(webSite(settings, SITE)).toEqual({
    "@type": "WebSite",
    "@id": `${SITE}/#website`,
    name: " Dock Co ",
    url: `${SITE}/`,
    inLanguage: "en-US",
    publisher: company,
  });
  const { itemListElement } = breadcrumb("/services", SITE) as { itemListElement?: Tag[] };
  expect(itemListElement?.map(({ position, item }) => [position, item])).toEqual([
    [1, `${SITE}/`],
    [2, `${SITE}/services`],
  ]);
  expect(faqPage([{ question: "Why?", answer: "So." }])).toEqual({
    "@type": "FAQPage",
    mainEntity: [
      {
        "@type": "Question",
        name: "Why?",
        acceptedAnswer: { "@type": "Answer", text: "So." },
      },
    ],
  });
  expect(graph({ "@type": "A" })).toEqual({
    "@context": "https://schema.org",
    "@graph": [{ "@type": "A" }],
  });
});

test("counts services from one, and offers only stated prices", () => {
  expect(serviceList([{ title: "Returns", description: "" }], SITE).itemListElement).toEqual([
    {
      "@type": "ListItem",
      position: 1,
      item: { "@type": "Service", name: "Returns", provider: company },
    },
  ]);
  const quoted = { low: null, high: null, charged_per: null };
  const perOrder = { low: 1.5, high: 1.5, charged_per: "order" as const };
  const rows = [
    { service_name: "Kitting", rate: "Quoted per bundle", description: null, ...quoted },
    { service_name: "Pick", rate: "$1.50 per order", description: "By hand", ...perOrder },
  ];
  expect(offerCatalog(rows, SITE).itemListElement).toEqual([
    {
      "@type": "Offer",
      itemOffered: {
        "@type": "Service",
        name: "Pick",
        description: "By hand",
        provider: company,
      },
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        priceCurrency: "USD",
        price: 1.5,
        unitText: "order",
      },
    },
  ]);
});

test("adds the contact hours to the company", () => {
  const week = [[], [{ from: 485, to: 1080 }], [{ from: 0, to: 1440 }], [], [], [], []];
  expect(contactPoint(settings, week, SITE)).toEqual({
    "@type": "Organization",
    ...company,
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "sales",
      email: "a@site.test",
      hoursAvailable: [
        {
          "@type": "OpeningHoursSpecification",
          dayOfWeek: "Monday",
          opens: "08:05",
          closes: "18:00",
        },
        {
          "@type": "OpeningHoursSpecification",
          dayOfWeek: "Tuesday",
          opens: "00:00",
          closes: "23:59",
        },
      ],
    },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("reads back the data that the page carries", () => {
  const config = {
    supabaseUrl: "https://x.test",
    publishableKey: 'sb_"<x',
    mediaMaxBytes: 7,
    logged: "cut" as const,
  };
  const html = renderToStaticMarkup(<BrowserConfigTag config={config} />);
  const content = /content="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"');
  const querySelector = vi.fn();
  vi.stubGlobal("document", { querySelector });
  querySelector.mockReturnValueOnce({ content: content?.replaceAll("&lt;", "<") });
  expect(readBrowserConfig()).toEqual(config);
  expect(querySelector).toHaveBeenCalledWith("meta[name=browser-config]");
  querySelector.mockReturnValueOnce(null);
  expect(readBrowserConfig).toThrow("The page carries no browser configuration.");
});
