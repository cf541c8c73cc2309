import { picture } from "#tests/support/samples/png.ts";
import { expect, settled, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { chooseNewImage, hold, holdWrite } from "../steps.ts";
import { asTheyBegan, expectOnHomePage, open, said, value } from "./settings-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await signIn();
  await asTheyBegan(site);
});

test("puts only images on white in dark mode", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, "branding");
  const picture = page.getByRole("img", { name: "Preview: Favicon URL" });
  const colors = picture.evaluate((img) =>
    [img, img.parentElement as Element].map((one) => getComputedStyle(one).backgroundColor),
  );
  expect(await colors).toEqual(["rgb(255, 255, 255)", "rgb(31, 38, 33)"]);
});

test("sets a logo from the library or an upload", async ({ page, site, expectAccessible }) => {
  test.slow();
  await open(page, "branding");
  const logo = page.getByLabel("Logo URL", { exact: true });
  const list = await hold(page, "**/rest/v1/media_library*");
  await page.getByRole("button", { name: "Choose an image: Logo URL" }).click();
  const picker = page.getByRole("dialog", { name: "Choose an image: Logo URL" });
  await expect(picker.getByText("Loading media files…")).toBeAttached();
  await page.evaluate(settled);
  const place = await picker.boundingBox();
  list.release();
  await expect(picker.getByText("No media files found")).toBeVisible();
  expect(await picker.boundingBox(), "a click must not miss when the list arrives").toEqual(place);
  await chooseNewImage(picker, await picture("our-logo.png"));
  expect(await picker.boundingBox()).toEqual(place);
  await picker.getByLabel("Alt text").fill("Evergreen");
  await expectAccessible();
  await picker.getByRole("button", { name: "Upload and preview" }).click();
  await expect(picker).toBeHidden();
  // Shown for review first: visitors see it once the person confirms.
  await expect(page.getByText("It isn't on the site yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Use this image" })).toBeFocused();
  await inspect(page, "logo-chosen", expectAccessible);
  await expect(logo).toHaveValue(/^\/storage\/v1\/object\/public\/media\/uploads\/\d+\.png$/);
  const shown = page.getByRole("img", { name: "Preview: Logo URL" });
  await expect
    .poll(() => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  const address = await logo.inputValue();
  expect(await value(site, "logo_url")).toBe("");
  await page.getByRole("button", { name: "Use this image" }).click();
  await expect.poll(() => value(site, "logo_url")).toBe(address);
  await expectOnHomePage(page, address.split("/").at(-1) ?? "");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(said(page, "Setting restored")).toBeVisible();
  await expect(page.getByText("Showing the default icon and your company name.")).toBeVisible();
  expect(await value(site, "logo_url")).toBe("");

  await page.getByRole("button", { name: "Choose an image: Logo URL" }).click();
  await expect(picker.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("searchbox", { name: "Search images" })).toBeVisible();
  await inspect(page, "settings-picker", expectAccessible);
  await picker.getByRole("searchbox", { name: "Search images" }).fill("EVERGREEN");
  await picker.getByRole("listitem").getByRole("button").click();
  await page.getByRole("button", { name: "Keep current" }).click();
  await expect(logo).toHaveValue("");
  await page.getByRole("button", { name: "Choose an image: Logo URL" }).click();
  await picker.getByRole("listitem").getByRole("button").click();
  await page.getByRole("button", { name: "Use this image" }).click();
  await expect.poll(() => value(site, "logo_url")).toBe(address);
  const write = await holdWrite(page, "site_settings");
  await page.getByRole("button", { name: "Remove: Logo URL" }).click();
  // The previous message disappears: only the last change can be undone.
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  write.goOn();
  await expect.poll(() => value(site, "logo_url")).toBe("");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => value(site, "logo_url")).toBe(address);
});

test("a color is picked or typed, shown on samples, warned about, and visitors see it", async ({
  page,
  site,
  expectAccessible,
}) => {
  await open(page, "branding");
  const main = page.locator("input[name=brand_color_primary]");
  await expect(page.getByText(/Hard to read/)).toHaveCount(0);
  const samples = page.getByRole("img", { name: /^Preview of #/ });
  await expect(samples).toHaveCount(2);
  for (const sample of await samples.all())
    expect((await sample.boundingBox())?.width, "no wider than its text").toBeLessThan(400);
  await main.fill("#88cc55");
  await expect(
    page.getByText(
      "Text in this color is hard to read on light backgrounds: its contrast is 1.7:1",
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: /^Use #[0-9A-F]{6}$/ }).click();
  await expect(page.getByText("Text in this color is hard to read")).toHaveCount(0);
  await expect(main).not.toHaveValue("#88CC55");
  await main.fill("225588");
  await expect(page.getByText(/Hard to read/)).toHaveCount(0);
  await expectAccessible();
  await main.press("Tab");
  await expect(main).toHaveValue("#225588");
  await expect.poll(() => value(site, "brand_color_primary")).toBe("#225588");
  await expectOnHomePage(page, "--brand:#225588");

  await page.getByLabel("Main brand color: pick").fill("#663399");
  await expect.poll(() => value(site, "brand_color_primary")).toBe("#663399");

  await main.fill("green");
  await main.press("Tab");
  await expect(
    page.getByText("Please enter a color as # and six digits, like #1F6E4D"),
  ).toBeVisible();
  expect(await value(site, "brand_color_primary")).toBe("#663399");
});

test("a missing image, warnings and refusals are reported, and fit every width, in light and dark", async ({
  page,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/404/);
  await open(page, "branding");
  const favicon = page.getByLabel("Favicon URL", { exact: true });
  const stored = await favicon.inputValue();
  await favicon.fill("/nothing.png");
  await expect(page.getByText(/^No image found at this address/)).toBeVisible();
  await page.locator("input[name=brand_color_primary]").fill("#88cc55");
  await page.locator("input[name=brand_color_secondary]").fill("#123456");
  await favicon.fill("no address");
  await favicon.press("Tab");
  await expect(
    page.getByText(/^Text in this color is hard to read on dark sections/),
  ).toBeVisible();
  await inspect(page, "settings-warnings", expectAccessible);
  // A closing page saves what was typed, perhaps after the next journey has started.
  await favicon.fill(stored);
});
