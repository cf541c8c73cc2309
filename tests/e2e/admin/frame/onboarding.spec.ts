import { picture } from "#tests/support/samples/png.ts";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { expect, people, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { chooseNewImage, toasts } from "../steps.ts";

const SCREEN = "/admin/first-hour";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from private.first_hour`;
  await site.sql`update site_settings set setting_value = 'Evergreen Fulfillment'
    where setting_key in ('company_name', 'site_title')`;
  await signIn();
});

test("guides a new owner from step to step, also after a break", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/admin/dashboard");
  const head = page.getByRole("region", { name: "Make It Yours" });
  await expect(head).toContainText(/(\d+) of \1 texts still show demo content/);
  await expect(head).toContainText("0 of 13 steps done");
  await inspect(page, "onboarding-dashboard", expectAccessible);
  await head.getByRole("link").click();

  const main = page.getByRole("main");
  // The bar has the same value as the text next to it.
  const bar = main.getByRole("progressbar", { name: "Steps done" });
  await expect(bar).toHaveAttribute("aria-valuetext", "0 of 13 steps done");
  await expect(bar).toHaveAttribute("aria-valuenow", "0");
  await expect(main).not.toContainText("%");
  const step = (name: RegExp) => main.getByRole("button", { name });
  await expect(step(/^Company/)).toHaveAttribute("aria-expanded", "true");
  await inspect(page, "onboarding", expectAccessible);
  const count = async () =>
    Number(/^(\d+) of/.exec((await main.getByRole("status").first().textContent()) ?? "")?.[1]);
  const before = await count();
  await main.getByLabel("Company name").fill("Northlight Logistics");
  await main.getByLabel("Site title").fill("Northlight Logistics | Glass and candles");
  await main.getByLabel("Site title").blur();
  await expect.poll(count).toBe(before - 2);

  // Keeping an unchanged text completes the step; the next step is one click away and has the
  // focus.
  await main.getByRole("button", { name: "This text is ours" }).click();
  await expect(step(/^Company Done/)).toBeVisible();
  await expect(main.getByRole("list", { name: "Kept" })).toContainText(people.admin.email);
  await main.getByRole("button", { name: "Next: Logo" }).click();
  await expect(step(/^Logo/)).toBeFocused();
  await main.getByRole("button", { name: "We have no logo" }).click();
  await expect(step(/^Logo Done/)).toBeVisible();

  await page.goto("/admin/dashboard");
  await expect(head).toContainText("2 of 13 steps done");
  await expect(
    page.getByRole("navigation", { name: "Admin" }).getByRole("link").first(),
  ).toHaveText("Make It Yours2 of 13");
  await head.getByRole("link").click();
  await expect(step(/^Color/)).toHaveAttribute("aria-expanded", "true");
});

test("links each remaining text to its field, and undoes a confirmation", async ({
  page,
  expectConsole,
  expectAccessible,
}) => {
  expectConsole(/status of 400/);
  await page.goto(`${SCREEN}?step=words`);
  const main = page.getByRole("main");
  const heading = page.getByRole("heading", { level: 3, name: "Home page" });
  const home = main.getByRole("listitem").filter({ has: heading }).last();
  await home.getByRole("button", { name: /^Keep these texts/ }).click();
  // Texts that name the demo company can't be kept.
  await expect(home).toContainText(/^Home page2 of \d+ texts still show demo content/);
  await home.getByText("Show texts").click();
  await inspect(page, "onboarding-texts", expectAccessible);

  const refused = (call: string) =>
    page.route(`**/rpc/${call}`, (route) => route.fulfill({ status: 400, json: { code: "x" } }));
  await refused("first_hour_say");
  await home
    .getByRole("button", { name: /^Keep anyway/ })
    .first()
    .click();
  await expect(page.getByText(/^Failed to save your choice/)).toBeVisible();
  await refused("first_hour_take_back");
  const back = main.getByRole("button", { name: /^Undo.*Home page/ });
  await back.click();
  await expect(page.getByText(/^Failed to undo that/)).toBeVisible();
  await page.unroute("**/rpc/first_hour_take_back");
  await back.click();
  await expect(home).toContainText(/^Home page\d\d of/);

  await home.getByRole("link", { name: "Home › Hero › Subtitle" }).click();
  await expect(page.getByRole("textbox", { name: "Hero: Subtitle" })).toBeFocused();
});

test("a text's field leads back to its step, also after a save and another tab", async ({
  page,
  site,
  expectAccessible,
}) => {
  await withTablesRestored(site.sql, ["site_content"], async () => {
    await page.goto(`${SCREEN}?step=words`);
    const main = page.getByRole("main");
    const heading = page.getByRole("heading", { level: 3, name: "Home page" });
    const home = main.getByRole("listitem").filter({ has: heading }).last();
    await home.getByText("Show texts").click();
    await home.getByRole("link", { name: "Home › Hero › Subtitle" }).click();
    const subtitle = page.getByRole("textbox", { name: "Hero: Subtitle" });
    await expect(subtitle).toBeFocused();
    await subtitle.fill("Glass and candles, packed by hand.");
    await subtitle.blur();
    await expect(main.getByText("Saved", { exact: true })).toBeVisible();
    // There may be more to change here: the message links back, and the screen stays.
    const toBack = toasts(page).getByRole("button", { name: "Back to Make It Yours" });
    await expect(toBack).toBeVisible();
    const said = toasts(page).getByText("Content updated successfully");
    const { width = 1440, height = 900 } = page.viewportSize() ?? {};
    for (const narrow of [375, 768]) {
      await page.setViewportSize({ width: narrow, height });
      // Enough for its longest word next to the button.
      expect((await said.boundingBox())?.width, `at ${narrow} px`).toBeGreaterThan(60);
    }
    await page.setViewportSize({ width, height });
    await page.getByRole("tab", { name: "Services" }).click();
    const back = main.getByRole("link", { name: "Back to Make It Yours" });
    await expect(back).toBeInViewport();
    await inspect(page, "onboarding-way-back", expectAccessible);
    await back.click();
    await expect(page).toHaveURL(`${SCREEN}?step=words`);
    await expect(main.getByRole("button", { name: /^Texts/ })).toHaveAttribute(
      "aria-expanded",
      "true",
    );
  });
  // A screen opened another way has no such link.
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "FAQs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "FAQs" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Make It Yours" })).toHaveCount(0);
});

test("keeps a chosen logo when another step is opened", async ({ page, site }) => {
  await site.sql`update site_settings set setting_value = '' where setting_key = 'logo_url'`;
  await page.goto(`${SCREEN}?step=logo`);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Choose an image: Logo URL" }).click();
  const picker = page.getByRole("dialog", { name: "Choose an image: Logo URL" });
  await chooseNewImage(picker, await picture("our-logo.png"));
  await picker.getByLabel("Alt text").fill("Northlight");
  await picker.getByRole("button", { name: "Upload and preview" }).click();
  await expect(main.getByText("It isn't on the site yet.")).toBeVisible();
  const color = main.getByRole("button", { name: /^Color/ });
  await color.click();
  await page
    .getByRole("alertdialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  // A key pressed while the focus returns would open the question again.
  await expect(color).toBeFocused();
  await main.getByRole("button", { name: "Use this image" }).press("Enter");
  await expect(main.getByRole("button", { name: /^Logo Done/ })).toBeVisible();
  // The pressed button is gone.
  const choose = main.getByRole("button", { name: "Choose an image: Logo URL" });
  await expect(choose).toBeFocused();
  await main.getByRole("button", { name: "Remove: Logo URL" }).press("Enter");
  await expect(choose).toBeFocused();
  await main.getByRole("button", { name: "Email, phone and website" }).click();
  await expect(
    main.getByRole("listitem").filter({ hasText: "(503) 555-0142" }).last(),
  ).toContainText("Demo phone number");
  await site.sql`update site_settings set setting_value = '' where setting_key = 'logo_url'`;
});

test("completes the step by choosing a password, and keeps the session", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 422/);
  const { email, password } = people.admin;
  const [before] = await site.sql`select encrypted_password as hash from auth.users
    where email = ${email}`;
  await page.goto(`${SCREEN}?step=password`);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Choose a new password" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset Password" });
  const field = dialog.getByLabel("New Password", { exact: true });
  const send = dialog.getByRole("button", { name: "Reset Password" });
  await expect(dialog.getByText("At least 10 characters, and not a commonly used")).toBeVisible();
  await field.fill(password);
  await send.click();
  await expect(
    dialog.getByText("Your new password must be different from the old one"),
  ).toBeVisible();
  await field.fill("tape-gun-2026");
  await send.click();
  await expect(
    toasts(page).getByText("User password has been updated successfully."),
  ).toBeVisible();
  await expect(main.getByRole("button", { name: /^Your password Done/ })).toBeVisible();
  const hash = async () =>
    (await site.sql`select encrypted_password as hash from auth.users where email = ${email}`)[0]
      ?.hash;
  expect(await hash()).not.toBe(before?.hash);
  // The session that changed it continues.
  await page.reload();
  await expect(main.getByRole("button", { name: /^Your password Done/ })).toBeVisible();
  await page.goto("/admin/users");
  await expect(page.getByRole("row", { name: new RegExp(email) })).toBeVisible();
  await expect(page.getByText("Failed to fetch users")).toHaveCount(0);
  await site.sql`update auth.users set encrypted_password = ${before?.hash} where email = ${email}`;
});

test("hides the banner without demo content, and the screen when hidden", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/);
  const CALL = "**/rest/v1/team_members?*";
  await page.route(CALL, (route) => route.fulfill({ status: 400, json: { code: "x" } }));
  await page.goto("/admin/dashboard");
  await expect(page.getByText(/^Failed to check for demo content/)).toBeVisible();
  await page.unroute(CALL);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("region", { name: "Make It Yours" }).getByRole("link").click();

  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Keep everything…" }).click();
  const question = page.getByRole("alertdialog", { name: "Keep everything as it is?" });
  await expect(question).toContainText(/\d+ of them mention Evergreen/);
  await question.getByRole("button", { name: "Keep everything" }).click();
  await expect(main.getByRole("status").first()).toHaveText(
    /^You kept \d+ demo texts\. \d+ of them mention Evergreen.*11 of 13 steps done\. You can leave/,
  );
  await expect(main.getByRole("button", { name: "Keep everything…" })).toHaveCount(0);
  const nav = page.getByRole("navigation", { name: "Admin" });
  await nav.getByRole("link", { name: "Dashboard" }).click();
  await expect(main.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(
    main.getByText(/still shows? demo content|Failed to check for demo content/),
  ).toHaveCount(0);

  // Keeping the site says nothing of what a person must have seen.
  await nav.getByRole("link", { name: "Make It Yours" }).click();
  await main.getByRole("button", { name: "It arrived" }).click();
  await main.getByRole("button", { name: "Your password To do" }).click();
  await main.getByRole("button", { name: "I chose it myself" }).click();
  await expect(main.getByRole("status").first()).toHaveText(/13 of 13 steps done\. $/);

  // The menu links there until all steps are done; after that, Site Settings does.
  await expect(nav.getByRole("link", { name: "Make It Yours" })).toHaveCount(0);
  await nav.getByRole("link", { name: "Site Settings" }).click();
  await main.getByRole("link", { name: "Make It Yours" }).click();
  await main.getByRole("button", { name: "Hide this screen" }).click();
  await expect(main.getByText(/^Hidden by /)).toBeVisible();
  await expect(nav.getByRole("link", { name: "Make It Yours" })).toHaveCount(0);
});
