import type { Page } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { shows } from "../../shows.ts";
import { toasts } from "../steps.ts";
import { items } from "./answer-steps.ts";
import { add, addMany, ana, link, reader, SCREEN, statusOf } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

test("sets owner and follow-up date, shown in the conversation", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  const id = await add(site);
  await page.route("**/rest/v1/lead_events*", (route) => route.fulfill({ status: 500 }));
  await page.goto(`${SCREEN}?open=${id}`);
  const opened = reader(page);
  await expect(opened.getByText("Failed to load the conversation")).toBeVisible();
  // The message is known without it.
  await expect(items(page)).toHaveText([/^Ana Ruiz.*No message\.$/]);
  await page.unroute("**/rest/v1/lead_events*");
  await opened.getByRole("button", { name: "Try again" }).click();
  await expect(items(page)).toHaveText([/^Ana Ruiz.*No message\.$/]);
  await opened.getByLabel("Owner").selectOption({ index: 1 });
  await expect(items(page).last()).toContainText(/^Owner: /);
  await expect(toasts(page).getByText(/^Ana Ruiz · Owner: /)).toBeVisible();
  const followUp = opened.getByLabel("Follow-up");
  await followUp.fill("2020-01-02");
  await followUp.press("Enter");
  await shows(opened, "submissions.followUpPast", async () => {
    expect(await site.sql`select from contact_submissions where follow_up_on is null`).toHaveLength(
      1,
    );
  });
  await followUp.fill("2999-12-31");
  await followUp.press("Enter");
  await expect(items(page).last()).toContainText("Follow-up: Dec 31, 2999");
  await expect(toasts(page).getByText("Ana Ruiz · Follow-up date: Dec 31, 2999")).toBeVisible();
  // A date that has come stays, and doesn't prevent other changes.
  await site.sql`update contact_submissions set follow_up_on = '2020-01-02'`;
  await page.goto(`${SCREEN}?show=follow-up`);
  await link(page, "Ana Ruiz").click();
  await expect(followUp).toHaveValue("2020-01-02");
  await opened.getByLabel("Owner").selectOption("No owner");
  await expect(items(page).last()).toContainText(/^Owner removed/);
});

test("shortcuts of one character can be turned off", async ({ page, site }) => {
  const id = await add(site);
  await page.goto(SCREEN);
  await expect(link(page, "Ana Ruiz")).toBeVisible();
  await page.getByRole("button", { name: "Shortcuts" }).click();
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const one = keys.getByRole("switch", { name: "Single-key shortcuts" });
  await one.click();
  await expect(one).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.reload();
  await link(page, "Ana Ruiz").focus();
  for (const key of ["4", "x", "?", "e"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await expect(reader(page).getByLabel("Add a note")).toBeVisible();
  await expect(keys).toBeHidden();
  await expect(page.getByText("1 lead selected")).toHaveCount(0);
  expect(await statusOf(site, id)).toBe("new");
});

test("keys reply, set values and show help, but do nothing while typing", async ({
  page,
  site,
  expectAccessible,
}) => {
  const id = await add(site);
  await page.goto(SCREEN);
  await expect(link(page, "Ana Ruiz")).toBeVisible();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toBeVisible();
  await expect(keys.getByText("Notifications and Undo")).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("j");
  await page.keyboard.press("4");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.getByRole("searchbox").fill("");
  await page.getByRole("searchbox").pressSequentially("ana4");
  await expect(page.getByText("No submissions match your filters")).toBeVisible();
  await page.getByRole("searchbox").fill("ana");
  await expect(link(page, "Ana Ruiz")).toBeVisible();
  expect(await statusOf(site, id)).toBe("new");

  await link(page, "Ana Ruiz").focus();
  await page.keyboard.press("x");
  await expect(page.getByText("1 lead selected")).toBeVisible();
  await page.keyboard.press("2");
  await expect.poll(() => statusOf(site, id)).toBe("contacted");
  await page.keyboard.press("e");
  await expect(reader(page).getByLabel("Your reply")).toBeFocused();
  await reader(page).getByLabel("Add a note").fill("4");
  await page.keyboard.type("j4");
  await expect(reader(page).getByLabel("Add a note")).toHaveValue("4j4");
  expect(await statusOf(site, id)).toBe("contacted");
  await expect(reader(page).getByRole("link", { name: "Email", exact: true })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${ana.email}`),
  );
});

/** Presses all keys before the screen has rendered the effect of the first. */
const pressAtOnce = (page: Page, ...keys: string[]) =>
  page.evaluate((pressed) => {
    for (const key of pressed)
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
  }, keys);

test("applies a status key right after J to the lead that J opens", async ({ page, site }) => {
  await addMany(site, 3);
  await page.goto(SCREEN);
  await link(page, "Seller 1").click();
  await expect(reader(page, "Seller 1").getByText("seller1@example.com")).toBeVisible();
  await pressAtOnce(page, "j", "2");
  await expect(reader(page, "Seller 2")).toBeVisible();
  await expect(toasts(page)).toContainText("Seller 2: Contacted");
  const statuses = () =>
    site.sql`select name, status from contact_submissions where status <> 'new'`;
  expect(await statuses()).toEqual([{ name: "Seller 2", status: "contacted" }]);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(statuses).toEqual([]);
});

test("keys move past the end of a page, and a status key waits for the first lead of the next", async ({
  page,
  site,
}) => {
  await addMany(site, 27);
  const [last] = await site.sql`select id from contact_submissions where name = 'Seller 25'`;
  await page.goto(`${SCREEN}?open=${last?.id}`);
  await expect(reader(page, "Seller 25").getByRole("button", { name: "Next" })).toBeEnabled();
  await page.keyboard.press("j");
  await expect(reader(page, "Seller 26")).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press("k");
  await expect(reader(page, "Seller 25")).toBeVisible();

  await page.goto(SCREEN);
  await link(page, "Seller 25").click();
  await expect(reader(page, "Seller 25").getByText("seller25@example.com")).toBeVisible();
  await pressAtOnce(page, "j", "3");
  await expect(reader(page, "Seller 26")).toBeVisible();
  await expect(
    page.getByRole("combobox", { name: "Status of Seller 26: Responded" }),
  ).toBeVisible();
  await expect
    .poll(() => site.sql`select name from contact_submissions where status = 'responded'`)
    .toEqual([{ name: "Seller 26" }]);
});

test("keys open owner, follow-up and note of the open lead, mark spam and delete", async ({
  page,
  site,
}) => {
  await addMany(site, 2);
  await page.goto(SCREEN);
  await link(page, "Seller 1").focus();
  await page.keyboard.press("o");
  const opened = reader(page, "Seller 1");
  await expect(opened.getByLabel("Owner")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();

  await link(page, "Seller 1").click();
  await expect(opened.getByText("seller1@example.com")).toBeVisible();
  await page.keyboard.press("f");
  await expect(opened.getByLabel("Follow-up")).toBeFocused();
  await opened.getByRole("heading", { name: "Seller 1" }).click();
  await page.keyboard.press("n");
  const note = opened.getByLabel("Add a note");
  await expect(note).toBeFocused();
  await page.keyboard.type("nosfd");
  await expect(note).toHaveValue("nosfd");
  await note.fill("");
  await opened.getByRole("heading", { name: "Seller 1" }).click();

  const spam = () => site.sql`select name from contact_submissions where is_spam`;
  // J opens the next lead, and S applies to that one.
  await pressAtOnce(page, "j", "s");
  await expect(toasts(page)).toContainText("Marked as spam · Seller 2");
  expect(await spam()).toEqual([{ name: "Seller 2" }]);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(spam).toEqual([]);

  const asked: string[] = [];
  page.once("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await page.keyboard.press("d");
  await expect(toasts(page).getByText("Submission deleted successfully")).toBeVisible();
  expect(asked).toEqual(["Are you sure you want to delete this submission?"]);
  await expect(reader(page, "Seller 2")).toBeHidden();
  await expect(page.getByText("1 total")).toBeVisible();
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page).getByText("1 lead restored")).toBeVisible();
  await expect(page.getByText("2 total")).toBeVisible();
});
