import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { expectOnHomePage, open, value } from "./settings-steps.ts";

test("staff set when orders leave, and read which order would be late", async ({
  page,
  site,
  signIn,
  expectAccessible,
}) => {
  test.slow();
  await signIn();
  await withTablesRestored(site.sql, ["site_settings"], async () => {
    await writeSettings(site.sql, { dispatch_holidays: "2090-12-25" });
    await open(page);
    const cutoff = page.getByLabel("Order cutoff");
    await expect(cutoff).toHaveValue("14:00");
    await cutoff.fill("12:15");
    await cutoff.blur();
    await expect.poll(() => value(site, "dispatch_cutoff")).toBe("12:15");
    await expectOnHomePage(page, "12:15\u00A0PM");

    const late = page.getByText(/^Orders arriving .* after TikTok Shop's deadline/);
    await expect(late).toHaveCount(0);
    for (const day of ["Mon", "Wed"]) await page.getByLabel(day, { exact: true }).uncheck();
    await page.getByLabel("Fri", { exact: true }).uncheck();
    await expect.poll(() => value(site, "dispatch_days")).toBe("Tue, Thu");
    await expect(late).toBeVisible();
    await expect(late).toContainText("In the week before, visitors won't see the clock.");
    await inspect(page, "settings-dispatch", expectAccessible);
    await page.goto("/admin/dashboard");
    await page.getByRole("link", { name: "Some orders would miss TikTok Shop's deadline" }).click();
    await expect(page).toHaveURL(/\/admin\/settings/);
    await expect(late).toBeVisible();

    const holidays = page.getByLabel("Holidays");
    await holidays.fill("25/12/2090");
    await holidays.blur();
    await expect(
      page.getByText("Please enter one date per line, like 2026-12-25", { exact: true }),
    ).toBeVisible();
    await holidays.fill("1/1/2091, 2090-12-25");
    await holidays.blur();
    await expect.poll(() => value(site, "dispatch_holidays")).toBe("2090-12-25\n2091-01-01");
    for (const day of ["Mon", "Wed", "Fri"]) await page.getByLabel(day, { exact: true }).check();
    await expect(late).toHaveCount(0);
    const pickup = page.getByLabel("Carrier pickup");
    await pickup.fill("12:00");
    await pickup.blur();
    await expect(page.getByText("The carrier pickup must be after the cutoff.")).toBeVisible();
  });
});
