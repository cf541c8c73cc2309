import { expect, test } from "../../fixture.ts";
import { managerJourneys } from "./manager-journeys.ts";
import { managerOf } from "./managers.ts";

managerJourneys(
  managerOf({
    table: "services",
    label: "Title",
    required: { Description: "Stacked and strapped." },
    blank: { Title: "Please enter a title" },
    nextOrder: 4,
    builtIn: "Storage &amp; Inventory",
  }),
);

test("shows icons to choose from, also by keyboard; Package is the default", async ({
  page,
  site,
}) => {
  await site.sql`delete from services`;
  await page.goto("/admin/services");
  await page.getByRole("button", { name: "Add service" }).first().click();
  const icons = page.getByRole("radiogroup", { name: "Icon" }).getByRole("radio");
  await expect(icons).toHaveCount(6);
  await expect(page.getByRole("radio", { name: "Package" })).toBeChecked();
  await page.getByRole("radio", { name: "Package" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Boxes" })).toBeChecked();
  await page.getByRole("radio", { name: "Truck" }).click();
  await expect(page.getByLabel("Display order")).toHaveCount(0);
  await page.getByLabel("Title", { exact: true }).fill("Kitting");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Service created successfully!").first()).toBeVisible();
  const [stored] = await site.sql`select * from services`;
  // A service requires only a title, and the first one gets order 1.
  expect(stored).toMatchObject({
    title: "Kitting",
    description: "",
    icon_name: "Truck",
    display_order: 1,
    is_active: true,
  });

  // The dialog goes back in the history while it closes.
  await expect(page).toHaveURL("/admin/services");
  // An unknown icon is shown as Package.
  await site.sql`update services set icon_name = 'Rocket'`;
  await page.goto("/admin/services");
  await page.getByRole("button", { name: "Edit Kitting" }).click();
  await expect(page.getByRole("radio", { name: "Package" })).toBeChecked();
});
