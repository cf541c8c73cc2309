import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { DAY, fromNow, now } from "#tests/support/clock.ts";
import type { Site } from "#tests/support/site.ts";
import { expect, test } from "../../fixture.ts";
import { choose, giveRightsBack, takeRightsAway, told } from "../steps.ts";
import { link } from "./inbox-steps.ts";
import { add, placeOf, reader, SCREEN, statusOf } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

test("what was deleted lies in the trash, goes back, or goes for good", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  const id = await add(site);
  await site.sql`insert into submission_notes (submission_id, body) values (${id}, 'Called.')`;
  await add(site, { name: "Ben Okafor", deleted_at: now().toISOString() });
  await page.goto(SCREEN);
  page.once("dialog", (dialog) => void dialog.accept());
  await choose(page.getByRole("button", { name: "More for Ana Ruiz" }), "Delete");
  await expect(told(page).getByText("Submission deleted successfully")).toBeVisible();
  await choose(page.getByRole("combobox", { name: "Messages" }), "Trash");
  await expect(page).toHaveURL(/show=trash/);
  await link(page, "Ana Ruiz").click();
  const opened = reader(page);
  await expect(opened.getByText(/^It goes for good on /)).toBeVisible();
  // Read without rights, the notes would be none.
  await expect(opened.getByText("Called.")).toBeVisible();
  await takeRightsAway(site, page);
  try {
    await opened.getByRole("button", { name: "Restore" }).click();
    await expect(told(page).getByText("Failed to restore submission")).toBeVisible();
  } finally {
    await giveRightsBack(site);
  }
  await opened.getByRole("button", { name: "Restore" }).click();
  await expect(told(page).getByText("1 submission restored")).toBeVisible();
  await expect(opened.getByText("Called.")).toBeVisible();
  await expect(
    opened.getByRole("region", { name: "Story" }).getByText("Restored from the trash"),
  ).toBeVisible();
  expect(await placeOf(site, id)).toBe("list");
  await page.keyboard.press("Escape");
  await choose(page.getByRole("button", { name: "More for Ben Okafor" }), "Delete for good");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(told(page).getByText("1 submission deleted for good")).toBeVisible();
  await expect(page.getByText("No submissions match your filters")).toBeVisible();
  expect(await site.sql`select name from contact_submissions`).toEqual([{ name: "Ana Ruiz" }]);
});

test("what the same person wrote before is a press away, joined and taken apart", async ({
  page,
  site,
  expectAccessible,
}) => {
  const days = (ago: number) => fromNow(-ago * DAY).toISOString();
  const before = await add(site, { message: "A quote, please.", created_at: days(9) });
  await add(site, { message: "Anybody there?", created_at: days(5) });
  const call = "Call (503) 555-0142";
  const now = await add(site, { message: `${call}\n\nAna`, created_at: days(1) });
  await add(site, { name: "Ana R.", email: "ana.r@example.com", message: call });
  await page.goto(`${SCREEN}?open=${now}`);
  const others = reader(page).getByRole("region", {
    name: "2 earlier messages and 1 later message of this person",
  });
  await expect(others.getByRole("listitem")).toHaveCount(3);
  await expect(others.getByText("Ana R., ana.r@example.com · same phone number")).toBeVisible();
  const quote = others.getByRole("listitem").filter({ hasText: "A quote, please." });
  await quote.getByRole("button", { name: "Join" }).click();
  await expect(quote.getByRole("button", { name: "Take apart" })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("2");
  await expect.poll(() => statusOf(site, before)).toBe("contacted");
  await expect(quote.getByText("Contacted")).toBeVisible();
  await quote.getByRole("link").click();
  await expect(
    reader(page).getByRole("region", { name: "2 later messages of this person" }),
  ).toBeVisible();
  await reader(page).getByRole("button", { name: "Take apart" }).click();
  await expect(reader(page).getByRole("button", { name: "Take apart" })).toHaveCount(0);
  await expect(
    reader(page)
      .getByRole("region", { name: "Story" })
      .getByText("Taken apart from the other messages"),
  ).toBeVisible();
  await page.goBack();
  await expect(reader(page)).toHaveCount(0);
});

test("all that is kept of a person is shown, exported and erased", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  const id = await add(site, { message: "A quote, please." });
  await add(site, { email: "ANA@halfmoon.example", deleted_at: now().toISOString() });
  await add(site, { name: "Ben Okafor", email: "ben@example.com" });
  await site.sql`insert into submission_notes (submission_id, body) values (${id}, 'Called.')`;
  await page.goto(`${SCREEN}?open=${id}`);
  await openAgainWithRights(site, page);
  const dialog = page.getByRole("dialog", { name: "Erase a person" });
  await expect(dialog.getByText("2 messages")).toBeVisible();
  await expect(dialog.getByText("1 note")).toBeVisible();
  await expect(dialog.getByText("in the trash")).toBeVisible();
  await expect(dialog.getByText(/^Backups made before still hold it/)).toBeVisible();
  await expectAccessible();
  page.on("dialog", (question) => void question.accept());
  const erase = dialog.getByRole("button", { name: "Erase for good" });
  const exporting = dialog.getByRole("button", { name: "Export as JSON" });
  await takeRightsAway(site, page);
  try {
    await exporting.click();
    await expect(told(page).getByText("Failed to export what is kept")).toBeVisible();
    await erase.click();
    await expect(told(page).getByText("Failed to erase this person")).toBeVisible();
  } finally {
    await giveRightsBack(site);
  }
  const downloading = page.waitForEvent("download");
  await exporting.click();
  const all = JSON.parse(readFileSync(await (await downloading).path(), "utf8"));
  expect(all.tables.submission_notes).toMatchObject([{ body: "Called." }]);
  await expect(told(page).getByText("Exported what is kept of this person")).toBeVisible();
  await erase.click();
  await expect(told(page).getByText("Erased for good")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("table")).toBeVisible();
  await expect(link(page, "Ben Okafor")).toBeVisible();
  await expect(link(page, "Ana Ruiz")).toHaveCount(0);
  expect(await site.sql`select email from contact_submissions`).toEqual([
    { email: "ben@example.com" },
  ]);
  await page.goto("/admin/settings?tab=privacy");
  await expect(page.getByText(/^A person was erased: 2 messages, 1 note/)).toBeVisible();
});

/** Opens the dialog while what there is may not be read, and looks again once it may. */
async function openAgainWithRights(site: Site, page: Page) {
  const open = reader(page).getByRole("button", { name: "Erase this person" });
  await expect(open).toBeVisible();
  await takeRightsAway(site, page);
  try {
    await open.click();
    await expect(page.getByText(/^Failed to find out what is kept/)).toBeVisible();
  } finally {
    await giveRightsBack(site);
  }
  await page.getByRole("dialog").getByRole("button", { name: "Find" }).click();
}
