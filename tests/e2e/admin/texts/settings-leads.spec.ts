import { expect, settled, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { hold } from "../steps.ts";
import { asTheyBegan, open, said, value } from "./settings-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await signIn();
  await asTheyBegan(site);
});

test("a draft that arrives late leaves what was typed meanwhile", async ({ page, site }) => {
  await open(page, "privacy");
  const draft = await hold(page, "**/functions/v1/admin-system");
  const arrived = page.waitForResponse("**/functions/v1/admin-system");
  await page.getByRole("button", { name: "Insert a draft" }).click();
  const field = page.getByRole("textbox", { name: "Privacy text for visitors" });
  await field.fill("We keep nothing.");
  draft.release();
  await (await arrived).finished();
  await page.evaluate(settled);
  await expect(field).toHaveValue("We keep nothing.");
  await field.press("Tab");
  await expect.poll(() => value(site, "privacy_text")).toBe("We keep nothing.");
});

test("starts a privacy text from a draft, linked from the form", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  const get = async (path: string) => {
    const answer = await page.request.get(path);
    return { status: answer.status(), text: await answer.text() };
  };
  expect((await get("/privacy")).status).toBe(404);
  expect((await get("/sitemap.xml")).text).not.toContain("/privacy");
  expect((await get("/contact")).text).not.toContain("What we keep, and for how long");
  await open(page, "privacy");
  const SYSTEM = "**/functions/v1/admin-system";
  await page.route(SYSTEM, (route) => route.fulfill({ status: 500, json: { error: "x" } }));
  await page.getByRole("button", { name: "Insert a draft" }).click();
  await expect(said(page, "Failed to create a draft")).toBeVisible();
  await page.unroute(SYSTEM);
  await page.getByRole("button", { name: "Insert a draft" }).click();
  const field = page.getByRole("textbox", { name: "Privacy text for visitors" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/Write to hello@evergreen.example.com to learn what we keep/);
  await expect(field).toHaveValue(/its IP address, without the last part/);
  await expect(field).toHaveValue(/Calls are booked in another company's calendar/);
  await expect(field).toHaveValue(/Backups may keep these messages until we delete the backups/);
  await expect(page.getByRole("button", { name: "Insert a draft" })).toHaveCount(0);
  await field.press("Tab");
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  const months = page.getByLabel("Delete closed messages after (months)");
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
    .toContain('<a href="/privacy">What we keep, and for how long</a>');
  await page.goto("/privacy");
  await expect(page.getByRole("heading", { name: "How long we keep it" })).toBeVisible();
  await expectAccessible();
  await expect(page).toHaveTitle("Privacy | Evergreen Fulfillment");
});

test("emails a listed address about the leads it subscribed to", async ({
  page,
  site,
  expectAccessible,
}) => {
  await site.sql`delete from lead_recipients`;
  await open(page, "notices");
  await expect(
    page.getByText("Every notification goes to hello@evergreen.example.com."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add address" }).click();
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
  const notices = page.getByRole("region", { name: "Lead Notifications" });
  await expect(notices.getByText("Shopify · any volume")).toBeVisible();
  await inspect(page, "lead-notices", expectAccessible);

  const dana = "dana@evergreen.example.com";
  const [recipients] =
    await site.sql`select private.lead_recipients('{Shopify}', '0-50') as addresses`;
  expect(recipients?.addresses).toEqual([dana]);

  await notices.getByRole("button", { name: `Delete ${dana}` }).click();
  const question = page.getByRole("alertdialog", { name: "Delete address?" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(said(page, "Address deleted successfully!")).toBeVisible();
  await expect(
    page.getByText("Every notification goes to hello@evergreen.example.com."),
  ).toBeVisible();

  await page.getByRole("switch", { name: "Email me a morning digest" }).click();
  await expect(said(page, "Morning digest turned off")).toBeVisible();
  await page.reload();
  const digest = page.getByRole("switch", { name: "Email me a morning digest" });
  await expect(digest).toBeEnabled();
  await expect(digest).not.toBeChecked();
  await digest.click();
  await expect(said(page, "Morning digest turned on")).toBeVisible();
});
