import { createClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { sitePages } from "#tests/support/pages.ts";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import type { Site } from "#tests/support/site.ts";
import { expect, PHONE, people, test } from "../fixture.ts";

const PATH = "uploads/logo.png";
const ADDRESS = `/storage/v1/object/public/media/${PATH}`;

/** Uploads a 1200 x 400 logo into the media library's bucket, as the admin's browser does. */
async function uploadLogo(site: Site) {
  const html = await (await fetch(site.url)).text();
  const key = /sb_publishable_[\w-]+/.exec(html)?.[0] ?? "";
  const client = createClient(site.url, key, { auth: { persistSession: false } });
  const signedIn = await client.auth.signInWithPassword(people.admin);
  if (signedIn.error) throw signedIn.error;
  const file = await sharp({
    create: { width: 1200, height: 400, channels: 3, background: "#8a2be2" },
  })
    .png()
    .toBuffer();
  const { error } = await client.storage
    .from("media")
    .upload(PATH, file, { contentType: "image/png", upsert: true });
  if (error) throw error;
}

test("serves a library logo small, modern and sized", async ({ page, site, expectAccessible }) => {
  await uploadLogo(site);
  await withTablesRestored(site.sql, ["site_settings"], async () => {
    await writeSettings(site.sql, { logo_url: ADDRESS });
    await expect
      .poll(async () => (await page.request.get("/")).text(), { intervals: [50] })
      .toContain(PATH);
    for (const { path } of sitePages) {
      await page.goto(path);
      const logo = page.getByRole("banner").getByRole("img", { name: "Evergreen Fulfillment" });
      await expect(logo).toHaveAttribute("width", "1200");
      await expect(logo).toHaveAttribute("height", "400");
      const shown = await logo.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return { src: image.currentSrc, width: image.width, height: image.height };
      });
      expect(shown).toEqual({
        src: `${site.url}/storage/v1/render/image/public/media/${PATH}?width=160`,
        width: 120,
        height: 40,
      });
      const answer = await page.request.get(shown.src, { headers: { accept: "image/avif,*/*" } });
      expect(answer.headers()["content-type"]).toBe("image/avif");
    }
    await page.setViewportSize(PHONE);
    await page.goto("/");
    await page.getByRole("contentinfo").getByRole("img").scrollIntoViewIfNeeded();
    await expectAccessible();
  });
});

test("shows external and missing images unchanged", async ({ page, site }) => {
  const elsewhere = "https://cdn.example.com/logo.png";
  const gone = "/storage/v1/object/public/media/uploads/gone.png";
  await page.route(elsewhere, (route) => route.fulfill({ path: "docs/home.png" }));
  await page.route(`**${gone}`, (route) => route.fulfill({ path: "docs/home.png" }));
  await withTablesRestored(site.sql, ["site_settings"], async () => {
    for (const address of [elsewhere, gone]) {
      await writeSettings(site.sql, { logo_url: address });
      await expect
        .poll(async () => (await page.request.get("/")).text(), { intervals: [50] })
        .toContain(`src="${address}"`);
      await page.goto("/");
      const logo = page.getByRole("banner").getByRole("img", { name: "Evergreen Fulfillment" });
      await expect(logo).toHaveAttribute("src", address);
      await expect(logo).not.toHaveAttribute("srcset");
    }
  });
});
