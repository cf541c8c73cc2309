import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Site } from "#tests/support/site.ts";
import { expect, people, test } from "../../fixture.ts";
import { shows } from "../../shows.ts";
import { hold, setUpEmail, toasts } from "../steps.ts";
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
const holdSending = (page: Page) => hold(page, "**/rpc/reply_send");

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
  const subject = reader(page).getByLabel("Subject");
  await subject.fill("x".repeat(201));
  await text(page).fill("x".repeat(10_001));
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(subject).toHaveAccessibleDescription(/at most 200 characters\. This has 201\./);
  await expect(text(page)).toHaveAccessibleDescription(
    /at most 10,000 characters\. This has 10,001\./,
  );
  await subject.fill("Our rates");
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

test("sends a reply that couldn't be canceled", async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load resource/);
  const id = await add(site, { message });
  await page.clock.install();
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(reader(page).getByText("How much is that?")).toBeVisible();
  await answer(page, "Ten dollars.");
  await page.route("**/rpc/reply_take_back", (route) => route.abort());
  await undo(page).click();
  await expect(toasts(page).getByText(/^Failed to cancel the reply/)).toBeVisible();
  // Where no server job does it, this page sends what is due.
  const sending = page.waitForRequest("**/functions/v1/send-mails");
  await page.clock.fastForward(10_000);
  await sending;
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

test("names the lead whose reply failed after it was left, and keeps the reason", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/);
  await add(site, { name: "Ben Okafor", email: "ben@example.com" });
  const id = await add(site, { message });
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(reader(page).getByText("How much is that?")).toBeVisible();
  const network = await holdSending(page);
  await answer(page, "Ten dollars.");
  await network.asked();
  await reader(page).getByRole("button", { name: "Next" }).press("Enter");
  const ben = reader(page, "Ben Okafor");
  await expect(ben).toBeVisible();
  network.release((route) => route.abort());
  const failed = toasts(page).getByText(/^Failed to send the reply: .* can't be reached/);
  await expect(failed).toBeVisible();
  await expect(toasts(page).getByText("Ana Ruiz")).toBeVisible();

  await ben.getByRole("button", { name: "Reply" }).press("Enter");
  const bens = ben.getByLabel("Your reply");
  await expect(bens).toBeFocused();
  await bens.fill("Twelve dollars.");
  await bens.press("ControlOrMeta+Enter");
  await expect(bens).toBeHidden();
  await ben.getByRole("button", { name: "Previous" }).press("Enter");
  await expect(text(page)).toHaveValue("Ten dollars.");
  await expect(text(page)).toHaveAccessibleDescription(/Failed to send the reply: /);

  // From another screen, the message leads back, and a question waits there.
  const bounced = await holdSending(page);
  await reader(page).getByRole("button", { name: "Send" }).press("Enter");
  await bounced.asked();
  await page.getByRole("link", { name: "Dashboard" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  const cause = { code: "PT428", message: "An earlier email to ana@halfmoon.example bounced." };
  bounced.release((route) => route.fulfill({ status: 428, json: cause }));
  await expect(toasts(page).getByText(/^Failed to send the reply: An earlier email/)).toBeVisible();
  await toasts(page).getByRole("button", { name: "Open lead" }).first().press("Enter");
  await expect(page).toHaveURL(`${SCREEN}?open=${id}`);
  const question = page.getByRole("alertdialog", { name: "Send to this address again?" });
  await question.getByRole("button", { name: "Send anyway" }).click();
  await expect(items(page).filter({ hasText: "Ten dollars." })).toBeVisible();
  await expect(text(page)).toBeHidden();
});

test("lets nobody change a reply while it is being sent", async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load resource/);
  const id = await add(site, { message });
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(reader(page).getByText("How much is that?")).toBeVisible();
  const network = await holdSending(page);
  await page.keyboard.press("e");
  await text(page).fill("Ten dollars.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await network.asked();
  await expect(text(page)).not.toBeEditable();
  await expect(reader(page).getByLabel("Subject")).not.toBeEditable();
  await page.keyboard.type("\n\nPS: Twelve with tape.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(text(page)).toHaveValue("Ten dollars.");
  network.release((route) => route.abort());
  await expect(text(page)).toHaveAccessibleDescription(/Failed to send the reply: /);
  await expect(text(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" PS: Twelve with tape.");
  const slow = await holdSending(page);
  await page.keyboard.press("ControlOrMeta+Enter");
  await slow.asked();

  // Nor after another screen.
  await page.getByRole("link", { name: "Dashboard" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(text(page)).not.toBeEditable();
  await reader(page).getByRole("button", { name: "Reply" }).press("Enter");
  await expect(text(page)).toBeFocused();
  slow.release();
  await expect(text(page)).toBeHidden();
  const sent = items(page).filter({ hasText: "Ten dollars. PS: Twelve with tape." });
  await expect(sent).toBeVisible();
  expect(await site.sql`select state from mails`).toEqual([{ state: "waiting" }]);
});
