import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { asTheyBegan, open, said, value } from "./settings-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await signIn();
  await asTheyBegan(site);
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
