import type { Page } from "@playwright/test";
import type { Site } from "#tests/support/site.ts";
import { withTablesRestored } from "#tests/support/site-rows.ts";
import { choose, told } from "./admin-steps.ts";
import { expect, people, test } from "./fixture.ts";
import { inspect } from "./pictures.ts";
import { shows } from "./shows.ts";

const TABLES = ["site_content", "pricing_items", "faq_items"] as const;

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from change_sets`;
  await signIn();
});

const bar = (page: Page) => page.getByRole("region", { name: "Where changes go" });
const goesTo = (page: Page) => bar(page).getByLabel("Save changes to");
const state = (page: Page) => bar(page).getByRole("status");
const press = (page: Page, name: string) =>
  bar(page).getByRole("button", { name, exact: true }).click();
const title = (page: Page) => page.getByLabel("Hero: Title", { exact: true });

/** Begins a set on the screen that is open. */
async function begin(page: Page, name = "Black Friday") {
  await choose(goesTo(page), "New set…");
  const dialog = page.getByRole("dialog", { name: "New set of changes" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Prepare changes" }).dblclick();
  await expect(state(page)).toHaveText(`0 changes in ${name}. Visitors see nothing of it yet.`);
}

async function write(page: Page, text: string, changes: string) {
  await title(page).fill(text);
  await title(page).blur();
  await expect(state(page)).toContainText(changes);
}

async function setRate(page: Page, price: string, rate: string, changes: string) {
  await page.goto("/admin/pricing");
  await page.getByRole("button", { name: `Edit ${price}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit pricing item" });
  await dialog.getByLabel("Rate", { exact: true }).fill(rate);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(state(page)).toContainText(changes);
}

/** Prices of its own, and what is there again afterwards. */
const onItsOwn = (site: Site, work: () => Promise<void>) =>
  withTablesRestored(site.sql, TABLES, async () => {
    await site.sql`delete from pricing_items`;
    await site.sql`insert into pricing_items (service_name, rate, display_order)
      values ('Storage', '$20 a pallet', 0), ('Returns', '$3 each', 1)`;
    await work();
  });

const liveTitle = async (site: Site) =>
  (
    await site.sql`select content_value from site_content
      where page_name = 'home' and section_name = 'hero' and content_key = 'title'`
  )[0]?.content_value;

test("a text and a price wait in a set until it is published, and come back as one", async ({
  page,
  site,
  request,
  expectAccessible,
}) => {
  test.slow();
  const reads = async (path: string, words: string) =>
    (await (await request.get(path)).text()).includes(words);
  await onItsOwn(site, async () => {
    await page.goto("/admin/content?tab=home");
    await expect(goesTo(page)).toHaveValue("");
    await begin(page);
    const before = await title(page).inputValue();
    await write(page, "Half the price, all of Friday", "1 change in Black Friday");
    await expect(told(page).getByText("In Black Friday. Visitors don't see it yet.")).toBeVisible();
    await expect(page.getByText("In Black Friday", { exact: true })).toHaveCount(1);
    await setRate(page, "Storage", "$11.75 a pallet", "2 changes in Black Friday");
    const row = page.getByRole("listitem").filter({ hasText: "$11.75 a pallet" });
    await expect(row).toContainText("Changed in Black Friday: Rate");
    await inspect(page, "set-list", expectAccessible);

    // It is on after a reload and on every screen, and says where it takes nothing.
    await page.reload();
    await expect(row).toBeVisible();
    await page.goto("/admin/media");
    await expect(state(page)).toHaveText(
      "2 changes in Black Friday. What you change on this screen is live at once.",
    );
    expect(await reads("/", "Half the price")).toBe(false);
    expect(await reads("/pricing", "$11.75")).toBe(false);
    expect(await liveTitle(site)).toBe(before);

    await press(page, "Preview of Black Friday");
    const frame = page.frameLocator('iframe[title="Preview of the page"]');
    await expect(frame.locator("h1")).toHaveText("Half the price, all of Friday");
    await page.getByLabel("Page in the preview").selectOption({ label: "Pricing" });
    await expect(frame.getByText("$11.75 a pallet").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(frame.locator("h1")).toBeHidden();

    await page.goto("/admin/content?tab=contact");
    const button = page.getByLabel("Contact form: Submit button", { exact: true });
    const words = await button.inputValue();
    await button.fill("");
    await button.blur();
    await expect(page.getByText(/without them nobody can send the form/).first()).toBeVisible();
    await choose(goesTo(page), "The live site");
    await shows(told(page), "sets.unsaved", async () => {
      await expect(goesTo(page).getByRole("option", { selected: true })).toHaveText("Black Friday");
      await expect(button).toHaveValue("");
    });
    await button.fill(words);
    await button.blur();
    await page.goto("/admin/content?tab=home");
    await choose(goesTo(page), "The live site");
    await expect(title(page)).toHaveValue(before);
    await choose(goesTo(page), "Black Friday");
    await expect(title(page)).toHaveValue("Half the price, all of Friday");

    await press(page, "Review");
    const review = page.getByRole("dialog", { name: "Review of Black Friday" });
    await expect(review.getByRole("listitem")).toHaveCount(2);
    await expect(review.getByRole("insertion").first()).toContainText("Half the price");
    await expect(review.getByRole("listitem").last()).toContainText("Pricing: Storage");
    await inspect(page, "set-review", expectAccessible);
    await review.getByRole("button", { name: "Publish" }).click();
    const question = page.getByRole("alertdialog", { name: "Publish Black Friday?" });
    await expect(question).toContainText("Visitors see 2 changes within a second.");
    await question.getByRole("button", { name: "Publish now" }).dblclick();
    await expect(told(page).getByText("Black Friday is live now")).toBeVisible();
    await expect(goesTo(page)).toHaveValue("");
    await expect(title(page)).toHaveValue("Half the price, all of Friday");
    await expect.poll(() => reads("/", "Half the price")).toBe(true);
    await expect.poll(() => reads("/pricing", "$11.75")).toBe(true);

    await told(page).getByRole("button", { name: "Undo" }).click();
    await expect(told(page).getByText("Restored", { exact: true })).toBeVisible();
    await expect(title(page)).toHaveValue(before);
    await expect.poll(() => reads("/", "Half the price")).toBe(false);
    await expect.poll(() => reads("/pricing", "$11.75")).toBe(false);
  });
});

test("what was changed live meanwhile is decided one by one before anything is published", async ({
  page,
  site,
  expectAccessible,
}) => {
  test.slow();
  await onItsOwn(site, async () => {
    await page.goto("/admin/content?tab=home");
    await begin(page);
    await write(page, "Prepared here", "1 change");
    await setRate(page, "Storage", "$10 a pallet", "2 changes");
    await site.sql`update site_content set content_value = 'Written live'
      where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
    await site.sql`update pricing_items set rate = '$30 a pallet' where service_name = 'Storage'`;

    await press(page, "Publish");
    const refused = page.getByRole("alertdialog", {
      name: "Black Friday can't be published yet",
    });
    await refused.getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "Review of Black Friday" });
    await expect(review.getByRole("status")).toHaveText("2 to decide first");
    await expect(review.getByRole("button", { name: "Publish" })).toBeDisabled();
    await inspect(page, "set-conflict", expectAccessible);
    await review
      .getByRole("button", { name: "Keep what is live Texts: Home › Hero › Title" })
      .click();
    await expect(review.getByRole("status")).toHaveText("1 to decide first");
    await review.getByRole("button", { name: "Use what was prepared Pricing: Storage" }).dblclick();
    await expect(review.getByRole("status")).toHaveText("");
    await expect(review.getByRole("listitem")).toHaveCount(1);
    await review.getByRole("button", { name: "Publish" }).click();
    await page
      .getByRole("alertdialog", { name: "Publish Black Friday?" })
      .getByRole("button", { name: "Publish now" })
      .click();
    await expect(told(page).getByText("Black Friday is live now")).toBeVisible();
    expect(await liveTitle(site)).toBe("Written live");
    const [storage] = await site.sql`select rate from pricing_items where service_name = 'Storage'`;
    expect(storage?.rate).toBe("$10 a pallet");
  });
});

test("a list is added to, deleted from and put in order in a set, beside the live one", async ({
  page,
  site,
}) => {
  test.slow();
  await onItsOwn(site, async () => {
    const live = () => site.sql`select service_name, display_order from pricing_items order by 2`;
    const before = await live();
    await page.goto("/admin/pricing");
    await begin(page);
    await page.getByRole("button", { name: "Add Pricing Item" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Service name").fill("Kitting");
    await dialog.getByLabel("Rate", { exact: true }).fill("$2 each");
    await dialog.getByRole("button", { name: "Create" }).click();
    const names = page.getByRole("main").getByRole("article").getByRole("heading");
    await expect(names).toHaveText(["Storage", "Returns", "Kitting"]);
    await expect(page.getByText("New in Black Friday")).toBeVisible();
    page.once("dialog", (question) => question.accept());
    await page.getByRole("button", { name: "Delete Storage" }).click();
    await expect(names).toHaveText(["Returns", "Kitting"]);
    await told(page).getByRole("button", { name: "Undo" }).click();
    await expect(names).toHaveText(["Storage", "Returns", "Kitting"]);
    await expect(state(page)).toContainText("1 change in");
    await page.getByRole("button", { name: "Move Kitting" }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText(/^Picked up/)).toBeAttached();
    await page.keyboard.press("Home");
    await expect(page.getByText("Now at place 1 of 3.")).toBeAttached();
    await page.keyboard.press("Space");
    await expect(state(page)).toContainText("3 changes in");
    await page.reload();
    await expect(names).toHaveText(["Kitting", "Storage", "Returns"]);
    await page.getByLabel("Search prices").fill("kit");
    await expect(names).toHaveText(["Kitting"]);
    expect(await live()).toEqual(before);
    await page.goto("/admin/pricing");
    await choose(goesTo(page), "The live site");
    await expect(names).toHaveText(["Storage", "Returns"]);
  });
});

test("what can't be done with a set is told, and a set is thrown away", async ({
  page,
  site,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/Failed to load resource/);
  await onItsOwn(site, async () => {
    await page.goto("/admin/content?tab=home");
    await begin(page);
    await write(page, "Prepared here", "1 change");
    await choose(goesTo(page), "New set…");
    const naming = page.getByRole("dialog", { name: "New set of changes" });
    await naming.getByLabel("Name").fill("black friday");
    await naming.getByRole("button", { name: "Prepare changes" }).click();
    await expect(
      naming.getByText("Failed to start the set: There is an open set of this name already"),
    ).toBeVisible();
    await naming.getByRole("button", { name: "Cancel" }).click();

    const colleague = (work: string) => site.sql.unsafe(work);
    await press(page, "Publish");
    const question = page.getByRole("alertdialog", { name: "Publish Black Friday?" });
    await expect(question.getByRole("button", { name: "Publish now" })).toBeEnabled();
    await colleague(`update change_sets set version = now()`);
    await question.getByRole("button", { name: "Publish now" }).click();
    await expect(told(page).getByText(/^Failed to publish: This set was changed/)).toBeVisible();
    expect(await liveTitle(site)).not.toBe("Prepared here");

    await page.route("**/rpc/set_review", (route) => route.fulfill({ status: 503, body: "{}" }));
    // What the question before it read is shown again at once, while it is asked for anew.
    await page.reload();
    await press(page, "Review");
    const review = page.getByRole("dialog", { name: "Review of Black Friday" });
    // Asked for once more by itself first.
    await expect(review.getByText(/^Failed to load the review/)).toBeVisible({ timeout: 30_000 });
    await page.unroute("**/rpc/set_review");
    await page.keyboard.press("Escape");
    await press(page, "Review");
    await page.route("**/rpc/set_drop", (route) => route.fulfill({ status: 503, body: "{}" }));
    await review.getByRole("button", { name: /^Discard Texts/ }).click();
    await expect(told(page).getByText(/^Failed to change the set/)).toBeVisible();
    await page.unroute("**/rpc/set_drop");
    await review.getByRole("button", { name: /^Discard Texts/ }).click();
    await expect(review.getByText("Nothing in it yet")).toBeVisible();
    await review.getByRole("button", { name: "Discard the set" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard the set" }).dblclick();
    await expect(told(page).getByText("Black Friday was discarded")).toBeVisible();
    await expect(goesTo(page)).toHaveValue("");
    await expect(title(page)).toHaveValue(await liveTitle(site));

    // Somebody else throws it away: nothing is saved live instead.
    await begin(page, "Christmas");
    await colleague(`delete from change_sets`);
    await title(page).fill("Typed too late");
    await title(page).blur();
    await expect(state(page)).toHaveText(
      "Christmas was published or discarded. Choose where your changes go now.",
    );
    expect(await liveTitle(site)).not.toBe("Typed too late");
    await expect(page.getByText(/This set is no longer open/).first()).toBeVisible();
    await title(page).fill(await liveTitle(site));
  });
});

test("a set goes live by itself at its time, on the company's clock", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/409/);
  await onItsOwn(site, async () => {
    await page.goto("/admin/content?tab=home");
    await begin(page);
    await write(page, "Live on its own", "1 change");
    await press(page, "Publish at…");
    const dialog = page.getByRole("dialog", { name: "Publish Black Friday at a time" });
    const clock = dialog.getByLabel("Publish at");
    await clock.fill("2020-11-27T08:00");
    await dialog.getByRole("button", { name: "Set the time" }).click();
    await expect(
      dialog.getByText("Failed to set the time: Choose a time that is still to come"),
    ).toBeVisible();
    await inspect(page, "set-time", expectAccessible);
    await clock.fill("2090-07-04T08:00");
    await dialog.getByRole("button", { name: "Set the time" }).dblclick();
    await expect(told(page).getByText("It goes live on Jul 4, 2090, 8:00 AM PDT")).toBeVisible();
    await expect(state(page)).toContainText("It goes live on Jul 4, 2090, 8:00 AM PDT.");
    await press(page, "Publish at…");
    await dialog.getByRole("button", { name: "Take the time away" }).click();
    await expect(told(page).getByText("The time was taken away")).toBeVisible();
    await expect(state(page)).not.toContainText("It goes live");
    await press(page, "Publish at…");
    await clock.fill("2090-12-24T08:00");
    await dialog.getByRole("button", { name: "Set the time" }).click();
    await expect(state(page)).toContainText("It goes live on Dec 24, 2090, 8:00 AM PST.");

    await site.sql`update change_sets set publish_at = now()`;
    await expect.poll(() => liveTitle(site), { timeout: 15_000 }).toBe("Live on its own");
    await page.reload();
    await expect(state(page)).toHaveText(
      "Black Friday was published or discarded. Choose where your changes go now.",
    );
    await choose(goesTo(page), "The live site");
    await expect(title(page)).toHaveValue("Live on its own");
  });
});

test("a set ends by itself, and what was changed since is decided", async ({
  page,
  site,
  expectAccessible,
}) => {
  test.slow();
  await onItsOwn(site, async () => {
    await page.goto("/admin/content?tab=home");
    await begin(page);
    const before = await title(page).inputValue();
    await write(page, "Until Monday", "1 change");
    await page.getByRole("button", { name: /^Versions of Hero: Title/ }).click();
    const versions = page.getByRole("dialog", { name: /^Versions of/ });
    await expect(versions).toContainText("of the live site");
    await page.keyboard.press("Escape");
    await setRate(page, "Storage", "$10 a pallet", "2 changes");
    await press(page, "Publish at…");
    const dialog = page.getByRole("dialog", { name: "Publish Black Friday at a time" });
    await dialog.getByLabel("End at").fill("2090-07-10T09:00");
    await dialog.getByRole("button", { name: "Set the time" }).click();
    await expect(told(page).getByText("It ends on Jul 10, 2090, 9:00 AM PDT")).toBeVisible();
    await expect(state(page)).toContainText(
      "Once it is live it ends on Jul 10, 2090, 9:00 AM PDT.",
    );
    await press(page, "Publish");
    await page
      .getByRole("alertdialog", { name: "Publish Black Friday?" })
      .getByRole("button", { name: "Publish now" })
      .click();
    const ending = bar(page).getByRole("list", { name: "Sets that end" });
    await expect(ending).toContainText("Black Friday is live until Jul 10, 2090, 9:00 AM PDT.");
    await inspect(page, "set-ending", expectAccessible);
    await ending.getByRole("button", { name: "Change the end… of Black Friday" }).click();
    const end = page.getByRole("dialog", { name: "End Black Friday at a time" });
    await end.getByLabel("End at").fill("2090-12-11T09:00");
    await end.getByRole("button", { name: "Set the time" }).click();
    await expect(ending).toContainText("Black Friday is live until Dec 11, 2090, 9:00 AM PST.");

    await site.sql`update pricing_items set rate = '$12 a pallet' where service_name = 'Storage'`;
    await site.sql`update change_sets set end_at = now()`;
    await expect.poll(() => liveTitle(site), { timeout: 15_000 }).toBe(before);
    await page.goto("/admin/dashboard");
    await page.getByRole("link", { name: /^1 set waits for you/ }).click();
    await expect(ending).toContainText("What was changed since stays live: 1 to decide.");
    await ending.getByRole("button", { name: "Decide about Black Friday" }).click();
    const remains = page.getByRole("dialog", { name: "Black Friday ended" });
    await expect(remains.getByRole("listitem")).toContainText("Pricing: Storage");
    await inspect(page, "set-remains", expectAccessible);
    await remains.getByRole("button", { name: /^Bring back what was before/ }).dblclick();
    await expect(remains.getByText("Nothing is left to decide.")).toBeVisible();
    await expect(ending).toHaveCount(0);
    const [storage] = await site.sql`select rate from pricing_items where service_name = 'Storage'`;
    expect(storage?.rate).toBe("$20 a pallet");
  });
});

test("a link shows the set to somebody without an account, until it is revoked or over", async ({
  page,
  site,
  anotherBrowser,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/410|503/);
  /** The backend says no to it, until that is said and told. */
  const failing = async (what: string, sentence: RegExp, act: () => Promise<unknown>) => {
    await page.route(what, (route) => route.fulfill({ status: 503, body: "{}" }));
    await act();
    await expect(page.getByText(sentence).first()).toBeVisible();
    await page.unroute(what);
  };
  await onItsOwn(site, async () => {
    await page.goto("/admin/content?tab=home");
    await begin(page);
    await write(page, "Half the price, all of Friday", "1 change");
    await failing("**/preview_links?*", /^Failed to load the links/, () => press(page, "Share…"));
    const dialog = page.getByRole("dialog", { name: "Share a preview of Black Friday" });
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect(dialog.getByText("No link opens this set at present.")).toBeVisible();
    const make = dialog.getByRole("button", { name: "Make a link" });
    await failing("**/preview_link_create", /^Failed to make a link/, () => make.click());
    await make.dblclick();
    const links = dialog.getByRole("list", { name: "Links that work" }).getByRole("listitem");
    await expect(links).toHaveCount(1);
    await expect(links).toContainText(people.admin.email);
    const url = await dialog.getByLabel("New link").inputValue();
    await inspect(page, "set-share", expectAccessible);

    const visitor = await (await anotherBrowser()).newPage();
    await visitor.goto(url);
    const ribbon = visitor.getByRole("complementary", { name: "Preview" });
    await expect(visitor.locator("h1")).toHaveText("Half the price, all of Friday");
    await expect(ribbon).toContainText("Preview of Black Friday. Visitors don't see this yet");
    await expectAccessible(visitor);
    await visitor.getByRole("contentinfo").getByRole("link", { name: "Contact" }).first().click();
    await expect(visitor).toHaveURL(`${url}/contact`);
    await expect(visitor.getByRole("main").getByRole("button").last()).toBeDisabled();
    await ribbon.getByRole("link", { name: "Leave preview" }).click();
    await expect(visitor).toHaveURL(`${site.url}/contact`);
    await expect(ribbon).toHaveCount(0);

    await site.sql`update preview_links
      set created_at = now() - interval '8 days', expires_at = now()`;
    await visitor.goto(url);
    await expect(visitor.getByRole("heading", { name: "This preview has ended" })).toBeVisible();
    await expectAccessible(visitor);
    await site.sql`update preview_links set expires_at = now() + interval '7 days'`;
    await visitor.goto(url);
    await expect(ribbon).toBeVisible();
    const revoke = links.getByRole("button", { name: /^Revoke/ });
    await failing("**/preview_link_revoke", /^Failed to revoke the link/, () => revoke.click());
    await revoke.click();
    await expect(told(page).getByText("The link opens nothing any more")).toBeVisible();
    await expect(links).toHaveCount(0);
    await visitor.reload();
    await expect(visitor.getByRole("heading", { name: "This preview was closed" })).toBeVisible();
  });
});

test("a set stays when its person signs out, and is not on any more", async ({ page, site }) => {
  await page.goto("/admin/content?tab=home");
  await begin(page);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill(people.admin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  // There or where they were: the shell is the same.
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await page.goto("/admin/content?tab=home");
  await expect(goesTo(page)).toHaveValue("");
  expect(await site.sql`select name from change_sets`).toEqual([{ name: "Black Friday" }]);
});
