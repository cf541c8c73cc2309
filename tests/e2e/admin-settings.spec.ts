import type { Page } from "@playwright/test";
import { picture } from "#tests/support/png.ts";
import type { Site } from "#tests/support/site.ts";
import { endSession, giveRightsBack, signInAgain, takeRightsAway } from "./admin-steps.ts";
import { expect, test } from "./fixture.ts";
import { inspect } from "./pictures.ts";

test.beforeEach(async ({ site, signIn }) => {
  await signIn();
  await site.sql`
    update site_settings set setting_value = case setting_key
      when 'company_name' then 'Evergreen Fulfillment'
      when 'contact_email' then 'hello@evergreen.example.com'
      when 'brand_color_primary' then '#1F6E4D'
      when 'brand_color_secondary' then '#F2A33A'
      when 'ga_enabled' then 'false' when 'gtm_enabled' then 'false' else '' end
    where setting_key in ('company_name', 'contact_email', 'brand_color_primary',
      'brand_color_secondary', 'logo_url', 'facebook_url', 'ga_enabled', 'gtm_enabled',
      'ga_measurement_id', 'gtm_container_id')`;
});

const said = (page: Page, words: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).getByText(words);

async function open(page: Page, tab = "") {
  await page.goto(`/admin/settings${tab && `?tab=${tab}`}`);
  await expect(page.getByRole("tabpanel")).toBeVisible();
}

async function value(site: Site, key: string): Promise<string | undefined> {
  const [row] = await site.sql`select setting_value from site_settings where setting_key = ${key}`;
  return row?.setting_value;
}

/** What a visitor gets, asked anew until it holds the words; `npm run bench:changes` says how soon. */
const expectOnHomePage = (page: Page, words: string) =>
  expect
    .poll(async () => (await page.request.get("/")).text(), { intervals: [50] })
    .toContain(words);

test("a text saves when its field is left, and visitors see it", async ({
  page,
  site,
  expectAccessible,
}) => {
  await page.goto("/admin/dashboard");
  await page.getByRole("navigation", { name: "Admin" }).getByText("Site Settings").click();
  const name = page.getByLabel("Company name");
  await expect(name).toHaveValue("Evergreen Fulfillment");
  await expect(page.getByText("Name in the header, the footer and e-mails")).toBeVisible();
  await expectAccessible();

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/rest/v1/site_settings*", async (route) => {
    if (route.request().method() === "PATCH") await held;
    await route.continue();
  });
  await name.fill("  Cedar Fulfillment ");
  await name.press("Tab");
  await expect(page.getByText("Saving...")).toBeVisible();
  release();
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(name).toHaveValue("Cedar Fulfillment");
  expect(await value(site, "company_name")).toBe("Cedar Fulfillment");
  await expectOnHomePage(page, "Cedar Fulfillment");
});

test("the inputs are of the kind that they ask for", async ({ page }) => {
  await open(page);
  await expect(page.getByLabel("Contact email")).toHaveAttribute("type", "email");
  await expect(page.getByLabel("Contact phone")).toHaveAttribute("type", "tel");
  expect(await page.getByLabel("Site description").evaluate((node) => node.tagName)).toBe(
    "TEXTAREA",
  );
  await page.getByRole("tab", { name: "Social Media" }).click();
  await expect(page).toHaveURL(/tab=social/);
  await expect(page.getByLabel("Facebook URL")).toHaveAttribute("type", "url");
  await page.goBack();
  await expect(page.getByLabel("Company name")).toBeVisible();
  await page.goto("/admin/settings?tab=branding");
  for (const label of ["Logo URL", "Favicon URL", "Sharing image URL"])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("type", "url");
  await expect(page.getByLabel("Main brand color: pick")).toHaveAttribute("type", "color");
});

test("addresses and numbers are checked before they are saved; what is plainly meant is completed", async ({
  page,
  site,
}) => {
  await open(page);
  const email = page.getByLabel("Contact email");
  await email.fill("hello at evergreen");
  await email.press("Tab");
  await expect(
    page.getByText("Please enter an email address, like hello@company.com"),
  ).toBeVisible();
  await expect(page.getByText("Not saved")).toBeVisible();
  await expect(email).toHaveValue("hello at evergreen");
  expect(await value(site, "contact_email")).toBe("hello@evergreen.example.com");

  await page.getByRole("tab", { name: "Social Media" }).click();
  const warning = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await warning.getByRole("button", { name: "Discard changes" }).click();
  const facebook = page.getByLabel("Facebook URL");
  await facebook.fill("my page");
  await facebook.press("Tab");
  await expect(page.getByText(/^Please enter a whole web address/)).toBeVisible();
  await facebook.fill("facebook.com/evergreen");
  await facebook.press("Tab");
  await expect(facebook).toHaveValue("https://facebook.com/evergreen");
  await expect.poll(() => value(site, "facebook_url")).toBe("https://facebook.com/evergreen");
});

test("a save that fails keeps the text and can be tried again", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await open(page);
  await page.route("**/rest/v1/site_settings*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 500, body: "{}" })
      : route.continue(),
  );
  const name = page.getByLabel("Company name");
  await name.fill("Typed in a tunnel");
  await name.press("Tab");
  await expect(said(page, /^Failed to update setting: /)).toBeVisible();
  await expect(page.getByText("Not saved")).toBeVisible();
  await expect(name).toHaveValue("Typed in a tunnel");

  await page.getByRole("navigation", { name: "Admin" }).getByText("Dashboard").click();
  const warning = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await warning.getByRole("button", { name: "Keep editing" }).click();
  await page.unroute("**/rest/v1/site_settings*");
  await page.getByRole("tabpanel").getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => value(site, "company_name")).toBe("Typed in a tunnel");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
});

test("what someone else changed meanwhile is not written over: both versions, and a choice", async ({
  page,
  site,
  expectAccessible,
}) => {
  await open(page);
  const name = page.getByLabel("Company name");
  const theirs = (words: string) =>
    site.sql`update site_settings set setting_value = ${words} where setting_key = 'company_name'`;
  const versions = page.getByRole("dialog", { name: "Someone else changed this meanwhile" });

  await theirs("Theirs");
  await name.fill("Mine");
  await name.press("Tab");
  await expect(versions.getByText("Theirs")).toBeVisible();
  await expect(versions.getByText("Mine")).toBeVisible();
  await expectAccessible();
  await versions.getByRole("button", { name: "Use the saved version" }).click();
  await expect(name).toHaveValue("Theirs");

  await theirs("Theirs again");
  await name.fill("Mine again");
  await name.press("Tab");
  await versions.getByRole("button", { name: "Save your version" }).click();
  await expect.poll(() => value(site, "company_name")).toBe("Mine again");
});

test("a setting without a row is added", async ({ page, site }) => {
  await site.sql`delete from site_settings where setting_key = 'instagram_url'`;
  await open(page, "social");
  const instagram = page.getByLabel("Instagram URL");
  await instagram.fill("instagram.com/evergreen");
  await instagram.press("Tab");
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  const [row] = await site.sql`select * from site_settings where setting_key = 'instagram_url'`;
  expect(row).toMatchObject({
    setting_value: "https://instagram.com/evergreen",
    setting_type: "url",
    description: "Instagram profile; blank hides the link",
  });
});

test("a logo comes from the library or is uploaded on the spot, and visitors see it", async ({
  page,
  site,
  expectAccessible,
}) => {
  test.slow();
  await open(page, "branding");
  const logo = page.getByLabel("Logo URL", { exact: true });
  await page.getByRole("button", { name: "Choose an image: Logo URL" }).click();
  const picker = page.getByRole("dialog", { name: "Choose an image: Logo URL" });
  await expect(picker.getByText("No media files found")).toBeVisible();
  await picker.getByRole("button", { name: "Upload a new image" }).click();
  const chooser = page.waitForEvent("filechooser");
  await picker.getByRole("button", { name: "Choose an image" }).click();
  await (await chooser).setFiles(await picture("our-logo.png"));
  await picker.getByLabel("Alt text").fill("Evergreen");
  await expectAccessible();
  await picker.getByRole("button", { name: "Upload and use" }).click();
  await expect(picker).toBeHidden();
  // Looked at first: visitors see it when the person says so.
  await expect(page.getByText("It is not on the site yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Use this picture" })).toBeFocused();
  await inspect(page, "logo-chosen", expectAccessible);
  await expect(logo).toHaveValue(/^\/storage\/v1\/object\/public\/media\/uploads\/\d+\.png$/);
  const shown = page.getByRole("img", { name: "Preview: Logo URL" });
  await expect
    .poll(() => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  const address = await logo.inputValue();
  expect(await value(site, "logo_url")).toBe("");
  await page.getByRole("button", { name: "Use this picture" }).click();
  await expect.poll(() => value(site, "logo_url")).toBe(address);
  await expectOnHomePage(page, address.split("/").at(-1) ?? "");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(said(page, "Setting restored")).toBeVisible();
  await expect(page.getByText("The built-in mark and the company name are used.")).toBeVisible();
  expect(await value(site, "logo_url")).toBe("");

  await page.getByRole("button", { name: "Choose an image: Logo URL" }).click();
  await expect(picker.getByRole("listitem")).toHaveCount(1);
  await expectAccessible();
  await picker.getByRole("searchbox", { name: "Search images" }).fill("EVERGREEN");
  await picker.getByRole("listitem").getByRole("button").click();
  await page.getByRole("button", { name: "Keep the old one" }).click();
  await expect(logo).toHaveValue("");
  await page.getByRole("button", { name: "Choose an image: Logo URL" }).click();
  await picker.getByRole("listitem").getByRole("button").click();
  await page.getByRole("button", { name: "Use this picture" }).click();
  await expect.poll(() => value(site, "logo_url")).toBe(address);
  await page.getByRole("button", { name: "Remove: Logo URL" }).click();
  await expect.poll(() => value(site, "logo_url")).toBe("");
  // The message before it goes: only the last change can be undone.
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => value(site, "logo_url")).toBe(address);
});

test("the company keeps a name and the site a title; what else is blank is said to be missing", async ({
  page,
  site,
  request,
}) => {
  await open(page);
  for (const [label, key, words] of [
    ["Company name", "company_name", "Please enter the company's name: every page shows it"],
    ["Site title", "site_title", "Please enter a title: browser tabs and search results show it"],
  ] as const) {
    const before = await value(site, key);
    const field = page.getByLabel(label);
    await field.fill(" ");
    await field.press("Tab");
    await expect(field).toHaveAccessibleDescription(new RegExp(words));
    expect(await value(site, key)).toBe(before);
    await field.fill(before ?? "");
  }
  expect(await (await request.get("/")).text()).not.toMatch(/<title>\s*</);
  const phone = page.getByLabel("Contact phone");
  const number = await phone.inputValue();
  await phone.fill("");
  await expect(phone).toHaveAccessibleDescription("Visitors see no phone number.");
  await phone.fill(number);
  await page.getByLabel("Site description").fill("x".repeat(200));
  await expect(page.getByText("200 of about 155")).toBeVisible();
});

test("a picture that is not there is said to be missing", async ({ page, expectConsole }) => {
  expectConsole(/404/);
  await open(page, "branding");
  await page.getByLabel("Favicon URL", { exact: true }).fill("/nothing.png");
  await expect(page.getByText(/^There is no picture at this address/)).toBeVisible();
});

test("a color is picked or typed, shown on samples, warned about, and visitors see it", async ({
  page,
  site,
  expectAccessible,
}) => {
  await open(page, "branding");
  const main = page.locator("input[name=brand_color_primary]");
  await expect(page.getByText(/Hard to read/)).toHaveCount(0);
  await main.fill("#88cc55");
  await expect(
    page.getByText("Hard to read: words in this color on light ground. The contrast is 1.7:1"),
  ).toBeVisible();
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

test("analytics is saved by its button; ids have their form; leaving unsaved asks", async ({
  page,
  site,
  expectAccessible,
}) => {
  await open(page, "analytics");
  await expect(page.getByText("Disabled")).toHaveCount(2);
  const id = page.getByLabel("Measurement ID");
  const save = page.getByRole("button", { name: "Save" });
  await page.getByRole("switch", { name: "Google Analytics" }).click();
  await expect(page.getByText("Enabled")).toBeVisible();
  await save.click();
  await expect(page.getByText("Please enter the ID, or switch Google Analytics off")).toBeVisible();
  await expect(id).toBeFocused();
  await id.fill("UA-12345-6");
  await save.click();
  await expect(
    page.getByText(/^A measurement ID is G- followed by letters and digits/),
  ).toBeVisible();
  await expectAccessible();
  expect(await value(site, "ga_enabled")).toBe("false");

  await page.getByRole("tab", { name: "General" }).click();
  const warning = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await warning.getByRole("button", { name: "Keep editing" }).click();
  await id.fill("g-ab12cd34ef");
  await save.click();
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  await expect(id).toHaveValue("G-AB12CD34EF");
  expect(await value(site, "ga_enabled")).toBe("true");
  expect(await value(site, "ga_measurement_id")).toBe("G-AB12CD34EF");
  await page.getByRole("tab", { name: "General" }).click();
  await expect(page.getByLabel("Company name")).toBeVisible();
});

test("analytics that someone else changed meanwhile is not written over", async ({
  page,
  site,
}) => {
  await open(page, "analytics");
  const id = page.getByLabel("Container ID");
  await site.sql`
    update site_settings set setting_value = 'GTM-THEIRS' where setting_key = 'gtm_container_id'`;
  await site.sql`
    update site_settings set setting_value = 'G-THEIRS' where setting_key = 'ga_measurement_id'`;
  await id.fill("GTM-MINE");
  await page.getByRole("button", { name: "Save" }).click();
  const versions = page.getByRole("dialog", { name: "Someone else changed this meanwhile" });
  await expect(versions.getByText("GTM-THEIRS")).toBeVisible();
  await versions.getByRole("button", { name: "Save your version" }).click();
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  expect(await value(site, "gtm_container_id")).toBe("GTM-MINE");
  expect(await value(site, "ga_measurement_id")).toBe("G-THEIRS");
});

test("analytics saves once however often its button is pressed, and shows what others save", async ({
  page,
  site,
}) => {
  await page.clock.install();
  await open(page, "analytics");
  const id = page.getByLabel("Measurement ID");
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") writes.push(request.url());
  });
  await id.fill("G-MINE");
  await page.getByRole("button", { name: "Save" }).dblclick();
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  expect(writes).toHaveLength(1);

  await site.sql`
    update site_settings set setting_value = 'G-THEIRS' where setting_key = 'ga_measurement_id'`;
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(id).toHaveValue("G-THEIRS");
});

test("a session that ends mid-edit is taken up in place, in a field and in the form", async ({
  page,
  site,
  expectConsole,
  expectAccessible,
}) => {
  expectConsole(/status of 40[01]/);
  await open(page);
  const name = page.getByLabel("Company name");
  await name.fill("Cedar 🌲");
  await endSession(page, site);
  await name.press("Tab");
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  await inspect(page, "session-ended", expectAccessible);
  await signInAgain(page);
  await expect(said(page, "The text that waited is saved now")).toBeVisible();
  await expect(name).toHaveValue("Cedar 🌲");
  await expect.poll(() => value(site, "company_name")).toBe("Cedar 🌲");

  await page.getByRole("tab", { name: "Analytics" }).click();
  const id = page.getByLabel("Measurement ID");
  await id.fill("G-AB12CD34EF");
  await endSession(page, site);
  await page.getByRole("button", { name: "Save" }).click();
  await signInAgain(page);
  await expect(id).toHaveValue("G-AB12CD34EF");
  await expect.poll(() => value(site, "ga_measurement_id")).toBe("G-AB12CD34EF");
});

test("offline the text stays, is saved once there is a network, through a reload that asks first; very long words do no harm", async ({
  page,
  site,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await open(page);
  const name = page.getByLabel("Company name");
  await context.setOffline(true);
  await name.fill("Typed in a tunnel");
  await name.press("Tab");
  await expect(said(page, /^Failed to update setting: You're offline/)).toBeVisible();
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => window.location.reload()));
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await expect(name).toHaveValue("Typed in a tunnel");
  await context.setOffline(false);
  await expect(said(page, "The text that waited is saved now")).toBeVisible();
  await expect.poll(() => value(site, "company_name")).toBe("Typed in a tunnel");

  await name.fill("W".repeat(5001));
  await name.press("Tab");
  await expect(page.getByText("Please use at most 5,000 characters")).toBeVisible();
  await name.fill("W".repeat(900));
  await name.press("Tab");
  await expect.poll(() => value(site, "company_name")).toHaveLength(900);
  await page.setViewportSize({ width: 375, height: 812 });
  for (const path of ["/admin/settings", "/"]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      path,
    ).toBe(0);
  }
});

test("a failed load says why, and tries again", async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED|Failed to fetch/);
  await page.route("**/rest/v1/site_settings*", (route) => route.abort());
  await page.goto("/admin/settings");
  await expect(page.getByText(/^Failed to load settings: /)).toBeVisible();
  await page.unroute("**/rest/v1/site_settings*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Company name")).toBeVisible();
});

test("someone whose admin rights were taken away meanwhile is told, and keeps the text", async ({
  page,
  site,
}) => {
  await open(page);
  await takeRightsAway(site);
  try {
    const name = page.getByLabel("Company name");
    await name.fill("Mine no more");
    await name.press("Tab");
    await expect(
      said(page, "Failed to update setting: You no longer have admin rights"),
    ).toBeVisible();
    await expect(name).toHaveValue("Mine no more");
    expect(await value(site, "company_name")).toBe("Evergreen Fulfillment");
  } finally {
    await giveRightsBack(site);
  }
});

for (const tab of ["general", "branding", "social", "analytics"])
  test(`the ${tab} tab fits every width, in light and dark`, async ({ page, expectAccessible }) => {
    await open(page, tab);
    await inspect(page, `settings-${tab}`, expectAccessible);
  });

test("warnings and refusals fit every width, in light and dark", async ({
  page,
  expectAccessible,
}) => {
  await open(page, "branding");
  await page.locator("input[name=brand_color_primary]").fill("#88cc55");
  await page.locator("input[name=brand_color_secondary]").fill("#123456");
  await page.getByLabel("Favicon URL", { exact: true }).fill("no address");
  await page.getByLabel("Favicon URL", { exact: true }).press("Tab");
  await expect(
    page.getByText(/^Hard to read: words in this color on the dark sections/),
  ).toBeVisible();
  await inspect(page, "settings-warnings", expectAccessible);
});

test("the choice of versions fits every width, in light and dark", async ({
  page,
  site,
  expectAccessible,
}) => {
  await open(page);
  const name = page.getByLabel("Company name");
  await expect(name).toHaveValue("Evergreen Fulfillment");
  await site.sql`
    update site_settings set setting_value = 'Theirs now' where setting_key = 'company_name'`;
  await name.fill("Mine");
  await name.press("Tab");
  await expect(page.getByRole("dialog").getByText("Theirs now")).toBeVisible();
  await inspect(page, "settings-stale", expectAccessible);
});

test("the picker fits every width, in light and dark", async ({ page, expectAccessible }) => {
  await open(page, "branding");
  await page.getByRole("button", { name: "Choose an image: Logo URL" }).click();
  await expect(page.getByRole("searchbox", { name: "Search images" })).toBeVisible();
  await inspect(page, "settings-picker", expectAccessible);
});
