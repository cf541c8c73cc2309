import sharp from "sharp";
import { pagePath, publicPages } from "#app/content/index.ts";
import { now } from "#tests/support/clock.ts";
import { expect, test } from "../fixture.ts";

test("reports liveness and the backend", async ({ request }) => {
  expect((await request.get("/healthz")).status()).toBe(200);
  // On a busy machine the database may answer too late at first.
  await expect.poll(async () => (await request.get("/readyz")).status()).toBe(200);
});

test("keeps unused connections longer than a proxy does", async ({ request }) => {
  for (const path of ["/", "/healthz", "/rest/v1/services"]) {
    const { "keep-alive": keepAlive = "" } = (await request.get(path)).headers();
    expect(Number(/^timeout=(\d+)$/.exec(keepAlive)?.[1]), path).toBeGreaterThan(120);
  }
});

test("robots.txt keeps the admin out and leads to the sitemap", async ({ request, site }) => {
  const answer = await request.get("/robots.txt");
  expect(answer.headers()["content-type"]).toContain("text/plain");
  const lines = (await answer.text()).split("\n");
  expect(lines).toContain("Disallow: /admin");
  expect(lines).toContain(`Sitemap: ${site.url}/sitemap.xml`);
});

/** The sitemap's dates by URL. */
const readSitemap = (xml: string) =>
  new Map(
    [...xml.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)].map(([, loc, lastmod]) => [
      String(loc),
      Date.parse(String(lastmod)),
    ]),
  );

test("the sitemap lists every page, with the date of its last change", async ({
  request,
  site,
}) => {
  const before = readSitemap(await (await request.get("/sitemap.xml")).text());
  expect([...before.keys()]).toEqual(publicPages.map((page) => site.url + pagePath(page)));
  for (const time of before.values()) expect(now().getTime() - time).toBeGreaterThan(0);

  await site.sql`update pricing_items set description = description where service_name = 'Storage'`;
  const pricing = `${site.url}/pricing`;
  await expect
    .poll(async () => readSitemap(await (await request.get("/sitemap.xml")).text()).get(pricing), {
      intervals: [50],
    })
    .toBeGreaterThan(before.get(pricing) ?? 0);
  const after = readSitemap(await (await request.get("/sitemap.xml")).text());
  expect(after.get(`${site.url}/faqs`)).toBe(before.get(`${site.url}/faqs`));
});

test("the manifest and its icons are there", async ({ request }) => {
  const answer = await request.get("/manifest.webmanifest");
  expect(answer.headers()["content-type"]).toBe("application/manifest+json");
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: "Evergreen Fulfillment", theme_color: "#1F6E4D" });
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()["content-type"]).toBe(type);
    if (type === "image/png") {
      const { width, height } = await sharp(await icon.body()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  }
  for (const path of ["/favicon.ico", "/apple-touch-icon.png"])
    expect((await request.get(path)).status()).toBe(200);
});

test("renews a cached page after a change", async ({ request, site }) => {
  const title = "Shipped before the comments load";
  await request.get("/");
  await site.sql`
    update site_content set content_value = ${title}
    where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
  await expect
    .poll(async () => (await request.get("/")).text(), { intervals: [50] })
    .toContain(title);
});
