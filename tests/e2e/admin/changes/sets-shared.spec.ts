import type { Route } from "@playwright/test";
import { expect, people, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { choose, toasts } from "../steps.ts";
import {
  begin,
  goesTo,
  liveTitle,
  onItsOwn,
  press,
  publishNow,
  state,
  title,
  write,
} from "./set-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from change_sets`;
  await signIn();
});

test("explains what a set can't do, and discards it", async ({ page, site, expectConsole }) => {
  test.slow();
  expectConsole(/Failed to load resource/);
  await onItsOwn(site, async () => {
    await page.goto("/admin/content?tab=home");
    await begin(page);
    await write(page, "Prepared here", "1 change");
    await choose(goesTo(page), "New set…");
    const naming = page.getByRole("dialog", { name: "New change set" });
    await naming.getByLabel("Name").fill("black friday");
    await naming.getByRole("button", { name: "Create set" }).click();
    await expect(
      naming.getByText("Failed to create the set: An open set already has this name"),
    ).toBeVisible();
    await naming.getByLabel("Name").fill("x".repeat(61));
    await naming.getByRole("button", { name: "Create set" }).click();
    await expect(
      naming.getByText("Failed to create the set: Name can have at most 60 characters"),
    ).toBeVisible();
    await naming.getByRole("button", { name: "Cancel" }).click();

    const colleague = (work: string) => site.sql.unsafe(work);
    await press(page, "Publish");
    const question = page.getByRole("alertdialog", { name: "Publish Black Friday?" });
    await expect(question.getByRole("button", { name: "Publish now" })).toBeEnabled();
    await colleague(`update change_sets set version = now()`);
    await publishNow(page);
    await expect(
      toasts(page).getByText(/^Failed to publish: Someone changed this set/),
    ).toBeVisible();
    expect(await liveTitle(site)).not.toBe("Prepared here");

    await page.route("**/rpc/set_review", (route) => route.fulfill({ status: 503, body: "{}" }));
    // The last result is shown at once, while the screen refetches.
    await page.reload();
    await press(page, "Review");
    const review = page.getByRole("dialog", { name: "Review of Black Friday" });
    // The first failure is retried automatically.
    await expect(review.getByText(/^Failed to load the review/)).toBeVisible({ timeout: 30_000 });
    await page.unroute("**/rpc/set_review");
    await page.keyboard.press("Escape");
    await press(page, "Review");
    await page.route("**/rpc/set_drop", (route) => route.fulfill({ status: 503, body: "{}" }));
    await review.getByRole("button", { name: /^Discard Texts/ }).click();
    await expect(toasts(page).getByText(/^Failed to change the set/)).toBeVisible();
    await page.unroute("**/rpc/set_drop");
    await review.getByRole("button", { name: /^Discard Texts/ }).click();
    await expect(review.getByText("No changes yet")).toBeVisible();
    await review.getByRole("button", { name: "Discard set" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard set" }).dblclick();
    await expect(toasts(page).getByText("Black Friday was discarded")).toBeVisible();
    await expect(goesTo(page)).toHaveValue("");
    await expect(title(page)).toHaveValue(await liveTitle(site));

    // A colleague deletes the set: nothing is saved live instead.
    await begin(page, "Christmas");
    await colleague(`delete from change_sets`);
    await title(page).fill("Typed too late");
    await title(page).blur();
    await expect(state(page)).toHaveText(
      "Christmas was discarded. Choose where to save your changes.",
    );
    expect(await liveTitle(site)).not.toBe("Typed too late");
    await expect(
      page.getByText(/This set was already published or discarded/).first(),
    ).toBeVisible();
    // The text is kept, and saved where it is sent next.
    await goesTo(page).selectOption("The live site");
    await title(page).press("End");
    await title(page).press("!");
    await title(page).blur();
    await expect.poll(() => liveTitle(site)).toBe("Typed too late!");
  });
});

test("shows the set by link until it is revoked or expires", async ({
  page,
  site,
  anotherBrowser,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/410|503/);
  /** Makes the backend fail until the screen shows this error. */
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
    await expect(dialog.getByText("No active links.")).toBeVisible();
    const make = dialog.getByRole("button", { name: "Create link" });
    await failing("**/preview_link_create", /^Failed to create a link/, () => make.click());
    await make.dblclick();
    const links = dialog.getByRole("list", { name: "Active links" }).getByRole("listitem");
    await expect(links).toHaveCount(1);
    await expect(links).toContainText(people.admin.email);
    const url = await dialog.getByLabel("New link").inputValue();
    await inspect(page, "set-share", expectAccessible);

    const visitor = await (await anotherBrowser()).newPage();
    await visitor.goto(url);
    const ribbon = visitor.getByRole("complementary", { name: "Preview" });
    await expect(visitor.locator("h1")).toHaveText("Half the price, all of Friday");
    await expect(ribbon).toContainText("Preview of Black Friday. Visitors can't see this yet");
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
    await expect(toasts(page).getByText("Link revoked")).toBeVisible();
    await expect(links).toHaveCount(0);
    await visitor.reload();
    await expect(visitor.getByRole("heading", { name: "This preview was closed" })).toBeVisible();
  });
});

test("keeps a set after sign-out, switched off", async ({ page, site, signInByScreen }) => {
  // The list of sets is read before the set is created, and arrives afterwards.
  const read = Promise.withResolvers<void>();
  const created = page.waitForResponse("**/rpc/set_create");
  const list = "**/rest/v1/change_sets?*status=eq.open*";
  const late = async (route: Route) => {
    const response = await route.fetch();
    read.resolve();
    await created;
    await route.fulfill({ response });
  };
  await page.route(list, late, { times: 1 });
  await page.goto("/admin/content?tab=home");
  await read.promise;
  await begin(page);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await signInByScreen();
  await page.goto("/admin/content?tab=home");
  await expect(goesTo(page)).toHaveValue("");
  expect(await site.sql`select name from change_sets`).toEqual([{ name: "Black Friday" }]);
});
