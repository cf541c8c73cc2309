import { picture } from "#tests/support/samples/png.ts";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { expect, test } from "../../fixture.ts";
import { chooseNewImage } from "../steps.ts";
import { open } from "./content-steps.ts";

test.beforeEach(({ signIn }) => signIn());

test("an editor chooses a page's photo and how it is cropped, and visitors see it", async ({
  page,
  site,
  expectAccessible,
}) => {
  await withTablesRestored(site.sql, ["site_content"], async () => {
    await open(page, "services");
    await page.getByRole("button", { name: "Choose an image: Photo: Picture URL" }).click();
    const picker = page.getByRole("dialog", { name: "Choose an image: Photo: Picture URL" });
    await chooseNewImage(picker, await picture("dock.png"));
    await picker.getByRole("button", { name: "Upload and use" }).click();
    await expect(picker).toBeHidden();
    await page.getByLabel("Photo: Focus", { exact: true }).selectOption("Top");
    const served = async () => (await page.request.get("/services")).text();
    await expect.poll(served, { intervals: [50] }).toContain("--focus:50% 0%");
    await expectAccessible();
    await page.goto("/services#photo");
    const shown = page.locator("#photo img");
    await expect(shown).toHaveAttribute("srcset", /\/render\/image\/.+\?width=\d+ \d+w/);
    await open(page, "services");
    await page.getByRole("button", { name: "Remove: Photo: Picture URL" }).click();
    await expect(
      page.getByRole("button", { name: "Choose an image: Photo: Picture URL" }),
    ).toBeFocused();
    await expect.poll(served, { intervals: [50] }).not.toContain('id="photo"');
  });
});

test("names what isn't a state, and visitors see the days by state", async ({ page, site }) => {
  await withTablesRestored(site.sql, ["site_content"], async () => {
    await open(page, "services");
    const states = page.getByLabel("Shipping: Zone 1 states", { exact: true });
    await states.fill("OR, Oregn");
    await expect(states).toHaveAccessibleDescription(/^Not a US state, so not on the map: Oregn/);
    await states.fill("OR, Washington");
    await expect(states).not.toHaveAccessibleDescription(/Not a US state/);
    const days = page.getByLabel("Shipping: Zone 1 days", { exact: true });
    await days.fill("1 day");
    await page.keyboard.press("Tab");
    const served = async () => (await page.request.get("/services")).text();
    await expect.poll(served, { intervals: [50] }).toContain("Oregon, Washington");
  });
});

test("Make It Yours asks for what nobody has written, until it is left out", async ({
  page,
  site,
}) => {
  await site.sql`delete from private.first_hour`;
  await withTablesRestored(site.sql, ["site_content"], async () => {
    await page.goto("/admin/first-hour?step=reasons");
    const main = page.getByRole("main");
    const missing = main.getByRole("list", { name: "Not written yet" });
    await missing.getByRole("link", { name: "Carriers" }).click();
    const carriers = page.getByRole("textbox", { name: "Shipping: Carriers", exact: true });
    await expect(carriers).toBeFocused();
    await carriers.fill("USPS");
    await carriers.blur();
    await expect(main.getByText("Saved", { exact: true })).toBeVisible();
    await main.getByRole("link", { name: "Back to Make It Yours" }).click();
    await expect(missing.getByRole("link", { name: "Case study" })).toBeVisible();
    await expect(missing.getByRole("link", { name: "Carriers" })).toHaveCount(0);
    await main.getByRole("button", { name: "Leave the rest out" }).click();
    await expect(main.getByRole("button", { name: /^Proof points Done/ })).toBeVisible();
  });
});
