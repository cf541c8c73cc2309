import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { actAfterSessionEnds, giveRightsBack, signInAgain, takeRightsAway } from "../steps.ts";
import { asTheyBegan, open, said, value } from "./settings-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await signIn();
  await asTheyBegan(site);
});

test("keeps the text of a failed save, with a retry", async ({ page, site, expectConsole }) => {
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

test("signs in again in place, from a field and the form", async ({
  page,
  site,
  expectConsole,
  expectAccessible,
}) => {
  // The frame's own requests may fail too: the onboarding request of someone signed out gets 403.
  expectConsole(/status of 40[013]/);
  await open(page);
  const name = page.getByLabel("Company name");
  await name.fill("Cedar 🌲");
  await actAfterSessionEnds(site, name, "blur");
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  await inspect(page, "session-ended", expectAccessible);
  await signInAgain(page);
  await expect(said(page, "Your unsaved text is saved now")).toBeVisible();
  await expect(name).toHaveValue("Cedar 🌲");
  await expect.poll(() => value(site, "company_name")).toBe("Cedar 🌲");

  await page.getByRole("tab", { name: "Analytics" }).click();
  const id = page.getByLabel("Measurement ID");
  await id.fill("G-AB12CD34EF");
  await actAfterSessionEnds(site, page.getByRole("button", { name: "Save" }));
  await signInAgain(page);
  await expect(id).toHaveValue("G-AB12CD34EF");
  await expect.poll(() => value(site, "ga_measurement_id")).toBe("G-AB12CD34EF");
});

test("keeps an offline text through a reload, and saves it when online", async ({
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
  // Not injected: The unsaved-changes prompt would block this call, so the reload starts after it returns.
  await page.evaluate(() => setTimeout(() => window.location.reload()));
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await expect(name).toHaveValue("Typed in a tunnel");
  await context.setOffline(false);
  await expect(said(page, "Your unsaved text is saved now")).toBeVisible();
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

test("explains a failed load, and retries", async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED|Failed to fetch/);
  await page.route("**/rest/v1/site_settings*", (route) => route.abort());
  await page.goto("/admin/settings");
  await expect(page.getByText(/^Failed to load settings: /)).toBeVisible();
  await page.unroute("**/rest/v1/site_settings*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Company name")).toBeVisible();
});

test("explains failed changes of lead emails, and keeps the text", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|Failed to fetch/);
  await site.sql`delete from lead_recipients`;
  await site.sql`insert into lead_recipients (email) values ('dana@evergreen.example.com')`;
  const questions = ["**/rest/v1/lead_recipients*", "**/rpc/my_digest", "**/rpc/my_weekly"];
  for (const question of questions) await page.route(question, (route) => route.abort());
  await open(page, "notices");
  await expect(page.getByText(/^Failed to load the addresses: /)).toBeVisible();
  await expect(page.getByText(/^Failed to load your morning digest: /)).toBeVisible();
  await expect(page.getByText(/^Failed to load your weekly report: /)).toBeVisible();
  for (const question of questions) await page.unroute(question);
  await page.getByRole("button", { name: "Try again" }).first().click();
  const remove = page.getByRole("button", { name: "Delete dana@evergreen.example.com" });
  await expect(remove).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).first().click();
  const digest = page.getByRole("switch", { name: "Email me a morning digest" });
  await expect(digest).toBeEnabled();
  await page.getByRole("button", { name: "Try again" }).click();
  const weekly = page.getByRole("switch", { name: "Email me the weekly report" });
  await expect(weekly).toBeEnabled();

  await page.route("**/rpc/set_my_digest", (route) => route.abort());
  await digest.click();
  await expect(said(page, /^Failed to change your morning digest/)).toBeVisible();
  await expect(digest).toBeChecked();
  await page.route("**/rpc/set_my_weekly", (route) => route.abort());
  await weekly.click();
  await expect(said(page, /^Failed to change your weekly report/)).toBeVisible();
  await expect(weekly).not.toBeChecked();
  await page.route("**/rest/v1/lead_recipients*", (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  await remove.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(said(page, /^Failed to delete the address/)).toBeVisible();
  await expect(remove).toBeVisible();
  await page.getByRole("button", { name: "Add address" }).click();
  const dialog = page.getByRole("dialog", { name: "New address" });
  await dialog.getByLabel("Email").fill("lee@evergreen.example.com");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText(/^Failed to save the address: /)).toBeVisible();
  await expect(dialog.getByLabel("Email")).toHaveValue("lee@evergreen.example.com");
});

test("reports lost access, and keeps the text", async ({ page, site }) => {
  await open(page);
  await takeRightsAway(site, page);
  try {
    const name = page.getByLabel("Company name");
    await name.fill("Mine no more");
    await name.press("Tab");
    await expect(said(page, "Failed to update setting: You no longer have access")).toBeVisible();
    await expect(name).toHaveValue("Mine no more");
    expect(await value(site, "company_name")).toBe("Evergreen Fulfillment");
  } finally {
    await giveRightsBack(site);
  }
});
