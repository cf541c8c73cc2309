import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { ICONS, type IconPath, iconPaths } from "#app/lib/page/head/icons.ts";
import { sharePaths } from "#app/lib/page/head/share-images.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { loadRenderer, renderPage } from "#tests/support/samples/render-page.ts";
import { writeSettings } from "#tests/support/samples/site-rows.ts";

const RED = "#B3261E";
const BLUE: [number, number, number] = [16, 32, 240];
const UPLOADS = "/storage/v1/object/public/media/uploads/";

let site: TestBackend;
let renderer: Renderer;

beforeAll(async () => {
  site = await openTestBackend();
  renderer = await loadRenderer();
});
afterAll(() => site.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await writeSettings(site.sql, {
    company_name: "Evergreen Fulfillment",
    brand_color_primary: "#1F6E4D",
    logo_url: "",
  });
});

const draw = (path: string) => renderPage(site, renderer, path);

async function upload(name: string, body: string) {
  const client = await site.admin();
  const { error } = await client.storage
    .from("media")
    .upload(`uploads/${name}`, new Blob([body], { type: "image/svg+xml" }), { upsert: true });
  if (error) throw error;
  return UPLOADS + name;
}

/** An image's pixels as red, green and blue. */
async function pixels(png: Buffer) {
  const { data, info } = await sharp(png)
    .flatten({ background: "#fff" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)],
    /** how many pixels have about this color */
    count: (color: readonly number[]) => {
      let found = 0;
      for (let i = 0; i < data.length; i += 3)
        if (color.every((part, c) => Math.abs(part - (data[i + c] as number)) < 24)) found++;
      return found;
    },
  };
}

const square = (inside = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
    <rect width="100" height="100" fill="rgb(${BLUE})"/>${inside}</svg>`;

test.each([...sharePaths.keys()])("%s has the company's color, name and headline", async (path) => {
  const before = await draw(path);
  const { width, height } = await pixels(before);
  expect({ width, height }).toEqual({ width: 1200, height: 630 });
  // Nothing it shows has changed.
  await writeSettings(site.sql, { contact_phone: "(206) 444-9090" });
  expect((await draw(path)).equals(before)).toBe(true);

  await writeSettings(site.sql, { company_name: "Northlight Logistics" });
  const renamed = await draw(path);
  expect(renamed.equals(before)).toBe(false);
  await writeSettings(site.sql, { brand_color_primary: RED });
  const red = await draw(path);
  expect((await pixels(red)).count([0xb3, 0x26, 0x1e])).toBeGreaterThan(1_000);
  expect((await pixels(red)).count([0x1f, 0x6e, 0x4d])).toBe(0);
});

test("a share image shows the headline that staff wrote", async () => {
  const before = await draw("/og/services.png");
  const [row] = await site.sql`update site_content set content_value = 'Candles, shipped whole.'
    where page_name = 'services' and section_name = 'hero' and content_key = 'title' returning id`;
  expect(row).toBeDefined();
  expect((await draw("/og/services.png")).equals(before)).toBe(false);
});

test.each(iconPaths)("%s has the initials in the company's color", async (path) => {
  await writeSettings(site.sql, {
    company_name: "Northlight Logistics",
    brand_color_primary: RED,
  });
  const { size } = ICONS[path as IconPath];
  const bytes = await draw(path);
  const png = path.endsWith(".ico") ? bytes.subarray(22) : bytes;
  const { width, height, at, count } = await pixels(png);
  expect([width, height]).toEqual([size, size]);
  const [red = 0, green = 0, blue = 0] = at(size >> 1, size >> 4);
  expect(Math.max(red - 0xb3, green - 0x26, blue - 0x1e)).toBeLessThan(8);
  expect(count([255, 255, 255])).toBeGreaterThan(size);
});

test("a square logo is the icon, and any logo is on the share images", async () => {
  await writeSettings(site.sql, { logo_url: await upload("square.svg", square()) });
  const icon = await pixels(await draw("/icon-192.png"));
  expect(icon.count(BLUE)).toBeGreaterThan(192 * 192 * 0.9);
  const card = await pixels(await draw("/og/home.png"));
  expect(card.count(BLUE)).toBeGreaterThan(48 * 48);

  const wide = square().replace('viewBox="0 0 100 100"', 'viewBox="0 0 100 20"');
  await writeSettings(site.sql, { logo_url: await upload("wide.svg", wide) });
  expect((await pixels(await draw("/icon-192.png"))).count(BLUE)).toBe(0);
  expect((await pixels(await draw("/og/home.png"))).count(BLUE)).toBeGreaterThan(200 * 40);
});

test("a logo that couldn't be read is on the next image, and stays while it can't be read again", async () => {
  await writeSettings(site.sql, { logo_url: await upload("outage.svg", square()) });
  const blue = async () => (await pixels(await draw("/icon-192.png"))).count(BLUE);
  const ask = site.backend.fetch.bind(site.backend);
  const failing = () =>
    vi
      .spyOn(site.backend, "fetch")
      .mockImplementation(async (request, caller) =>
        request.url.includes(UPLOADS) ? new Response(null, { status: 503 }) : ask(request, caller),
      );
  failing();
  expect(await blue()).toBe(0);
  vi.restoreAllMocks();
  expect(await blue()).toBeGreaterThan(192 * 192 * 0.9);
  failing();
  expect(await blue()).toBeGreaterThan(192 * 192 * 0.9);
});

test("a replaced file of the logo is drawn again, under the same address", async () => {
  await writeSettings(site.sql, { logo_url: await upload("replaced.svg", square()) });
  await draw("/icon-192.png");
  await draw("/og/home.png");
  await upload("replaced.svg", square('<rect width="100" height="100" fill="rgb(240, 32, 16)"/>'));
  for (const path of ["/icon-192.png", "/og/home.png"]) {
    const { count } = await pixels(await draw(path));
    expect(count(BLUE), path).toBe(0);
    expect(count([240, 32, 16]), path).toBeGreaterThan(48 * 48);
  }
});

test("requests no logo from another site", async () => {
  const request = vi.spyOn(globalThis, "fetch");
  await writeSettings(site.sql, { logo_url: "https://cdn.test/northlight.svg" });
  await draw("/og/home.png");
  await draw("/icon-96.png");
  expect(request).not.toHaveBeenCalled();
});

test.each([
  ["damaged", square("<g>")],
  ["with entities that never end", square("&a;").replace(/^/, entities())],
  ["too large", square(`<!-- ${"x".repeat(2 * 1024 * 1024)} -->`)],
])("draws the name in place of a logo that is %s", async (name, body) => {
  const plain = await draw("/og/faqs.png");
  await writeSettings(site.sql, {
    logo_url: await upload(`${name.replaceAll(" ", "-")}.svg`, body),
  });
  expect((await draw("/og/faqs.png")).equals(plain)).toBe(true);
});

/** Each entity stands for ten of the one before. */
function entities(): string {
  const names = [..."abcdefghij"];
  const all = names.map((name, i) => `<!ENTITY ${name} "${`&${names[i + 1]};`.repeat(10)}">`);
  return `<!DOCTYPE svg [${all.slice(0, -1).join("")}<!ENTITY j "jjjjjjjjjj">]>`;
}

test.each([
  ["long", "The Northlight Logistics and Fulfillment Company of Greater Tacoma, Washington & Sons"],
  ["one word", "N".repeat(200)],
  ["emoji only", "🌲📦"],
  ["with emoji", "Moss 🌲 Fern"],
  ["Arabic", "شركة النور"],
  ["Chinese", "北极光物流"],
  ["markup", `</path><script>alert(1)</script> & "Fern"`],
])("draws a name that is %s", async (_, company_name) => {
  await writeSettings(site.sql, { company_name });
  const { count } = await pixels(await draw("/og/contact.png"));
  // The label's paper, and dark letters on it.
  expect(count([0xff, 0xfe, 0xfc])).toBeGreaterThan(200_000);
  expect(count([0x17, 0x21, 0x1c])).toBeGreaterThan(20_000);
  expect((await pixels(await draw("/icon-96.png"))).count([0x1f, 0x6e, 0x4d])).toBeGreaterThan(
    3_000,
  );
});
