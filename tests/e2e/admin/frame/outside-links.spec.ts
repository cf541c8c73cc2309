import type { Page } from "@playwright/test";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { openReceiver, type Receiver } from "#tests/support/stand-ins/receiver.ts";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { toasts } from "../steps.ts";

const SCREEN = "/admin/site-health";
const LONG = `/${"a-very-long-name-of-a-page-".repeat(12)}end`;

/** Another site. */
let other: Receiver;
test.beforeAll(async () => {
  other = await openReceiver();
  other.answers[LONG] = (response) => void response.writeHead(404).end();
  other.answers["/members"] = (response) => void response.writeHead(403).end();
});
test.afterAll(() => other.close());
test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from private.outside_links`;
  await site.sql`update private.outside_link_checks
    set collected_at = null, collect_at = 'infinity', leased_until = 'infinity'`;
  await signIn();
});
test.afterEach(async ({ site }) => {
  await site.sql`delete from private.outside_links`;
  await site.sql`update private.outside_link_checks set collected_at = null, leased_until = 'infinity'`;
});

const main = (page: Page) => page.getByRole("main");
const button = (page: Page) => main(page).getByRole("button", { name: "Check links now" });
const broken = (page: Page) => main(page).getByRole("list", { name: "Broken links" });

test("staff find a broken link, open its field, and find it fixed", async ({
  page,
  site,
  expectAccessible,
}) => {
  test.slow();
  await withTablesRestored(
    site.sql,
    ["site_settings", "site_content", "announcements"],
    async () => {
      await site.sql`update site_settings set setting_value = '' where setting_key ~ '_url$'`;
      await site.sql`update site_content set content_value = '' where content_key = 'calendly_url'`;
      await page.goto(SCREEN);
      await expect(main(page).getByText("These links haven't been checked yet")).toBeVisible();
      await button(page).click();
      await expect(main(page).getByText("Your pages have no links")).toBeVisible();

      await site.sql`update site_settings set setting_value = ${`${other.url}/members`}
        where setting_key = 'website_url'`;
      await site.sql`insert into announcements (message, link_label, link_url) values
        ('We moved.', 'Read more', ${other.url + LONG}), (${`Rates: ${other.url}/rates.`}, null, null)`;
      await button(page).click();
      await expect(main(page).getByRole("progressbar", { name: "0 of 3 checked" })).toBeVisible();
      await inspect(page, "outside-links-checking", expectAccessible);
      await site.sql`update private.outside_link_checks set leased_until = null`;
      const summary = main(page).getByRole("status").filter({ hasText: "every week" });
      await expect(summary).toContainText("1 link is broken, 1 link works. Last checked on");
      await expect(broken(page).getByRole("listitem")).toHaveCount(1);
      await expect(broken(page)).toContainText(
        /The page doesn't exist \(404\)\. Broken since \w+ \d+, \d{4}\./,
      );
      const link = broken(page).getByRole("link", { name: LONG }).first();
      await expect(link).toHaveAttribute("href", other.url + LONG);
      await expect(link).toHaveAttribute("rel", /noopener/);
      await main(page).getByText("1 link couldn't be checked").click();
      await expect(
        main(page).getByRole("list", { name: "Links that couldn't be checked" }),
      ).toContainText("The site blocks automated checks (403).");
      await inspect(page, "outside-links", expectAccessible);

      await broken(page).getByRole("link", { name: "Fix in Announcements" }).click();
      const dialog = page.getByRole("dialog", { name: "Edit announcement" });
      await expect(dialog.getByLabel("Link address")).toBeFocused();
      await dialog.getByLabel("Link address").fill(`${other.url}/moved`);
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog).toBeHidden();
      await page.goto(SCREEN);
      await button(page).click();
      await expect(summary).toContainText("2 links work. Last checked on");
      await expect(broken(page)).toHaveCount(0);
      expect(other.at("/moved").map(({ headers }) => headers["user-agent"])).toEqual([
        expect.stringMatching(/^Loading-Dock-Links\/1 \(\+http/),
      ]);

      // Other sites are not asked again at once.
      await button(page).click();
      await expect(
        toasts(page).getByText("All links were checked in the last 10 minutes"),
      ).toBeVisible();
      expect(other.at("/moved")).toHaveLength(1);
    },
  );
});

test("says when links can't be loaded or checked, and tries again", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await page.route("**/rpc/outside_link_list", (route) => route.abort());
  await page.goto(SCREEN);
  const failed = main(page).getByRole("alert");
  await expect(failed).toContainText("Failed to load links to other sites");
  await page.unroute("**/rpc/outside_link_list");
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(main(page).getByText("These links haven't been checked yet")).toBeVisible();

  await page.route("**/rpc/check_outside_links", (route) => route.abort());
  await button(page).click();
  await expect(toasts(page).getByText(/Failed to check the links/)).toBeVisible();
  await expect(main(page).getByText("These links haven't been checked yet")).toBeVisible();
});
