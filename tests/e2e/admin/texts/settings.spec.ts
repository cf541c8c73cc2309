import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { asTheyBegan, expectOnHomePage, open, said, value } from "./settings-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await signIn();
  await asTheyBegan(site);
});

test("a text saves when its field is left, and visitors see it", async ({
  page,
  site,
  expectAccessible,
}) => {
  await page.goto("/admin/dashboard");
  await page.getByRole("navigation", { name: "Admin" }).getByText("Site Settings").click();
  const name = page.getByLabel("Company name");
  await expect(name).toHaveValue("Evergreen Fulfillment");
  await expect(page.getByText("Name in the header, footer and emails")).toBeVisible();
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

test("checks addresses and numbers, and completes obvious ones", async ({ page, site }) => {
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

  const social = page.getByRole("tab", { name: "Social Media" });
  await social.click();
  const warning = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await warning.getByRole("button", { name: "Discard changes" }).click();
  // The warning gives the focus back last. A field that had it by then would be left, and checked.
  await expect(social).toBeFocused();
  const facebook = page.getByLabel("Facebook URL");
  await facebook.fill("my page");
  // This Enter accepts a suggestion of an input method.
  await facebook.dispatchEvent("keydown", { key: "Enter", isComposing: true });
  await expect(facebook).toHaveValue("my page");
  expect(await page.getByText(/^Please enter a full web address/).count()).toBe(0);
  await facebook.press("Enter");
  await expect(page.getByText(/^Please enter a full web address/)).toBeVisible();
  await facebook.fill("https://ana:secret@facebook.com/evergreen");
  await facebook.press("Tab");
  await expect(page.getByText(/^Please remove the user name and password/)).toBeVisible();
  await facebook.fill("facebook.com/evergreen");
  await facebook.press("Enter");
  await expect(facebook).toHaveValue("https://facebook.com/evergreen");
  await expect(facebook).toBeFocused();
  await expect.poll(() => value(site, "facebook_url")).toBe("https://facebook.com/evergreen");
});

test("offers both versions of a setting changed by someone else", async ({
  page,
  site,
  expectAccessible,
}) => {
  await open(page);
  const name = page.getByLabel("Company name");
  const theirs = (words: string) =>
    site.sql`update site_settings set setting_value = ${words} where setting_key = 'company_name'`;
  const versions = page.getByRole("dialog", {
    name: "This was changed while you were editing",
  });

  await theirs("Theirs");
  await name.fill("Mine");
  await name.press("Tab");
  await expect(versions.getByText("Theirs")).toBeVisible();
  await expect(versions.getByText("Mine")).toBeVisible();
  await inspect(page, "settings-stale", expectAccessible);
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
    description: "Instagram profile. Leave empty to hide the link.",
  });
});

test("requires company name and title, and notes blank settings", async ({
  page,
  site,
  request,
}) => {
  await open(page);
  for (const [label, key, words] of [
    ["Company name", "company_name", "Please enter the company name. It appears on every page"],
    [
      "Site title",
      "site_title",
      "Please enter a title. It appears in browser tabs and search results",
    ],
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
  await expect(phone).toHaveAccessibleDescription("Visitors won't see a phone number.");
  await phone.fill(number);
  const description = page.getByLabel("Site description", { exact: true });
  const stored = await description.inputValue();
  await description.fill("x".repeat(200));
  await expect(page.getByText("200 of about 155")).toBeVisible();
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await page.setViewportSize({ width: 375, height: 812 });
  await expect.poll(overflow, "a long word scrolls sideways").toBe(0);
  // A closing page saves what was typed, perhaps after the next journey has started.
  await description.fill(stored);
});

test("each tab fits every width, in light and dark, with input types that match the settings", async ({
  page,
  expectAccessible,
}) => {
  test.slow();
  for (const [tab, types] of Object.entries({
    general: { "Contact email": "email", "Contact phone": "tel" },
    branding: {
      "Logo URL": "url",
      "Favicon URL": "url",
      "Sharing image URL": "url",
      "Main brand color: pick": "color",
    },
    social: { "Facebook URL": "url" },
    analytics: {},
    privacy: {},
  })) {
    await open(page, tab);
    for (const [label, type] of Object.entries(types))
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("type", type);
    await inspect(page, `settings-${tab}`, expectAccessible);
  }
  await open(page);
  expect(await page.getByLabel("Site description").evaluate((node) => node.tagName)).toBe(
    "TEXTAREA",
  );
  await page.getByRole("tab", { name: "Social Media" }).click();
  await expect(page).toHaveURL(/tab=social/);
  await page.goBack();
  await expect(page.getByLabel("Company name")).toBeVisible();
});
