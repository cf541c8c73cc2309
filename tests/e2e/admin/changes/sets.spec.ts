import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { shows } from "../../shows.ts";
import { choose, toasts } from "../steps.ts";
import {
  begin,
  goesTo,
  liveTitle,
  onItsOwn,
  press,
  publishNow,
  setRate,
  state,
  title,
  write,
} from "./set-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from change_sets`;
  await signIn();
});

test("publishes a text and a price from a set, and undoes both", async ({
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
    await expect(
      toasts(page).getByText("Saved to Black Friday. Not visible to visitors yet."),
    ).toBeVisible();
    await expect(page.getByText("In Black Friday", { exact: true })).toHaveCount(1);
    await setRate(page, "Storage", "$11.75 a pallet", "2 changes in Black Friday");
    const row = page.getByRole("listitem").filter({ hasText: "$11.75 a pallet" });
    await expect(row).toContainText("Changed in Black Friday: Rate");
    await inspect(page, "set-list", expectAccessible);
    // A text that refers to the price shows the set's value.
    await page.goto("/admin/content?tab=home");
    await expect(page.getByRole("button", { name: /^Preview/ })).toHaveText([
      "Preview set Black Friday",
      "Preview",
    ]);
    const subtitle = page.getByLabel("Hero: Subtitle", { exact: true });
    await subtitle.focus();
    await expect(
      page
        .getByRole("combobox", { name: "Insert a price: Hero: Subtitle" })
        .getByRole("option", { name: "Storage: $11.75 a pallet", includeHidden: true }),
    ).toBeAttached();
    await page.goto("/admin/pricing");

    // It stays on after a reload and on every screen, and says where it doesn't apply.
    await page.reload();
    await expect(row).toBeVisible();
    await page.goto("/admin/settings");
    await expect(
      page.getByText("The picture is of the live site, without the changes in Black Friday."),
    ).toBeVisible();
    await page.goto("/admin/media");
    await expect(state(page)).toHaveText(
      "2 changes in Black Friday. Changes on this screen go live right away.",
    );
    expect(await reads("/", "Half the price")).toBe(false);
    expect(await reads("/pricing", "$11.75")).toBe(false);
    expect(await liveTitle(site)).toBe(before);

    await press(page, "Preview set Black Friday");
    const frame = page.frameLocator('iframe[title="Page preview"]');
    await expect(frame.locator("h1")).toHaveText("Half the price, all of Friday");
    await page.getByLabel("Preview page").selectOption({ label: "Pricing" });
    await expect(frame.getByText("$11.75 a pallet").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(frame.locator("h1")).toBeHidden();

    await page.goto("/admin/content?tab=contact");
    const button = page.getByLabel("Contact form: Submit button", { exact: true });
    const words = await button.inputValue();
    await button.fill("");
    await button.blur();
    await expect(page.getByText(/Visitors can't send the form without one/).first()).toBeVisible();
    await choose(goesTo(page), "The live site");
    await shows(toasts(page), "waiting.unsaved", async () => {
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
    await expect(review.getByRole("button", { name: "Close" }).last()).toBeFocused();
    await expect(review.getByRole("insertion").first()).toContainText("Half the price");
    await expect(review.getByRole("listitem").last()).toContainText("Pricing: Storage");
    await inspect(page, "set-review", expectAccessible);
    await review.getByRole("button", { name: "Publish" }).click();
    const question = page.getByRole("alertdialog", { name: "Publish Black Friday?" });
    await expect(question).toContainText("This makes 2 changes live right away.");
    await question.getByRole("button", { name: "Publish now" }).dblclick();
    // A message under the pointer stays, however long the site takes.
    await toasts(page).getByText("Black Friday is live now").hover();
    await expect(goesTo(page)).toHaveValue("");
    await expect(goesTo(page)).toBeFocused();
    await expect(title(page)).toHaveValue("Half the price, all of Friday");
    await expect.poll(() => reads("/", "Half the price")).toBe(true);
    await expect.poll(() => reads("/pricing", "$11.75")).toBe(true);

    await toasts(page).getByRole("button", { name: "Undo" }).click();
    await expect(toasts(page).getByText("Undone", { exact: true })).toBeVisible();
    await expect(title(page)).toHaveValue(before);
    await expect.poll(() => reads("/", "Half the price")).toBe(false);
    await expect.poll(() => reads("/pricing", "$11.75")).toBe(false);
  });
});

test("asks about each live change before publishing", async ({ page, site, expectAccessible }) => {
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
    await expect(review.getByRole("status")).toHaveText("Resolve 2 conflicts first");
    await expect(review.getByRole("button", { name: "Publish" })).toBeDisabled();
    await inspect(page, "set-conflict", expectAccessible);
    await review
      .getByRole("button", { name: "Keep the live version Texts: Home › Hero › Title" })
      .click();
    await expect(review.getByRole("status")).toHaveText("Resolve 1 conflict first");
    await review
      .getByRole("button", { name: "Use the version in this set Pricing: Storage" })
      .dblclick();
    await expect(review.getByRole("status")).toHaveText("");
    await expect(review.getByRole("listitem")).toHaveCount(1);
    await review.getByRole("button", { name: "Publish" }).click();
    await publishNow(page);
    await expect(toasts(page).getByText("Black Friday is live now")).toBeVisible();
    expect(await liveTitle(site)).toBe("Written live");
    const [storage] = await site.sql`select rate from pricing_items where service_name = 'Storage'`;
    expect(storage?.rate).toBe("$10 a pallet");
  });
});

test("adds, deletes and reorders in a set, apart from the live list", async ({ page, site }) => {
  test.slow();
  await onItsOwn(site, async () => {
    const live = () => site.sql`select service_name, display_order from pricing_items order by 2`;
    const before = await live();
    await page.goto("/admin/pricing");
    await begin(page);
    await page.getByRole("button", { name: "Add pricing item" }).click();
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
    await toasts(page).getByRole("button", { name: "Undo" }).click();
    await expect(names).toHaveText(["Storage", "Returns", "Kitting"]);
    await expect(state(page)).toContainText("1 change in");
    await page.getByRole("button", { name: "Move Kitting" }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText(/^Picked up/)).toBeAttached();
    await page.keyboard.press("Home");
    await expect(page.getByText("Now at position 1 of 3.")).toBeAttached();
    await page.keyboard.press("Space");
    await expect(state(page)).toContainText("3 changes in");
    await page.reload();
    await expect(names).toHaveText(["Kitting", "Storage", "Returns"]);
    await page.getByLabel("Search pricing items").fill("kit");
    await expect(names).toHaveText(["Kitting"]);
    expect(await live()).toEqual(before);
    await page.goto("/admin/pricing");
    await choose(goesTo(page), "The live site");
    await expect(names).toHaveText(["Storage", "Returns"]);
  });
});

test("shows versions without Restore while changes are saved to a set", async ({ page, site }) => {
  // As when the history begins after the FAQ was added.
  await page.route(/rest\/v1\/history\?/, async (route) => {
    const response = await route.fetch();
    const entries: { operation: string }[] = await response.json();
    await route.fulfill({ response, json: entries.filter((one) => one.operation === "UPDATE") });
  });
  await onItsOwn(site, async () => {
    await site.sql`update faq_items set answer = 'One' where display_order = 1`;
    await site.sql`update faq_items set answer = 'Two' where display_order = 1`;
    const [faq] = await site.sql`select question from faq_items where display_order = 1`;
    await page.goto("/admin/faqs");
    const open = page.getByRole("button", { name: `Versions of ${faq?.question}` });
    const restores = page.getByRole("dialog").getByRole("button", { name: /^Restore version/ });
    await open.click();
    await expect(restores.last()).toHaveText("Restore version: original version");
    await page.keyboard.press("Escape");
    await begin(page);
    await open.click();
    await expect(page.getByRole("dialog").getByText("Live version")).toBeVisible();
    await expect(restores).toHaveCount(0);
  });
});
