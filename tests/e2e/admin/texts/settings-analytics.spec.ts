import { expect, test } from "../../fixture.ts";
import { asksBeforeUnload, holdWrite } from "../steps.ts";
import { asTheyBegan, open, said, value } from "./settings-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await signIn();
  await asTheyBegan(site);
});

test("analytics is saved by its button; ids have their form; leaving unsaved asks", async ({
  page,
  site,
  expectAccessible,
}) => {
  await open(page, "analytics");
  await expect(page.getByText("Disabled")).toHaveCount(2);
  await expect(page.getByText("Enabled")).toHaveCount(1);
  const id = page.getByLabel("Measurement ID");
  const save = page.getByRole("button", { name: "Save" });
  await page.getByRole("switch", { name: "Google Analytics" }).click();
  await expect(page.getByText("Enabled")).toHaveCount(2);
  await save.click();
  await expect(page.getByText("Please enter the ID, or turn Google Analytics off")).toBeVisible();
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

test("asks visitors first, with a question of the company's own; asking nobody warns", async ({
  page,
  site,
  expectAccessible,
}) => {
  await open(page, "analytics");
  const save = page.getByRole("button", { name: "Save" });
  const question = page.getByLabel("Question for visitors");
  const switched = page.getByRole("switch", { name: "Ask visitors first" });
  const warning = page.getByText("Google's tools load for every visitor without asking.");
  await expect(switched).toBeChecked();
  await expect(warning).toHaveCount(0);
  await question.fill(" ");
  await save.click();
  await expect(page.getByText("Please enter the question that visitors are asked")).toBeVisible();
  await expect(question).toBeFocused();
  await question.fill("x".repeat(301));
  await save.click();
  await expect(page.getByText(/^Please use at most 300 characters/)).toBeVisible();
  await question.fill("May we count you? 📦");
  await switched.click();
  await expect(warning).toBeVisible();
  await expectAccessible();
  await save.click();
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  await expect.poll(() => value(site, "consent_ask")).toBe("false");
  expect(await value(site, "consent_text")).toBe("May we count you? 📦");
});

test("keeps what is typed while analytics is saved", async ({ page, site }) => {
  await open(page, "analytics");
  const id = page.getByLabel("Measurement ID");
  const container = page.getByLabel("Container ID");
  await id.fill("G-SENT1");
  await container.fill("gtm-sent1");
  const first = await holdWrite(page, "site_settings");
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  await id.fill("G-LATER1");
  first.goOn();
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  await expect(container).toHaveValue("GTM-SENT1");
  await expect(id).toHaveValue("G-LATER1");
  expect(await value(site, "ga_measurement_id")).toBe("G-SENT1");
  await save.click();
  await expect.poll(() => value(site, "ga_measurement_id")).toBe("G-LATER1");
  expect(await value(site, "gtm_container_id")).toBe("GTM-SENT1");
});

test("does not retry a failed save of analytics after further typing", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await open(page, "analytics");
  const id = page.getByLabel("Measurement ID");
  const save = page.getByRole("button", { name: "Save" });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") sent.push(request.postDataJSON().setting_value);
  });
  await id.fill("G-SENT1");
  const first = await holdWrite(page, "site_settings");
  await save.click();
  await id.fill("G-LATER1");
  first.fail();
  await expect(said(page, "Failed to update setting")).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await id.fill("G-LAST1");
  await save.click();
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  expect(sent).toEqual(["G-SENT1", "G-LAST1"]);
});

test("does not retry a failed save of analytics after they were discarded", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await open(page, "analytics");
  await page.getByLabel("Measurement ID").fill("G-LEFT1");
  const left = await holdWrite(page, "site_settings");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("tab", { name: "General" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByLabel("Company name")).toBeVisible();
  left.fail();
  await expect(said(page, "Failed to update setting")).toBeVisible();
  expect(await asksBeforeUnload(page), "something still waits to be saved").toBe(false);
});

test("does not overwrite someone else's analytics settings", async ({ page, site }) => {
  await open(page, "analytics");
  const id = page.getByLabel("Container ID");
  await site.sql`
    update site_settings set setting_value = 'GTM-THEIRS' where setting_key = 'gtm_container_id'`;
  await site.sql`
    update site_settings set setting_value = 'G-THEIRS' where setting_key = 'ga_measurement_id'`;
  await id.fill("GTM-MINE");
  await page.getByRole("button", { name: "Save" }).click();
  const versions = page.getByRole("dialog", {
    name: "This was changed while you were editing",
  });
  await expect(versions.getByText("GTM-THEIRS")).toBeVisible();
  await versions.getByRole("button", { name: "Save your version" }).click();
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  expect(await value(site, "gtm_container_id")).toBe("GTM-MINE");
  expect(await value(site, "ga_measurement_id")).toBe("G-THEIRS");
});

test("saves analytics once, and shows others' saves", async ({ page, site }) => {
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

test("keeps typed analytics settings through a reload", async ({ page, site }) => {
  page.on("dialog", (question) => void question.accept());
  await open(page, "analytics");
  const id = page.getByLabel("Measurement ID");
  const restored = page.getByText("Unsaved changes restored.");
  const before = await id.inputValue();
  await id.fill("G-HALF");
  await page.reload();
  await expect(id).toHaveValue("G-HALF");
  await page.getByRole("button", { name: /^Discard the restored changes/ }).click();
  await expect(id).toHaveValue(before);
  await page.reload();
  await expect(id).toHaveValue(before);
  await expect(restored).toHaveCount(0);

  await id.fill("G-WHOLE1");
  await page.reload();
  await expect(restored).toBeVisible();
  // A value that someone else saved meanwhile is not overwritten.
  await site.sql`
    update site_settings set setting_value = 'GTM-THEIRS' where setting_key = 'gtm_container_id'`;
  await page.getByRole("button", { name: "Save" }).click();
  await expect(said(page, "Setting updated successfully!")).toBeVisible();
  await expect(restored).toHaveCount(0);
  expect(await value(site, "ga_measurement_id")).toBe("G-WHOLE1");
  expect(await value(site, "gtm_container_id")).toBe("GTM-THEIRS");
});
