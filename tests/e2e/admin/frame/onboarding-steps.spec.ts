import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { expect, test } from "../../fixture.ts";
import { toasts } from "../steps.ts";

const SCREEN = "/admin/first-hour";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from private.first_hour`;
  await signIn();
});

test("returns to the step after saving what it asked for", async ({ page, site }) => {
  await withTablesRestored(site.sql, ["site_content", "faq_items"], async () => {
    await page.goto(`${SCREEN}?step=words`);
    const main = page.getByRole("main");
    const part = (name: string) =>
      main
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { level: 3, name, exact: true }) })
        .last();
    const isBack = async () => {
      await expect(page).toHaveURL(`${SCREEN}?step=words`);
      await expect(page.getByRole("heading", { level: 1, name: "Make It Yours" })).toBeVisible();
    };
    await part("FAQs").getByText("Show texts").click();
    await part("FAQs").getByRole("link").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Question").fill("Do you ship kayaks?");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(toasts(page).getByText("FAQ updated successfully!")).toBeVisible();
    await isBack();

    await part("Home page").getByText("Show texts").click();
    await part("Home page").getByRole("link", { name: "Home › Hero › Subtitle" }).click();
    const subtitle = page.getByRole("textbox", { name: "Hero: Subtitle" });
    await subtitle.fill("Glass and candles, packed by hand.");
    await subtitle.blur();
    await toasts(page).getByRole("button", { name: "Back to Make It Yours" }).click();
    await isBack();
  });
});

test("the hours step asks for the time zone and the hours of each day", async ({ page, site }) => {
  await withTablesRestored(site.sql, ["site_settings"], async () => {
    await page.goto(`${SCREEN}?step=hours`);
    const main = page.getByRole("main");
    const value = async (key: string) =>
      (await site.sql`select setting_value from site_settings where setting_key = ${key}`)[0]
        ?.setting_value;
    const zone = main.getByLabel("Time zone", { exact: true });
    await expect(zone).toHaveValue("America/Los_Angeles");
    await zone.fill("America/Chicago");
    await zone.blur();
    await expect.poll(() => value("time_zone")).toBe("America/Chicago");
    await main.getByRole("checkbox", { name: "Open on Saturday" }).uncheck();
    await expect.poll(() => value("opening_hours")).toMatch(/^Mo 08:00-18:00; .*Fr 08:00-18:00$/);
  });
});
