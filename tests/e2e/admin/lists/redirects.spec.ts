import type { Page } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { toasts } from "../steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from redirects`;
  await site.sql`delete from private.broken_addresses`;
  await signIn();
});
test.afterAll(async ({ site }) => {
  await site.sql`delete from redirects`;
});

const broken = (page: Page) => page.getByRole("region", { name: "Broken addresses" });
const LONG = `/blog/${"a-very-long-name-of-a-post-".repeat(12)}end`;

test("a broken address gets a redirect, and another is dismissed", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 40[09]/);
  await page.goto("/admin/redirects");
  await expect(page).toHaveTitle("Redirects · Admin");
  await expect(page.getByText("No redirects yet")).toBeVisible();
  await expect(page.getByText(/^Add an old address to send visitors/)).toBeVisible();
  await expect(broken(page)).toContainText("No broken addresses");
  // Days of another century: the site deletes those older than 90 days.
  await site.sql`insert into private.broken_addresses (path, visits, last_day, referrer) values
    ('/old-prices', 1234, '2126-11-20', 'shop.example/links'), ('/nothing', 3, '2126-11-21', null),
    (${LONG}, 2, '2126-11-21', ${`shop.example${LONG}`.slice(0, 300)})`;
  await page.reload();
  const row = broken(page).getByRole("row").filter({ hasText: "/old-prices" });
  await expect(row).toContainText("1,234");
  await expect(row).toContainText("Nov 20, 2126");
  await expect(row).toContainText("shop.example/links");
  await inspect(page, "redirects-broken", expectAccessible);

  await page.getByRole("button", { name: "Add redirect for /old-prices" }).click();
  const dialog = page.getByRole("dialog", { name: "New redirect" });
  await expect(dialog.getByLabel("From")).toHaveValue("/old-prices");
  await expect(dialog).toContainText("Only active redirects work.");
  const create = dialog.getByRole("button", { name: "Create" });
  for (const [to, said] of [
    ["//evil.example", "must be a web address, or a path like /contact"],
    ["/old-prices", "The address /old-prices would lead back to itself"],
  ] as const) {
    await dialog.getByLabel("To", { exact: true }).fill(to);
    await create.click();
    await expect(dialog).toContainText(said);
  }
  await dialog.getByLabel("To", { exact: true }).fill("/pricing");
  await create.click();
  await expect(toasts(page).getByText("Redirect created successfully!")).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "/old-prices" })).toContainText(
    "/pricing",
  );
  await expect(row).toBeHidden();
  await expect(page.getByRole("checkbox", { name: "Select /old-prices" })).toBeVisible();
  await page.getByRole("button", { name: "Add redirect", exact: true }).click();
  await expect(dialog.getByLabel("From")).toHaveValue("");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Dismiss /nothing" }).click();
  await expect(toasts(page).getByText("/nothing dismissed")).toBeVisible();
  await expect(broken(page).getByText("/nothing", { exact: true })).toBeHidden();

  // A visitor with the old address.
  await page.goto("/Old-Prices/?utm_source=mail");
  await expect(page).toHaveURL("/pricing?utm_source=mail");
});

test("a file with a problem is refused by its line, and imported once it is correct", async ({
  page,
  expectAccessible,
  expectConsole,
}) => {
  await page.goto("/admin/redirects");
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import redirects" });
  const text = dialog.getByLabel("Redirects as CSV");
  const check = dialog.getByRole("button", { name: "Check file" });
  await expect(check).toBeDisabled();
  await text.fill("/old,/services");
  await check.click();
  await expect(dialog.getByRole("alert")).toContainText(
    "Failed to check the file: The first line must name the columns: from,to,type",
  );
  const file =
    "from,to,type\n/old,/services,301\n/older,/old,302\n/pricing,/services,301\n/rates,/pricing,3O1\n";
  await dialog.getByLabel("Choose file").setInputFiles({
    name: "redirects.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(file),
  });
  await expect(text).toHaveValue(file);
  await check.click();
  await expect(dialog.getByRole("status").getByRole("listitem")).toHaveText([
    /^Line 4: The address \/pricing is a page of your site/,
    "Line 5: The type must be 301 or 302",
  ]);
  await expect(check).toBeDisabled();
  await inspect(page, "redirects-import", expectAccessible);
  await text.fill(file.replace("/pricing,", "/prices,").replace("3O1", "301"));
  await check.click();
  await expect(dialog).toContainText("No problems found.");
  const save = dialog.getByRole("button", { name: "Import 4 redirects" });
  expectConsole(/status of 400/);
  const full = { status: 400, json: { message: "The list is full" } };
  await page.route("**/rpc/redirects_import", (route) => route.fulfill(full), { times: 1 });
  await save.click();
  await expect(dialog.getByRole("alert")).toHaveText("Failed to import the file: The list is full");
  await check.click();
  await save.click();
  await expect(toasts(page).getByText("4 redirects imported")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("article").filter({ hasText: "/older" })).toContainText("Temporary");
});

test("says what failed while the server is away", async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load resource/);
  await site.sql`insert into private.broken_addresses (path, visits) values ('/nothing', 3)`;
  const cut = (name: string) => page.route(`**/rpc/${name}`, (route) => route.abort());
  await cut("broken_address_list");
  await cut("broken_address_dismiss");
  await page.goto("/admin/redirects");
  const failed = broken(page).getByRole("alert");
  await expect(failed).toContainText("Failed to load broken addresses");
  await page.unroute("**/rpc/broken_address_list");
  await failed.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Dismiss /nothing" }).click();
  await expect(toasts(page).getByText(/Failed to dismiss the address/)).toBeVisible();
  await expect(broken(page).getByText("/nothing", { exact: true })).toBeVisible();
});
