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

test("a privacy text is begun from a draft, and visitors find it where they write", async ({
  page,
  site,
  expectAccessible,
}) => {
  const get = async (path: string) => {
    const answer = await page.request.get(path);
    return { status: answer.status(), text: await answer.text() };
  };
  expect((await get("/privacy")).status).toBe(404);
  expect((await get("/sitemap.xml")).text).not.toContain("/privacy");
  expect((await get("/contact")).text).not.toContain("What we keep, and how long");
  await open(page, "privacy");
  await page.getByRole("button", { name: "Start from a draft" }).click();
  const field = page.getByRole("textbox", { name: "Privacy text for visitors" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/Write to hello@evergreen.example.com to learn what we keep/);
  await expect(page.getByRole("button", { name: "Start from a draft" })).toHaveCount(0);
  await field.press("Tab");
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  const months = page.getByLabel("Months until closed messages go");
  await months.fill("121");
  await months.press("Tab");
  await expect(page.getByText("Please enter a whole number of months, 1 to 120")).toBeVisible();
  await months.fill("6");
  await months.press("Tab");
  await expect.poll(() => value(site, "delete_closed_months")).toBe("6");

  await expect.poll(async () => (await get("/privacy")).status, { intervals: [50] }).toBe(200);
  await expect
    .poll(async () => (await get("/sitemap.xml")).text, { intervals: [50] })
    .toContain("/privacy");
  await expect
    .poll(async () => (await get("/contact")).text, { intervals: [50] })
    .toContain('<a href="/privacy">What we keep, and how long</a>');
  await page.goto("/privacy");
  await expect(page.getByRole("heading", { name: "How long we keep it" })).toBeVisible();
  await expectAccessible();
  await expect(page).toHaveTitle("Privacy | Evergreen Fulfillment");
});

for (const tab of ["general", "branding", "social", "analytics", "privacy"])
  test(`the ${tab} tab fits every width, in light and dark`, async ({ page, expectAccessible }) => {
    await open(page, tab);
    await inspect(page, `settings-${tab}`, expectAccessible);
  });

test("an address that is listed gets the notices of the leads it wants", async ({
  page,
  site,
  expectAccessible,
}) => {
  await site.sql`delete from lead_recipients`;
  await open(page, "notices");
  await expect(page.getByText("Every notice goes to hello@evergreen.example.com.")).toBeVisible();
  await page.getByRole("button", { name: "Add an address" }).click();
  const dialog = page.getByRole("dialog", { name: "New address" });
  await dialog.getByLabel("Email").fill("dana at evergreen");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(
    dialog.getByText("Please enter an email address, like hello@company.com"),
  ).toBeVisible();
  await dialog.getByLabel("Email").fill("Dana@Evergreen.example.com ");
  await dialog.getByRole("checkbox", { name: "Shopify" }).check();
  await inspect(page, "lead-notices-dialog", expectAccessible);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(said(page, "Address saved")).toBeVisible();
  const notices = page.getByRole("region", { name: "Lead Notices" });
  await expect(notices.getByText("Shopify · any volume")).toBeVisible();
  await inspect(page, "lead-notices", expectAccessible);

  const dana = "dana@evergreen.example.com";
  const [told] = await site.sql`select private.lead_recipients('{Shopify}', '0-50') as addresses`;
  expect(told?.addresses).toEqual([dana]);

  await notices.getByRole("button", { name: `Delete ${dana}` }).click();
  const question = page.getByRole("alertdialog", { name: "Delete this address?" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(said(page, "Address deleted successfully!")).toBeVisible();
  await expect(page.getByText("Every notice goes to hello@evergreen.example.com.")).toBeVisible();

  await page.getByRole("switch", { name: "Mail me a digest in the morning" }).click();
  await expect(said(page, "You get no digest any more")).toBeVisible();
  await page.reload();
  const digest = page.getByRole("switch", { name: "Mail me a digest in the morning" });
  await expect(digest).toBeEnabled();
  await expect(digest).not.toBeChecked();
  await digest.click();
  await expect(said(page, "You get the digest from the next work day on")).toBeVisible();
});
