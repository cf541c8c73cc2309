import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { open, said, value } from "./settings-steps.ts";

test("hours are set by the day in the company's zone, and the sign on the contact page follows", async ({
  page,
  site,
  signIn,
  expectAccessible,
}) => {
  test.slow();
  await signIn();
  await withTablesRestored(site.sql, ["site_settings", "site_content"], async () => {
    const hours = () => value(site, "opening_hours");
    await open(page);
    const zone = page.getByLabel("Time zone", { exact: true });
    await expect(zone).toHaveValue("America/Los_Angeles");
    await zone.fill("EST");
    await zone.press("Tab");
    await expect(page.getByText("Please choose a time zone from the list")).toBeVisible();
    await expect(page.locator("datalist option").first()).toHaveAttribute("label", "Eastern Time");
    await zone.fill("Eastern");
    await zone.press("Tab");
    await expect(said(page, "Setting updated successfully!")).toBeVisible();
    await expect(zone).toHaveValue("America/New_York");
    expect(await value(site, "time_zone")).toBe("America/New_York");

    // The lines on the contact page still say "PST".
    await expect(
      page.getByText("The contact page says PST, but these hours are in America/New_York."),
    ).toBeVisible();
    await expect(page.getByText("Currently taken from the contact page.")).toBeVisible();
    await expect(page.getByLabel("Saturday closes")).toHaveValue("14:00");
    const week = (monday: string) =>
      ["Mo", "Tu", "We", "Th", "Fr"]
        .map((day) => `${day} ${day === "Mo" ? monday : "08:00-18:00"}`)
        .join("; ");
    await page.getByRole("checkbox", { name: "Open on Saturday" }).uncheck();
    await expect.poll(hours).toBe(week("08:00-18:00"));
    await expect(page.getByText("Currently taken from the contact page.")).toHaveCount(0);
    await expect(page.getByText("The contact page shows visitors different hours.")).toBeVisible();

    await page.getByRole("button", { name: /^Add hours.*Monday$/ }).click();
    await page.getByLabel("Monday closes", { exact: true }).fill("12:00");
    await page.getByLabel("Monday opens again").fill("11:00");
    await page.getByLabel("Monday closes again").fill("18:00");
    await page.getByLabel("Free storage at (orders per month)").focus();
    await expect(page.getByText("Each opening time must be before its closing time")).toBeVisible();
    await inspect(page, "settings-hours", expectAccessible);
    expect(await hours()).toBe(week("08:00-18:00"));
    await page.getByLabel("Monday opens again").fill("13:00");
    await page.getByLabel("Free storage at (orders per month)").focus();
    await expect.poll(hours).toBe(week("08:00-12:00,13:00-18:00"));

    await expect
      .poll(async () => (await page.request.get("/contact")).text(), { intervals: [50] })
      .toContain('{"from":480,"to":720},{"from":780,"to":1080}');
    // Monday, January 12, 2026 in New York, which is UTC-5.
    const sign = page.locator("#business_hours .open-now");
    for (const [time, words] of [
      ["2026-01-12T12:59:00Z", "Closed now"],
      ["2026-01-12T13:00:00Z", "Open now"],
      ["2026-01-12T17:30:00Z", "Closed now"],
      ["2026-01-12T22:59:00Z", "Open now"],
    ] as const) {
      await page.clock.setFixedTime(time);
      await page.goto("/contact");
      await expect(sign).toHaveText(words);
    }
  });
});

test("warns about hours in another zone", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/content?tab=contact");
  const hours = page.getByRole("textbox", { name: "Business hours: Day 1 hours" });
  const note = page.getByText(
    "This says EST, but the company's time zone is America/Los_Angeles. Set hours by day in Site Settings instead.",
  );
  const before = await hours.inputValue();
  await hours.fill("9am to 5pm EST");
  await expect(note).toBeVisible();
  await hours.fill("9am to 5pm PT");
  await expect(note).toHaveCount(0);
  await hours.fill(before);
});
