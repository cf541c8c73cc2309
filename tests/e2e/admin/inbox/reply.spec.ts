import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Site } from "#tests/support/site.ts";
import { expect, people, test } from "../../fixture.ts";
import { shows } from "../../shows.ts";
import { setUpEmail, toasts } from "../steps.ts";
import { items } from "./answer-steps.ts";
import { add, ana, reader, SCREEN, statusOf, statusShown } from "./submission-steps.ts";

const message = "We ship 400 orders a month.\nHow much is that?";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await site.sql`delete from saved_replies`;
  await setUpEmail(site);
  await signIn();
});

const text = (page: Page) => reader(page).getByLabel("Your reply");
const undo = (page: Page) => toasts(page).getByRole("button", { name: "Undo" });
/** Ends the ten-second delay. */
const leave = (site: Site) => site.sql`update mails set send_after = now() where attempts = 0`;

async function answer(page: Page, words: string) {
  await page.keyboard.press("e");
  await expect(text(page)).toBeFocused();
  await text(page).fill(words);
  // By key: what still loads above the button moves it away from a pointer.
  await reader(page).getByRole("button", { name: "Send" }).press("Enter");
}

test("sends a reply as previewed, and keeps its draft through a reload", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  // Scripts that these tests inject into each frame don't run in the email's.
  expectConsole(/Blocked script execution in 'about:srcdoc'/);
  const id = await add(site, { message, created_at: "2026-11-05T17:00:00Z" });
  await site.sql`insert into saved_replies (title, body, is_active) values
    ('Prices', 'Hi {name},\n\nten dollars for {business}.', true), ('Old', 'Old words', false)`;
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(reader(page).getByText("How much is that?")).toBeVisible();
  await page.keyboard.press("e");
  await expect(text(page)).toHaveValue("Hi Ana,\n\n");
  const saved = reader(page).getByRole("combobox", { name: "Insert a saved reply" });
  await expect(saved.getByRole("option")).toHaveText(["Saved reply", "Prices"]);
  await saved.selectOption("Prices");
  await expect(text(page)).toHaveValue("Hi Ana,\n\nten dollars for Halfmoon Candles.");
  await text(page).press("ControlOrMeta+End");
  await page.keyboard.type(" <b>Agreed?");
  await expectAccessible();

  await page.reload();
  await expect(text(page)).toHaveValue(/ten dollars for Halfmoon Candles\. <b>Agreed\?$/);
  // By key: the conversation may still load above it.
  await reader(page).getByRole("button", { name: "Discard" }).press("Enter");
  await shows(toasts(page), "replies.discarded", () => expect(text(page)).toBeHidden());
  await undo(page).click();
  await expect(text(page)).toHaveValue(/Agreed\?$/);

  await reader(page).getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Reply preview" });
  const mail = preview.frameLocator("iframe");
  await expect(mail.getByText("ten dollars for Halfmoon Candles. <b>Agreed?")).toBeVisible();
  await expect(mail.getByText("On November 5, 2026, Ana Ruiz wrote:")).toBeVisible();
  await expect(mail.getByText("How much is that?")).toBeVisible();
  await preview.getByRole("button", { name: "Close" }).click();
  await expect(preview).toBeHidden();

  await reader(page).getByRole("button", { name: "Send" }).dblclick();
  await expect(toasts(page).getByText("Sending in 10 seconds")).toBeVisible();
  await expect(text(page)).toBeHidden();
  await statusShown(page, "Responded");
  const sent = items(page).filter({ hasText: "ten dollars" });
  await expect(sent).toContainText("Sending");
  await leave(site);
  await expect(sent).toContainText("Sent to ana@halfmoon.example");
  const mails = (await site.outbox()).filter(({ to }) => to?.[0]?.address === ana.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    subject: "Re: Your message to Evergreen Fulfillment",
    replyTo: [{ address: people.admin.email }],
  });
  expect(mails[0]?.text?.replaceAll("\r\n", "\n")).toContain(
    "Candles. <b>Agreed?\n\nOn November 5, 2026, Ana Ruiz wrote:\n\n> We ship 400 orders a month.\n> How much",
  );
  expect(mails[0]?.html).toContain("&lt;b&gt;Agreed?");

  // Without a mail server, nothing claims to be sent.
  await setUpEmail(site, { not: true });
  await page.reload();
  await expect(sent).toContainText("Saved on the server for ana@halfmoon.example");
  await page.keyboard.press("e");
  await expect(reader(page).getByText(/^Email isn't set up, so your reply/)).toBeVisible();
});

test("cancels a reply before it leaves, with its text and status", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  const id = await add(site, { message });
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(reader(page).getByText("How much is that?")).toBeVisible();
  await page.keyboard.press("e");
  await expect(text(page)).toBeFocused();
  await text(page).fill("Too early.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(toasts(page).getByText("Sending in 10 seconds")).toBeVisible();
  await reader(page).getByRole("button", { name: "Close" }).click();
  await undo(page).click();
  await expect(text(page)).toHaveValue("Too early.");
  await statusShown(page, "New");
  expect(await statusOf(site, id)).toBe("new");
  expect(await site.sql`select from mails`).toHaveLength(0);

  // The reply is already being sent: there is nothing to undo.
  await text(page).press("ControlOrMeta+Enter");
  await expect(text(page)).toBeHidden();
  await site.sql`update mails set attempts = 1, send_after = now() + interval '5 minutes'`;
  await undo(page).click();
  await expect(toasts(page).getByText("This reply was already sent")).toBeVisible();
});

test("reports a failed reply, and sends it by a retry", async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load resource/);
  const id = await add(site, { message });
  const outbox = join(site.dataDir, "outbox");
  // A file where the emails' folder belongs
  await rm(outbox, { recursive: true, force: true });
  await writeFile(outbox, "");
  await page.route("**/rpc/reply_send", (route) => route.abort());
  // Before the lead opens, which may load them already.
  await page.route("**/rest/v1/saved_replies*", (route) => route.abort());
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(reader(page).getByText("How much is that?")).toBeVisible();
  await answer(page, "Ten dollars.");
  await expect(reader(page).getByText(/^Failed to load saved replies: /)).toBeVisible();
  await expect(reader(page).getByText(/^Failed to send the reply: /)).toBeVisible();
  await expect(text(page)).toHaveValue("Ten dollars.");
  await page.unroute("**/rpc/reply_send");
  await reader(page).getByRole("button", { name: "Send" }).press("Enter");
  await expect(toasts(page).getByText("Sending in 10 seconds")).toBeVisible();
  await expect(items(page).filter({ hasText: "Ten dollars." })).toBeFocused();
  await leave(site);
  const again = reader(page).getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  const reply = items(page).filter({ hasText: "Ten dollars." });
  await expect(reply).toContainText("Not sent");
  await expect(reply).toContainText("We'll retry at");
  await expect(items(page).filter({ hasText: "Reply not sent yet" })).toBeVisible();
  await page.goto(`${SCREEN}?show=failed-mail`);
  await page.getByRole("link", { name: "Ana Ruiz", exact: true }).click();

  await rm(outbox);
  await page.route("**/rpc/reply_send_again", (route) => route.abort());
  // By the keyboard: the lead was just opened, and what loads above would move the button.
  await again.press("Enter");
  await expect(toasts(page).getByText(/^Failed to send the reply again/)).toBeVisible();
  await page.unroute("**/rpc/reply_send_again");
  await again.click();
  await expect(toasts(page).getByText("Sending the reply again")).toBeVisible();
  await expect(reply).toContainText("Sent to ana@halfmoon.example");
  await expect(again).toBeHidden();
  expect(await site.sql`select state from mails`).toEqual([{ state: "sent" }]);
});
