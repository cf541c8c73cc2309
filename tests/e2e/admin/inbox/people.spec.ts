import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { DAY, fromNow, now } from "#tests/support/clock.ts";
import type { Site } from "#tests/support/site.ts";
import { expect, test } from "../../fixture.ts";
import { choose, giveRightsBack, hold, takeRightsAway, toasts } from "../steps.ts";
import { conversation } from "./answer-steps.ts";
import { add, link, placeOf, reader, SCREEN, statusOf } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

test("restores from the trash, or deletes permanently", async ({ page, site, expectConsole }) => {
  expectConsole(/status of 403/);
  const id = await add(site);
  await site.sql`insert into submission_notes (submission_id, body) values (${id}, 'Called.')`;
  const spam = { is_spam: true, spam_reason: "too fast" } as const;
  await add(site, { name: "Ben Okafor", ...spam, deleted_at: now().toISOString() });
  const notices: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/send-contact-email")) notices.push(request.url());
  });
  await page.goto(SCREEN);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Delete Ana Ruiz" }).click();
  await expect(toasts(page).getByText("Submission deleted successfully")).toBeVisible();
  await choose(page.getByRole("combobox", { name: "Show" }), "Trash");
  await expect(page).toHaveURL(/show=trash/);
  await link(page, "Ana Ruiz").click();
  const opened = reader(page);
  await expect(opened.getByText(/^It will be permanently deleted on /)).toBeVisible();
  // Reading without rights would return no notes.
  await expect(opened.getByText("Called.")).toBeVisible();
  await takeRightsAway(site, page);
  try {
    await opened.getByRole("button", { name: "Restore" }).click();
    await expect(toasts(page).getByText("Failed to restore lead")).toBeVisible();
  } finally {
    await giveRightsBack(site);
  }
  await opened.getByRole("button", { name: "Restore" }).click();
  await expect(toasts(page).getByText("1 lead restored")).toBeVisible();
  await expect(opened.getByRole("heading", { name: "Ana Ruiz" })).toBeFocused();
  await expect(opened.getByText("Called.")).toBeVisible();
  await expect(conversation(page).getByText("Restored from the trash")).toBeVisible();
  expect(await placeOf(site, id)).toBe("list");
  await page.keyboard.press("Escape");
  // It closes by going back, which would take back a lead that is opened before.
  await expect(opened).toBeHidden();
  await link(page, "Ben Okafor").click();
  const other = reader(page, "Ben Okafor");
  await other.getByRole("button", { name: "Reply" }).click();
  await expect(other.getByText("This lead is in the trash. Restore it to reply.")).toBeInViewport();
  await other.getByRole("button", { name: "Not spam" }).click();
  await expect(toasts(page).getByText("Marked as not spam")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete Ben Okafor permanently" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toasts(page).getByText("1 lead permanently deleted")).toBeVisible();
  await expect(page.getByText("No submissions match your filters")).toBeVisible();
  expect(await site.sql`select name from contact_submissions`).toEqual([{ name: "Ana Ruiz" }]);
  expect(notices).toEqual([]);
});

test("links, joins and separates a person's messages", async ({ page, site, expectAccessible }) => {
  const days = (ago: number) => fromNow(-ago * DAY).toISOString();
  const before = await add(site, { message: "A quote, please.", created_at: days(9) });
  await add(site, { message: "Anybody there?", created_at: days(5) });
  const call = "Call (503) 555-0142";
  const now = await add(site, { message: `${call}\n\nAna`, created_at: days(1) });
  await add(site, { name: "Ana R.", email: "ana.r@example.com", message: call });
  await page.goto(`${SCREEN}?open=${now}`);
  const others = reader(page).getByRole("region", {
    name: "2 earlier messages and 1 later message from this person",
  });
  await expect(others.getByRole("listitem")).toHaveCount(3);
  await expect(others.getByText("Ana R., ana.r@example.com · same phone number")).toBeVisible();
  const quote = others.getByRole("listitem").filter({ hasText: "A quote, please." });
  await quote.getByRole("button", { name: "Join" }).click();
  await expect(toasts(page).getByText("Messages joined")).toBeVisible();
  await expect(quote.getByRole("button", { name: "Separate" })).toBeFocused();
  await expectAccessible();
  await page.keyboard.press("2");
  await expect.poll(() => statusOf(site, before)).toBe("contacted");
  await expect(toasts(page)).toContainText("Ana Ruiz and 1 joined message: Contacted");
  await expect(quote.getByText("Contacted")).toBeVisible();
  await quote.getByRole("link").click();
  await expect(
    reader(page).getByRole("region", { name: "2 later messages from this person" }),
  ).toBeVisible();
  await reader(page).getByRole("button", { name: "Separate" }).click();
  await expect(toasts(page).getByText("Messages separated")).toBeVisible();
  await expect(reader(page).getByRole("button", { name: "Separate" })).toHaveCount(0);
  await expect(conversation(page).getByText("Separated from the other messages")).toBeVisible();
  await page.goBack();
  await expect(reader(page)).toHaveCount(0);
});

test("shows, exports and erases a person's data", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  const id = await add(site, { message: "A quote, please." });
  await add(site, { email: "ANA@halfmoon.example", deleted_at: now().toISOString() });
  const other = await add(site, { name: "Ben Okafor", email: "ben@example.com" });
  await site.sql`insert into submission_notes (submission_id, body)
    values (${id}, 'Called.'), (${other}, 'Knows ana@halfmoon.example.')`;
  await page.goto(`${SCREEN}?open=${id}`);
  await reader(page).getByRole("button", { name: "Reply" }).first().click();
  const draft = page.getByRole("textbox", { name: "Your reply" });
  await draft.fill("Dear Ana, about your boxes");
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(await stored()).toContain("about your boxes");
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${SCREEN}?open=${id}`);
  for (const [tab, words] of [
    [page, "Ana is moving"],
    [otherTab, "Ana moved"],
  ] as const) {
    await tab.getByLabel("Add a note").fill(words);
    await expect.poll(() => inTab(tab)).toContain(words);
  }
  await openAgainWithRights(site, page);
  const dialog = page.getByRole("dialog", { name: "Erase a person's data" });
  await expect(dialog.getByText("2 messages")).toBeVisible();
  await expect(dialog.getByText("1 note")).toBeVisible();
  await expect(dialog.getByText("in the trash")).toBeVisible();
  const elsewhere = dialog.getByRole("region", { name: "Named elsewhere" });
  await expect(elsewhere.getByRole("link", { name: "Ben Okafor" })).toHaveAttribute(
    "href",
    `${SCREEN}?open=${other}`,
  );
  const backups = dialog.getByText(/^Earlier backups still hold this data/);
  await expect(backups).toBeVisible();
  await expectAccessible();
  const address = dialog.getByLabel("Email");
  const found = await address.inputValue();
  await address.fill("nobody@example.com");
  await dialog.getByRole("button", { name: "Find" }).click();
  await expect(dialog.getByText("Nothing is stored for this address")).toBeVisible();
  await expect(backups).toBeHidden();
  await address.fill(found);
  await dialog.getByRole("button", { name: "Find" }).click();
  await expect(backups).toBeVisible();
  page.on("dialog", (question) => void question.accept());
  const erase = dialog.getByRole("button", { name: "Erase permanently" });
  const exporting = dialog.getByRole("button", { name: "Export as JSON" });
  await takeRightsAway(site, page);
  try {
    await exporting.click();
    await expect(toasts(page).getByText("Failed to export this person's data")).toBeVisible();
    await erase.click();
    await expect(toasts(page).getByText("Failed to erase this person's data")).toBeVisible();
  } finally {
    await giveRightsBack(site);
  }
  const downloading = page.waitForEvent("download");
  await exporting.click();
  const all = JSON.parse(readFileSync(await (await downloading).path(), "utf8"));
  expect(all.tables.submission_notes).toMatchObject([{ body: "Called." }]);
  await expect(toasts(page).getByText("Exported this person's data")).toBeVisible();
  await erase.click();
  await expect(toasts(page).getByText("Data permanently erased")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await stored()).not.toContain("about your boxes");
  await expect(page.getByText("Leave without saving?")).toHaveCount(0);
  for (const tab of [page, otherTab]) await expect.poll(() => inTab(tab)).not.toContain("Ana ");
  await otherTab.close();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(link(page, "Ben Okafor")).toBeVisible();
  await expect(link(page, "Ana Ruiz")).toHaveCount(0);
  expect(await site.sql`select email from contact_submissions`).toEqual([
    { email: "ben@example.com" },
  ]);
  await page.goto("/admin/settings?tab=privacy");
  await expect(page.getByText(/^Data erased on request: 2 messages, 1 note/)).toBeVisible();
});

test("erases only the person asked about, and keeps another's lead open", async ({
  page,
  site,
}) => {
  const ana = await add(site);
  const ben = await add(site, { name: "Ben Okafor", email: "ben@example.com" });
  const draft = page.getByRole("textbox", { name: "Your reply" });
  for (const [id, words] of [
    [ana, "Dear Ana"],
    [ben, "Dear Ben"],
  ] as const) {
    await page.goto(`${SCREEN}?open=${id}`);
    await page.locator("main").getByRole("button", { name: "Reply" }).first().click();
    await draft.fill(words);
  }
  await reader(page, "Ben Okafor")
    .getByRole("button", { name: "Erase this person's data" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Erase a person's data" });
  await dialog.getByLabel("Email").fill("ana@halfmoon.example");
  await dialog.getByRole("button", { name: "Find" }).click();
  await expect(dialog.getByText("Ana Ruiz")).toBeVisible();
  const erase = await hold(page, "**/rpc/lead_person_erase");
  page.once("dialog", (question) => void question.accept());
  await dialog.getByRole("button", { name: "Erase permanently" }).click();
  await erase.asked();
  await expect(dialog.getByRole("button", { name: "Close" })).toBeDisabled();
  await expect(dialog.locator("[inert]").getByLabel("Email")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  erase.release();
  await expect(toasts(page).getByText("Data permanently erased")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(link(page, "Ana Ruiz")).toHaveCount(0);
  await expect(draft).toHaveValue("Dear Ben");
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).toContain("Dear Ben");
  expect(stored).not.toContain("Dear Ana");
});

/** What a visit stores in the tab. */
const inTab = (page: Page) => page.evaluate(() => sessionStorage.getItem("admin-visit") ?? "");

/** Opens the dialog while reading is refused, and again once it is allowed. */
async function openAgainWithRights(site: Site, page: Page) {
  const open = reader(page).getByRole("button", { name: "Erase this person's data" });
  await expect(open).toBeVisible();
  await takeRightsAway(site, page);
  try {
    await open.click();
    await expect(page.getByText(/^Failed to look up this person/)).toBeVisible();
  } finally {
    await giveRightsBack(site);
  }
  await page.getByRole("dialog").getByRole("button", { name: "Find" }).click();
}
