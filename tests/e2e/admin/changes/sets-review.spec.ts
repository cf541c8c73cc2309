import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { as, dana, mia } from "./history-steps.ts";
import { begin, press } from "./set-steps.ts";

const TABLES = ["pricing_items", "services", "testimonials", "site_settings"] as const;

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from change_sets`;
  await signIn();
});

/** Changes the only set, as Dana. */
const inSet = (table: string, where: string, operation: string, patch = "{}") => `
  select public.set_save((select id from change_sets), '${table}', t.id, '${operation}', '${patch}', t.updated_at)
  from ${table} t where ${where}`;

test("reviews amounts, labels, orders and deletions in plain terms", async ({
  page,
  site,
  expectAccessible,
}) => {
  test.slow();
  await withTablesRestored(site.sql, TABLES, async () => {
    await site.sql`update pricing_items set rate = '$1.00-$5.00', low = 1, high = 5
      where service_name = 'Pick & Pack'`;
    await site.sql`delete from services where title not in (
      select title from services order by display_order limit 3)`;
    const names = (await site.sql`select title from services order by display_order`).map(
      ({ title }) => title,
    );
    const portrait = "/storage/v1/object/public/media/uploads/1.svg";
    await page.route(`**${portrait}`, (route) =>
      route.fulfill({
        contentType: "image/svg+xml",
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="80"/>',
      }),
    );
    await site.sql`update testimonials set photo_url = ${portrait} where featured`;
    const [said] = await site.sql`select quote, author_name from testimonials where featured`;
    await page.goto("/admin/services");
    await begin(page);
    const price = "t.service_name = 'Pick & Pack'";
    for (const statement of [
      inSet(
        "pricing_items",
        price,
        "UPDATE",
        '{"rate": "$0.80-$4.00", "low": 0.8, "high": 4, "is_active": false}',
      ),
      inSet("testimonials", "t.featured", "DELETE"),
      inSet(
        "site_settings",
        "t.setting_key = 'free_storage_orders'",
        "UPDATE",
        '{"setting_value": "150"}',
      ),
      `select public.set_reorder((select id from change_sets), 'services',
        (select array_agg(id order by display_order desc) from services))`,
    ])
      await as(site, dana, statement);
    await as(
      site,
      mia,
      "update pricing_items t set rate = '$9.00' where t.service_name = 'Pick & Pack'",
    );

    await page.reload();
    await press(page, "Review");
    const review = page.getByRole("dialog", { name: "Review of Black Friday" });
    const step = (title: string) =>
      review.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });

    const pick = step("Pricing: Pick & Pack");
    await expect(pick.getByRole("term")).toHaveText(["Rate", "From ($)", "To ($)", "Active"]);
    await expect(pick.getByRole("deletion")).toHaveText(["$9.00", "1.00", "5.00", "Yes"]);
    await expect(pick.getByRole("insertion")).toHaveText(["$0.80-$4.00", "0.80", "4.00", "No"]);
    await expect(pick).toContainText(
      new RegExp(`${mia} changed the live version on .+ \\(Rate\\)\\. This set changes it, too\\.`),
    );

    const orders = step(`Services: order of ${names.length} items`);
    await expect(orders.getByRole("list", { name: "Live" }).getByRole("listitem")).toHaveText(
      names,
    );
    await expect(
      orders.getByRole("list", { name: "In this set" }).getByRole("listitem"),
    ).toHaveText(names.toReversed());

    const gone = step(`Testimonials: ${said?.author_name}`);
    await expect(gone).toContainText("Deleted");
    await expect(gone).toContainText(said?.quote);
    await expect(gone.getByRole("img", { name: "1.svg" })).toBeVisible();
    await expect(step("Settings: Free storage at (orders per month)")).toContainText("150");
    await inspect(page, "set-review-forms", expectAccessible);

    await orders.getByRole("button", { name: /^Discard/ }).click();
    await expect(orders).toHaveCount(0);
    await expect(gone).toBeVisible();
  });
});
