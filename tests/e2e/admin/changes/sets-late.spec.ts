import type { Site } from "#tests/support/site.ts";
import { DESKTOP, expect, PHONE, people, settled, test } from "../../fixture.ts";
import { choose, hold, toasts } from "../steps.ts";
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

const WRITES = /\/rest\/v1\/pricing_items\?(id|columns)=/;
const live = ({ sql }: Site) =>
  sql`select service_name as name, is_active as active from pricing_items order by display_order`;
const inSet = ({ sql }: Site) => sql`select operation, prepared from change_set_items`;
const prices = (active: boolean) => ["Storage", "Returns"].map((name) => ({ name, active }));

async function addSet({ sql }: Site, name = "Black Friday"): Promise<string> {
  const [set] = await sql`insert into change_sets (name) values (${name}) returning id`;
  return set?.id;
}

test("saves a switch where it was pressed, although another save delayed it", async ({
  page,
  site,
}) => {
  await onItsOwn(site, async () => {
    const hideBoth = async () => {
      for (const name of ["Storage", "Returns"])
        await page.getByRole("switch", { name: `Active: ${name}` }).click();
      await expect(page.getByRole("switch", { checked: false })).toHaveCount(2);
    };
    await page.goto("/admin/pricing");
    await begin(page);
    const saveToSet = await hold(page, "**/rpc/set_save");
    await hideBoth();
    await choose(goesTo(page), "The live site");
    await expect(page.getByRole("switch", { checked: true })).toHaveCount(2);
    saveToSet.release();
    const hidden = { operation: "UPDATE", prepared: { is_active: false } };
    await expect.poll(() => inSet(site)).toEqual([hidden, hidden]);
    expect(await live(site)).toEqual(prices(true));

    await site.sql`delete from change_set_items`;
    const saveLive = await hold(page, WRITES);
    await hideBoth();
    await choose(goesTo(page), "Black Friday");
    await expect(state(page)).toContainText("Black Friday");
    saveLive.release();
    await expect.poll(() => live(site)).toEqual(prices(false));
    expect(await inSet(site)).toEqual([]);
  });
});

test("undoes a deletion and an order where they were made", async ({ page, site }) => {
  await onItsOwn(site, async () => {
    await addSet(site);
    const undo = toasts(page).getByRole("button", { name: "Undo" });
    await page.goto("/admin/pricing");
    const remove = await hold(page, WRITES);
    page.once("dialog", (question) => void question.accept());
    await page.getByRole("button", { name: "Delete Storage" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    await choose(goesTo(page), "Black Friday");
    await expect(state(page)).toContainText("Black Friday");
    remove.release();
    await undo.click();
    await expect(toasts(page).getByText("Deleted item restored")).toBeVisible();
    expect(await live(site)).toEqual(prices(true));
    expect(await inSet(site)).toEqual([]);

    await choose(goesTo(page), "The live site");
    await page.getByRole("button", { name: "Move Storage" }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText(/^Picked up/)).toBeAttached();
    await page.keyboard.press("End");
    const reorder = await hold(page, "**/rpc/reorder_items");
    await page.keyboard.press("Space");
    await expect(page.getByRole("article").first()).toContainText("Returns");
    await choose(goesTo(page), "Black Friday");
    await expect(state(page)).toContainText("Black Friday");
    reorder.release();
    await undo.click();
    await expect(toasts(page).getByText("Order restored")).toBeVisible();
    expect(await live(site)).toEqual(prices(true));
    expect(await inSet(site)).toEqual([]);
  });
});

test("keeps what was typed before a linked review arrived", async ({ page, site }) => {
  const id = await addSet(site);
  const before = await liveTitle(site);
  const answer = await hold(page, `**/change_sets?*id=eq.${id}*`);
  await page.goto(`/admin/content?tab=home&review=${id}`);
  await title(page).fill("Half the price");
  answer.release();
  await expect(toasts(page).getByText("Save or discard your changes first")).toBeVisible();
  await expect(title(page)).toHaveValue("Half the price");
  await expect(goesTo(page)).toHaveValue("");
  await title(page).fill(before);
});

test("keeps the set that was chosen before a linked review arrived", async ({ page, site }) => {
  const id = await addSet(site);
  const chosen = await addSet(site, "Christmas");
  const url = `**/change_sets?*id=eq.${id}*`;
  const answer = await hold(page, url);
  const answered = page.waitForResponse(url);
  await page.goto(`/admin/content?tab=home&review=${id}`);
  await choose(goesTo(page), "Christmas");
  await expect(state(page)).toContainText("0 changes in Christmas");
  answer.release();
  await (await answered).finished();
  await page.evaluate(settled);
  await expect(goesTo(page)).toHaveValue(chosen);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

for (const end of ["published", "discarded"] as const)
  test(`keeps unsaved text when its set is ${end} here`, async ({ page, site }) => {
    await onItsOwn(site, async () => {
      await page.goto("/admin/content?tab=home");
      await begin(page);
      await write(page, "Half the price", "1 change");
      await page.goto("/admin/content?tab=contact");
      const button = page.getByLabel("Contact form: Submit button", { exact: true });
      await button.fill("");
      await button.blur();
      await expect(
        page.getByText(/Visitors can't send the form without one/).first(),
      ).toBeVisible();
      if (end === "published") {
        await press(page, "Publish");
        await publishNow(page);
      } else {
        await press(page, "Review");
        const review = page.getByRole("dialog");
        const discard = { name: "Discard set" };
        await review.getByRole("button", discard).click();
        await page.getByRole("alertdialog").getByRole("button", discard).click();
      }
      await expect(state(page)).toHaveText(
        new RegExp(`^Black Friday was ${end}.*\\. Choose where to save your changes\\.`),
      );
      await expect(button).toHaveValue("");
      await choose(goesTo(page), "The live site");
      await expect(goesTo(page)).toHaveValue("");
      await expect(button).toHaveValue("");
    });
  });

test("stays open until a schedule or a request for review is stored", async ({ page, site }) => {
  await site.sql`insert into staff (user_id, is_editor)
    select id, true from auth.users where email = ${people.stranger.email} on conflict do nothing`;
  await onItsOwn(site, async () => {
    await page.goto("/admin/content?tab=home");
    await begin(page);
    await write(page, "Half the price", "1 change");
    const dialog = page.getByRole("dialog");
    const staysOpen = async () => {
      await expect(dialog.getByRole("button", { name: "Close" })).toBeDisabled();
      await page.keyboard.press("Escape");
      await page.evaluate(settled);
      await expect(dialog).toBeVisible();
    };
    await press(page, "Schedule…");
    await dialog.getByLabel("Publish at").fill("2090-07-04T08:00");
    const schedule = await hold(page, "**/rpc/set_schedule");
    await dialog.getByRole("button", { name: "Save schedule" }).click();
    await staysOpen();
    schedule.release();
    await expect(toasts(page).getByText("It goes live on Jul 4, 2090, 8:00 AM PDT")).toBeVisible();
    await expect(dialog).toBeHidden();

    await press(page, "Review");
    await dialog.getByRole("button", { name: "Send for review…" }).click();
    const ask = await hold(page, "**/rpc/set_ask_review");
    await dialog.getByRole("button", { name: "Send for review", exact: true }).click();
    await staysOpen();
    ask.release();
    await expect(
      toasts(page).getByText(`Sent to ${people.stranger.email} for review`),
    ).toBeVisible();
    await expect(dialog).toBeHidden();
  });
  await site.sql`delete from staff`;
});

for (const viewport of [DESKTOP, PHONE])
  test(`keeps the review's buttons in place while it loads, at ${viewport.width} px`, async ({
    page,
    site,
  }) => {
    await onItsOwn(site, async () => {
      await page.goto("/admin/content?tab=home");
      await begin(page);
      await write(page, "Half the price", "1 change");
      await page.setViewportSize(viewport);
      const review = page.getByRole("dialog", { name: "Review of Black Friday" });
      const buttons = review.getByRole("button", { name: /^(Discard set|Send|Close|Publish)/ });
      const places = () =>
        buttons.evaluateAll((all) =>
          all.map((each) => JSON.stringify(each.getBoundingClientRect())),
        );
      const changes = await hold(page, "**/rpc/set_review");
      await press(page, "Review");
      await expect(review.getByText("Loading the review…")).toBeVisible();
      await page.evaluate(settled);
      const before = await places();
      changes.release();
      await expect(review.getByRole("insertion").first()).toBeVisible();
      expect(before.length).toBeGreaterThan(4);
      expect(await places()).toEqual(before);
    });
  });
