import type { Page } from "@playwright/test";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { shows } from "../../shows.ts";
import { begin, press, state, title } from "../changes/set-steps.ts";
import { hold } from "../steps.ts";

const SCREEN = "/admin/site-health";
/** Checks of eight pages, with axe-core on each. */
const CHECKED = { timeout: 60_000 };

const main = (page: Page) => page.getByRole("main");
const group = (page: Page, name: string) => main(page).getByRole("list", { name, exact: true });
const finding = (page: Page, text: string) =>
  main(page).getByRole("listitem").filter({ hasText: text });
const summary = (page: Page) => main(page).getByRole("status").filter({ hasText: "checked on" });

async function check(page: Page, name = "Check pages") {
  await main(page).getByRole("button", { name }).click();
  await expect(summary(page)).toBeVisible(CHECKED);
}

/** Changes what the check sees of a page, in ways that no text can. */
const withHtml = (page: Page, path: string, html: string) =>
  page.route("/admin/preview", async (route) => {
    const request = route.request();
    if (request.method() !== "POST" || request.postDataJSON().path !== path)
      return route.fallback();
    const answer = await route.fetch();
    const body = (await answer.text()).replace("</main>", `${html}</main>`);
    await route.fulfill({ response: answer, body });
  });

test.beforeEach(({ signIn }) => {
  test.slow();
  return signIn();
});

test("finds what is wrong in each way, opens its field, and finds it fixed", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  // The broken link and the broken image.
  expectConsole(/status of 404/);
  await withTablesRestored(
    site.sql,
    ["site_settings", "site_content", "announcements"],
    async () => {
      await writeSettings(site.sql, {
        site_title: "Hi",
        site_description: "",
        og_image_url: "/no-such-image.png",
      });
      await site.sql`update site_content set content_value = '/og/home.png'
      where page_name = 'home' and section_name = 'photo' and content_key = 'picture_url'`;
      await site.sql`insert into announcements (message, link_label, link_url)
      values ('We moved.', 'Read more', '/no-such-page')`;
      await expect
        .poll(async () => (await page.request.get("/")).text())
        .toMatch(/<title>Hi<[\s\S]*no-such-page/);
      await withHtml(
        page,
        "/services",
        `<h1>Second one</h1><h4>Too deep</h4><a href="#nowhere">Our rates</a><img src="/x.png">
        <p style="background:#fff;color:#ccc">Faint words</p><button></button>`,
      );
      await page.goto(SCREEN);
      await expect(main(page).getByText("Not checked yet")).toBeVisible();
      await check(page);
      for (const [name, ...texts] of [
        ["Search results", "The title has only 2 characters.", "The page has no description."],
        ["Shared links", "The page's image can't be loaded."],
        [
          "Headings",
          "“Second one” is a second main heading.",
          "“Too deep” skips from heading level",
        ],
        ["Images", "The image “home.png” has no alt text.", "The image “x.png” has no alt text."],
        [
          "Links",
          "The link “Read more” leads to /no-such-page, which doesn't exist.",
          "The link “Read more” doesn't say where it leads.",
          "The link “Our rates” leads to the part #nowhere of /services, which doesn't exist.",
        ],
        [
          "Accessibility",
          "“Faint words” has a contrast of 1.6:1",
          "Buttons must have discernible text",
        ],
      ] as const)
        for (const text of texts) await expect(group(page, name)).toContainText(text);
      await expect(main(page).getByText("On every page").first()).toBeVisible();
      await inspect(page, "site-health", expectAccessible);

      await finding(page, "no description")
        .getByRole("link", { name: "Fix in Site Settings" })
        .click();
      const description = page.getByRole("textbox", { name: "Site description" });
      await expect(description).toBeFocused();
      await description.fill("Fulfillment for small shops. ".repeat(4));
      await description.blur();
      await expect(main(page).getByText("Saved", { exact: true })).toBeVisible();

      // The list is still there, and leads into a dialog, too.
      await page.goBack();
      await expect(finding(page, "no description")).toBeVisible();
      await finding(page, "/no-such-page")
        .getByRole("link", { name: "Fix in Announcements" })
        .click();
      const dialog = page.getByRole("dialog", { name: "Edit announcement" });
      await expect(dialog.getByLabel("Link address")).toBeFocused();
      await dialog.getByLabel("Link address").fill("/faqs");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog).toBeHidden();
      await page.goto(SCREEN);
      await check(page);
      await expect(finding(page, "no description")).toHaveCount(0);
      await expect(finding(page, "/no-such-page")).toHaveCount(0);
      await expect(finding(page, "The title has only 2 characters.")).toBeVisible();
    },
  );
});

test("says when the check fails, and tries again", async ({ page, expectConsole }) => {
  expectConsole(/ERR_|status of 500/);
  await page.goto(SCREEN);
  await page.route("/sitemap.xml", (route) => route.abort());
  await main(page).getByRole("button", { name: "Check pages" }).click();
  await shows(
    main(page).getByRole("alert"),
    "checks.site",
    () => expect(summary(page)).toHaveCount(0),
    "The server can't be reached. Please check your connection",
  );
  await page.unroute("/sitemap.xml");
  // A page that can't be read is a finding; the others are checked.
  await page.route("/faqs", (route) => route.fulfill({ status: 500, body: "" }));
  await main(page).getByRole("button", { name: "Try again" }).click();
  await expect(group(page, "Pages")).toContainText(
    "The page couldn't be checked: it answers with error 500",
    CHECKED,
  );
  await page.unroute("/faqs");
  await check(page, "Check again");
  // The summary may be that of the run before.
  await expect(group(page, "Pages")).toHaveCount(0, CHECKED);
});

test("names the new problems of a set before it is published, and never blocks it", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await withTablesRestored(site.sql, ["site_content"], async () => {
    await page.goto("/admin/content?tab=home");
    await begin(page);
    await title(page).fill("Packed today");
    await title(page).blur();
    const publish = page.getByRole("alertdialog", { name: "Publish Black Friday?" });
    const now = publish.getByRole("button", { name: "Publish now" });
    const review = await hold(page, "**/rpc/set_review");
    const pages = await hold(page, "/sitemap.xml");
    await press(page, "Publish");
    await expect(publish.getByText("Loading the changes…")).toBeVisible();
    await expect(publish.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expect(publish.getByRole("button", { name: "Cancel" })).toBeEnabled();
    review.release();
    const what = "This makes 1 change live right away. You can undo it in History.";
    await expect(publish.getByText(what)).toBeVisible();
    const place = await now.boundingBox();
    await pages.asked();
    pages.release();
    await expect(publish.getByText("No new problems in this set")).toBeVisible(CHECKED);
    expect(await now.boundingBox(), "not moved by the checks").toEqual(place);
    await publish.getByRole("button", { name: "Cancel" }).click();

    const picture = page.getByRole("textbox", { name: "Photo: Picture URL" });
    await picture.fill("/og/home.png");
    await picture.blur();
    await expect(state(page)).toContainText("2 changes in Black Friday");
    await page.route("/sitemap.xml", (route) => route.abort());
    await press(page, "Publish");
    await shows(
      publish.getByRole("alert"),
      "checks.set",
      () => expect(now).toBeEnabled(),
      "The server can't be reached. Please check your connection",
    );
    await page.unroute("/sitemap.xml");
    await publish.getByRole("button", { name: "Check again" }).click();
    await expect(publish.getByText("1 new problem in this set")).toBeVisible(CHECKED);
    expect(await now.boundingBox(), "not moved by the problems").toEqual(place);
    await publish.getByRole("link", { name: /^Fix in Content Editor/ }).click();
    await expect(publish).toBeHidden();
    await expect(page.getByRole("textbox", { name: "Photo: Alt" })).toBeFocused();
    await press(page, "Publish");
    await now.click();
    await expect(publish).toBeHidden();
    await expect.poll(async () => (await page.request.get("/")).text()).toContain("Packed today");
  });
});

test("shows how links to the home page look while its title is typed", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/admin/settings");
  const preview = page.getByRole("region", { name: "Preview of links to the home page" });
  await expect(preview).toContainText("Evergreen Fulfillment | 3PL");
  const field = page.getByRole("textbox", { name: "Site title" });
  await field.fill("Hello");
  await expect(preview.getByText("Hello", { exact: true })).toHaveCount(2);
  await expect(preview).toContainText("The title has only 5 characters.");
  await expectAccessible();
  await field.fill("Evergreen Fulfillment | 3PL for Short-Video Sellers");
  await expect(preview).not.toContainText("characters");
});

test("SEO Tools leads to it", async ({ page }) => {
  await page.goto("/admin/seo");
  await main(page).getByRole("link", { name: "Site health" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Site health" })).toBeVisible();
});
