import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { choose, toasts } from "../steps.ts";
import {
  bar,
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

test("publishes a set at its time, in the company's zone", async ({
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
    await press(page, "Schedule…");
    const dialog = page.getByRole("dialog", { name: "Schedule Black Friday" });
    const clock = dialog.getByLabel("Publish at");
    await clock.fill("2020-11-27T08:00");
    await dialog.getByRole("button", { name: "Save schedule" }).click();
    await expect(
      dialog.getByText("Failed to save the schedule: Choose a time in the future"),
    ).toBeVisible();
    await inspect(page, "set-time", expectAccessible);
    await clock.fill("2090-07-04T08:00");
    await dialog.getByRole("button", { name: "Save schedule" }).dblclick();
    await expect(toasts(page).getByText("It goes live on Jul 4, 2090, 8:00 AM PDT")).toBeVisible();
    await expect(state(page)).toContainText("It goes live on Jul 4, 2090, 8:00 AM PDT.");
    await press(page, "Schedule…");
    await dialog.getByRole("button", { name: "Remove schedule" }).click();
    await expect(toasts(page).getByText("Schedule removed")).toBeVisible();
    await expect(state(page)).not.toContainText("It goes live");
    await press(page, "Schedule…");
    await clock.fill("2090-12-24T08:00");
    await dialog.getByRole("button", { name: "Save schedule" }).click();
    await expect(state(page)).toContainText("It goes live on Dec 24, 2090, 8:00 AM PST.");
    await press(page, "Publish");
    const question = page.getByRole("alertdialog", { name: "Publish Black Friday?" });
    await expect(question).toContainText("It's scheduled to go live on Dec 24, 2090, 8:00 AM PST.");
    await question.getByRole("button", { name: "Cancel" }).click();

    await site.sql`update change_sets set publish_at = now()`;
    await expect.poll(() => liveTitle(site)).toBe("Live on its own");
    await page.reload();
    await expect(state(page)).toHaveText(
      /^Black Friday was published on \w+ \d+, \d{4}, .+ P[SD]T\. Choose where to save your changes\./,
    );
    await site.sql`update change_sets set ended_at = now()`;
    await page.reload();
    await expect(state(page)).toHaveText(
      /^Black Friday was published on .+ and ended on .+ P[SD]T\./,
    );
    await choose(goesTo(page), "The live site");
    await expect(title(page)).toHaveValue("Live on its own");
  });
});

test("ends a set automatically, and asks about later edits", async ({
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
    await expect(versions).toContainText("from the live site");
    await page.keyboard.press("Escape");
    await setRate(page, "Storage", "$10 a pallet", "2 changes");
    await press(page, "Schedule…");
    const dialog = page.getByRole("dialog", { name: "Schedule Black Friday" });
    await dialog.getByLabel("End at").fill("2090-07-10T09:00");
    await dialog.getByRole("button", { name: "Save schedule" }).click();
    await expect(toasts(page).getByText("It ends on Jul 10, 2090, 9:00 AM PDT")).toBeVisible();
    await expect(state(page)).toContainText("Once live, it ends on Jul 10, 2090, 9:00 AM PDT.");
    await press(page, "Publish");
    await publishNow(page);
    const ending = bar(page).getByRole("list", { name: "Scheduled ends" });
    await expect(ending).toContainText("Black Friday is live until Jul 10, 2090, 9:00 AM PDT.");
    await inspect(page, "set-ending", expectAccessible);
    await ending.getByRole("button", { name: "Change end time… of Black Friday" }).click();
    const end = page.getByRole("dialog", { name: "Schedule the end of Black Friday" });
    await end.getByLabel("End at").fill("2090-12-11T09:00");
    await end.getByRole("button", { name: "Save schedule" }).click();
    await expect(ending).toContainText("Black Friday is live until Dec 11, 2090, 9:00 AM PST.");

    await site.sql`update pricing_items set rate = '$12 a pallet' where service_name = 'Storage'`;
    await site.sql`update change_sets set end_at = now()`;
    await expect.poll(() => liveTitle(site)).toBe(before);
    await page.goto("/admin/dashboard");
    await expect(
      page.getByRole("main").getByRole("listitem").filter({ hasText: "Published: Black Friday" }),
    ).toContainText("2 items changed");
    await page.getByRole("link", { name: /^1 change set needs your attention/ }).click();
    await expect(ending).toContainText("Later edits are still live: 1 to review.");
    await ending.getByRole("button", { name: "Decide about Black Friday" }).click();
    const remains = page.getByRole("dialog", { name: "Black Friday ended" });
    await expect(remains.getByRole("listitem")).toContainText("Pricing: Storage");
    await inspect(page, "set-remains", expectAccessible);
    await remains.getByRole("button", { name: /^Restore the earlier version/ }).dblclick();
    await expect(remains.getByText("All done.")).toBeVisible();
    await expect(ending).toHaveCount(0);
    const [storage] = await site.sql`select rate from pricing_items where service_name = 'Storage'`;
    expect(storage?.rate).toBe("$20 a pallet");
  });
});
