import type { Page } from "@playwright/test";
import sharp from "sharp";
import { contentPages, missingPath, sitePages } from "#tests/support/pages.ts";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import { expect, test } from "../fixture.ts";

interface Thing {
  "@type": string;
  [key: string]: unknown;
}

const content = (page: Page, selector: string) =>
  page.locator(`head ${selector}`).getAttribute("content");
const meta = (page: Page, name: string) =>
  content(page, `meta[name="${name}"], head meta[property="${name}"]`);

/** The items in a page's JSON-LD blocks; fails when a block is not JSON. */
async function things(page: Page): Promise<Thing[]> {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  return blocks.flatMap((block) => JSON.parse(block)["@graph"] as Thing[]);
}
const ofType = (all: Thing[], type: string) => all.filter((thing) => thing["@type"] === type);
const last = (all: Thing[], type: string): Thing => {
  const found = ofType(all, type).at(-1);
  if (!found) throw new Error(`The page describes no ${type}.`);
  return found;
};

test("describes every page to search engines and sharers, each by its own title and description", async ({
  page,
  site,
  request,
}) => {
  const seen: string[] = [];
  for (const { page: name, path } of sitePages) {
    await page.goto(path);
    const title = await page.title();
    expect(title.length, path).toBeLessThanOrEqual(65);
    const description = (await meta(page, "description")) ?? "";
    expect(description.length, path).toBeGreaterThanOrEqual(110);
    expect(description.length, path).toBeLessThanOrEqual(160);
    seen.push(title, description);
    await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute(
      "href",
      site.url + path,
    );
    await expect(page.locator('head meta[name="robots"]')).toHaveCount(0);
    expect(await meta(page, "og:url")).toBe(site.url + path);
    expect(await meta(page, "og:title")).toBe(title);
    expect(await meta(page, "og:description")).toBe(description);
    expect(await meta(page, "twitter:card"), path).toBe("summary_large_image");

    const picture = (await meta(page, "og:image")) ?? "";
    expect(picture).toContain(`${site.url}/og/${name}.png?v=`);
    expect(await meta(page, "twitter:image")).toBe(picture);
    const bytes = await (await request.get(picture)).body();
    expect(bytes.length, path).toBeLessThan(120 * 1024);
    const { width, height, format } = await sharp(bytes).metadata();
    expect({ width, height, format }, path).toEqual({ width: 1200, height: 630, format: "png" });

    const all = await things(page);
    expect(ofType(all, "Organization")[0], path).toMatchObject({ name: "Evergreen Fulfillment" });
    expect(ofType(all, "WebSite"), path).toHaveLength(1);
    expect(ofType(all, "BreadcrumbList"), path).toHaveLength(path === "/" ? 0 : 1);
  }
  expect(new Set(seen).size).toBe(seen.length);
});

test("services, prices, questions and hours are described as the pages show them", async ({
  page,
}) => {
  await page.goto("/services");
  const list = last(await things(page), "ItemList");
  const services = (list.itemListElement as { item: Thing }[]).map(({ item }) => item.name);
  for (const name of services)
    await expect(page.getByRole("heading", { name: String(name) })).toBeVisible();

  await page.goto("/pricing");
  const catalog = last(await things(page), "OfferCatalog");
  const offers = catalog.itemListElement as Thing[];
  expect(offers.map(({ priceSpecification }) => priceSpecification)).toEqual([
    expect.objectContaining({ price: 2, unitText: "cubic foot per month", priceCurrency: "USD" }),
    expect.objectContaining({ minPrice: 1, maxPrice: 5, unitText: "order" }),
    expect.objectContaining({
      minPrice: 0.4,
      maxPrice: 1,
      unitText: "additional item in an order",
    }),
    expect.objectContaining({ price: 20, unitText: "month" }),
    expect.objectContaining({ price: 3.5, unitText: "carton received" }),
    expect.objectContaining({ minPrice: 0.35, maxPrice: 1.2, unitText: "package" }),
  ]);

  await page.goto("/faqs");
  const faq = last(await things(page), "FAQPage");
  expect((faq.mainEntity as Thing[]).map(({ name }) => name)).toEqual(
    await page.getByRole("main").locator("summary").getByRole("heading").allTextContents(),
  );

  await page.goto("/contact");
  const office = last(await things(page), "Organization").contactPoint as Thing;
  expect(office.telephone).toBe("+15035550142");
  const hours = office.hoursAvailable as Thing[];
  expect(hours).toHaveLength(6);
  expect(hours.find(({ dayOfWeek }) => dayOfWeek === "Saturday")).toMatchObject({
    opens: "09:00",
    closes: "14:00",
  });
});

test("an address in the settings is on Contact and in the footer, and makes the company a local business", async ({
  page,
  site,
}) => {
  await withTablesRestored(site.sql, ["site_settings"], async () => {
    await writeSettings(site.sql, {
      address_street: "12 Dock Street",
      address_city: "Portland",
      address_region: "OR",
      address_postal_code: "97209",
    });
    await expect
      .poll(async () => (await page.request.get("/contact")).text(), { intervals: [50] })
      .toContain("Portland, OR 97209");
    await page.goto("/contact");
    for (const place of [page.locator("#contact_info"), page.getByRole("contentinfo")]) {
      await expect(place.getByText("12 Dock Street")).toBeVisible();
      await expect(place.getByText("Portland, OR 97209")).toBeVisible();
    }
    expect(last(await things(page), "LocalBusiness")).toMatchObject({
      "@id": `${site.url}/#organization`,
      image: `${site.url}/og/home.png`,
      address: {
        "@type": "PostalAddress",
        streetAddress: "12 Dock Street",
        addressLocality: "Portland",
        addressRegion: "OR",
        postalCode: "97209",
      },
    });
  });
});

test("excludes private pages from search engines", async ({ page, request }) => {
  await page.goto("/admin/login");
  expect(await meta(page, "robots")).toContain("noindex");
  const missing = await request.get(missingPath);
  expect(missing.status()).toBe(404);
  expect(await missing.text()).toContain('<meta name="robots" content="noindex"/>');
});

test("uses the settings, and escapes them", async ({ page, site }) => {
  const hostile = `Moss & "Fern" </script><script>alert(1)</script> <!-- 🌲 it's`;
  await withTablesRestored(site.sql, ["site_settings"], async () => {
    await writeSettings(site.sql, {
      company_name: hostile,
      site_title: hostile,
      site_description: hostile,
      site_keywords: hostile,
      og_image_url: "/storage/v1/object/public/media/uploads/card.png?a=1&b=2",
      favicon_url: "/icon-192.png",
      instagram_url: "https://social.example.com/moss",
    });
    await expect
      .poll(async () => (await page.request.get("/")).text(), { intervals: [50] })
      .toContain("social.example.com");
    await page.route("https://**", (route) => route.abort());
    for (const { path } of contentPages) {
      await page.goto(path);
      expect(await meta(page, "og:site_name")).toBe(hostile);
      expect(await meta(page, "og:image")).toBe(
        `${site.url}/storage/v1/object/public/media/uploads/card.png?a=1&b=2`,
      );
      await expect(page.locator('head link[rel="icon"]')).toHaveAttribute("href", "/icon-192.png");
      const [company] = ofType(await things(page), "Organization");
      expect(company).toMatchObject({
        name: hostile,
        sameAs: ["https://social.example.com/moss"],
      });
      await expect(page.locator("script:not([src]):not([type])")).toHaveCount(0);
    }
    await page.goto("/");
    expect(await page.title()).toBe(hostile.replace(/\s+/g, " "));
    const manifest = await (await page.request.get("/manifest.webmanifest")).json();
    expect(manifest.name).toBe(hostile);
  });
});
