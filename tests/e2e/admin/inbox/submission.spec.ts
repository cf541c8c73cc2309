import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { choose, setUpEmail, toasts } from "../steps.ts";
import { conversationLoaded, items } from "./answer-steps.ts";
import { add, reader, SCREEN, statusOf } from "./submission-steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await setUpEmail(site);
  await signIn();
});

test("shows an open message in full, and closes it with Back", async ({
  page,
  site,
  expectAccessible,
}) => {
  const message = `First line 🕯️\n\n${"A long story. ".repeat(300)}\n${"x".repeat(200)}`.trim();
  const id = await add(site, { message });
  await page.goto(SCREEN);
  await page.getByRole("link", { name: "Ana Ruiz", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`open=${id}`));
  const opened = reader(page);
  await expect(opened.getByText("First line 🕯️")).toHaveText(message);
  await expectAccessible();
  await page.goBack();
  await expect(opened).toBeHidden();
  await page.goForward();
  await expect(opened).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
  await expect(page).not.toHaveURL(/open=/);
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(opened).toBeVisible();
  await page.goto(`${SCREEN}?open=${id.slice(0, 20)}`);
  await expect(page.getByText("This lead no longer exists")).toBeVisible();
});

test("updates the open message when its email is sent", async ({ page, site }) => {
  const id = await add(site, { mail_next_attempt_at: "9999-01-01T00:00:00Z" });
  await page.goto(`${SCREEN}?open=${id}`);
  const opened = reader(page);
  await expect(opened.getByText("The email goes out in a minute or two.")).toBeVisible();
  await site.sql`update contact_submissions set mail_status = 'sent', mailed_at = now(),
    mail_next_attempt_at = null where id = ${id}`;
  await expect(opened.getByText("Team notified")).toBeVisible();
});

test("says when a delayed notice will be sent", async ({ page, site }) => {
  await site.sql`insert into private.company_mails (submission_id, claimed_at)
    select gen_random_uuid(), now() - interval '20 minutes' from generate_series(1, 60)`;
  // No notice is claimed during the test: the hour's emails are used up.
  const id = await add(site, { mail_next_attempt_at: "2026-01-01T00:00:00Z" });
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(
    reader(page).getByText(
      /^The hourly email limit is reached\. The email goes out at about .+:\d\d/,
    ),
  ).toBeVisible();
  await site.sql`delete from private.company_mails`;
});

test("claims no notice without a mail server", async ({ page, site }) => {
  await setUpEmail(site, { not: true });
  const id = await add(site, { mail_status: "failed" });
  await page.goto(`${SCREEN}?open=${id}`);
  const opened = reader(page);
  await conversationLoaded(page);
  await opened.getByRole("button", { name: "Notify again" }).click();
  await expect(
    toasts(page).getByText(
      "Email isn't set up, so the team notification wasn't sent. It was saved on the server.",
    ),
  ).toBeVisible();
  await expect(opened.getByRole("region", { name: "Team not emailed" })).toBeVisible();
  await expect(page.getByText("Team notified")).toBeHidden();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const csv = await readFile(await (await downloading).path(), "utf8");
  expect(csv).toContain("Team not emailed");
  expect(csv).not.toContain("Team notified");
  await opened.getByRole("button", { name: "Mark as spam" }).click();
  await expect(opened.getByText("Marked by your team. Your team wasn't emailed.")).toBeVisible();
});

test("acts once for a double press", async ({ page, site }) => {
  await add(site, { mail_status: "failed", business_name: "Pressed Twice" });
  await page.goto("/admin/dashboard");
  await page.getByRole("navigation", { name: "Admin" }).getByText("Contact Submissions").click();
  const opened = reader(page);
  const open = () => page.getByRole("link", { name: "Ana Ruiz", exact: true }).dblclick();
  await open();
  await conversationLoaded(page);
  await opened.getByLabel("Add a note").fill("Called back.");
  await opened.getByRole("button", { name: "Add note" }).dblclick();
  await expect(toasts(page).getByText("Note added")).toBeVisible();
  // The note appears above the next button.
  await expect(items(page).filter({ hasText: /^Note by/ })).toHaveCount(1);
  await opened.getByRole("button", { name: "Notify again" }).dblclick();
  await expect(opened.getByText("Team notified")).toBeVisible();
  await expect(items(page).filter({ hasText: /^Note by/ })).toHaveText([/Called back/]);
  expect(await site.sql`select 1 from submission_notes`).toHaveLength(1);
  const mails = (await site.outbox()).filter(({ subject }) => subject?.includes("Pressed Twice"));
  expect(mails).toHaveLength(1);

  await opened.getByRole("button", { name: "Close" }).dblclick();
  await expect(opened).toBeHidden();
  await open();
  await opened.getByLabel("Add a note").fill("Not yet.");
  for (const answer of ["Keep editing", "Discard changes"]) {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: answer }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
  }
  await expect(opened).toBeHidden();
  await expect(page).toHaveURL(SCREEN);
});

test("finds, opens, writes, closes, sets status and deletes by keyboard", async ({
  page,
  site,
}) => {
  const id = await add(site);
  await add(site, { name: "Ben Okafor", email: "ben@example.net", business_name: null });
  await page.goto(SCREEN);
  await page.getByRole("searchbox").focus();
  await page.keyboard.type("halfmoon");
  const name = page.getByRole("link", { name: "Ana Ruiz", exact: true });
  await expect(page.getByText("1 found")).toBeVisible();
  const tabTo = async (target: Locator) => {
    await expect(async () => {
      await page.keyboard.press("Tab");
      // Not injected: The timeout of one key press, which is retried as often as needed.
      await expect(target).toBeFocused({ timeout: 50 });
    }).toPass({ intervals: [0] });
  };
  await tabTo(name);
  await page.keyboard.press("Enter");
  const opened = reader(page);
  await expect(opened).toBeVisible();
  await tabTo(opened.getByLabel("Add a note"));
  await page.keyboard.type("Called back.");
  await page.keyboard.press("Control+Enter");
  await expect(toasts(page).getByText("Note added")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
  await expect(name).toBeFocused();

  await tabTo(page.getByRole("combobox", { name: /^Status of Ana Ruiz/ }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox").getByRole("option", { name: "New" })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect.poll(() => statusOf(site, id)).toBe("closed");
  await tabTo(page.getByRole("button", { name: "Delete Ana Ruiz" }));
  page.once("dialog", (dialog) => void dialog.accept());
  await page.keyboard.press("Enter");
  await expect(toasts(page).getByText("Submission deleted successfully")).toBeVisible();
  // The focus continues at the top of the screen, not of the page.
  await expect(page.getByRole("main")).toBeFocused();
});

test("sends the notice of held spam with 'Not spam'", async ({ page, site }) => {
  await add(site, { is_spam: true, spam_reason: "too fast", business_name: "Not spam at all" });
  await add(site, { name: "Ben Okafor" });
  await page.goto(SCREEN);
  await expect(page.getByText("1 held as spam. Show")).toBeVisible();
  await expect(page.getByText("1 total")).toBeVisible();
  await choose(page.getByRole("combobox", { name: "Show" }), "Held as spam");
  await expect(page).toHaveURL(/show=held/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: "Ana Ruiz", exact: true }).click();
  const opened = reader(page);
  await expect(opened.getByText("within three seconds")).toBeVisible();
  await opened.getByRole("button", { name: "Reply" }).click();
  await expect(
    opened.getByText("This lead is marked as spam. Mark it as not spam to reply."),
  ).toBeInViewport();
  await opened.getByRole("button", { name: "Not spam" }).click();
  await expect(toasts(page).getByText("Marked as not spam")).toBeVisible();
  await expect(opened.getByText("Team notified")).toBeVisible();
  const mails = await site.outbox();
  expect(mails.filter(({ subject }) => subject?.includes("Not spam at all"))).toHaveLength(1);
});

test("labels a fast message, and removes the label", async ({ page, site }) => {
  await add(site, { spam_reason: "too fast", mail_status: "sent" });
  await page.goto(`${SCREEN}?show=spam`);
  await page.getByRole("link", { name: "Ana Ruiz", exact: true }).click();
  const opened = reader(page);
  await expect(
    opened.getByText("The team notification is marked as likely spam in its subject."),
  ).toBeVisible();
  await expect(opened.getByText("Team notified")).toBeVisible();
  await opened.getByRole("button", { name: "Not spam" }).click();
  await expect(toasts(page).getByText("Marked as not spam")).toBeVisible();
  await expect(opened.getByText("within three seconds")).toBeHidden();
  const [row] = await site.sql`select is_spam, spam_reason, mail_status from contact_submissions`;
  expect(row).toEqual({ is_spam: false, spam_reason: null, mail_status: "sent" });
});

test("a failed mail shows, and is sent again", async ({ page, site, expectConsole }) => {
  expectConsole(/502/);
  await add(site, {
    business_name: "Resent Goods",
    mail_status: "failed",
    mail_attempts: 16,
    mail_last_error: "connect ECONNREFUSED",
  });
  await page.goto(`${SCREEN}?show=failed-mail`);
  const row = page.getByRole("row", { name: "Ana Ruiz" });
  await expect(row.getByText("Team not notified")).toBeVisible();
  await page.getByRole("link", { name: "Ana Ruiz", exact: true }).click();
  const opened = reader(page);
  await expect(opened.getByText("The mail server refused the connection.")).toBeVisible();
  await expect(opened.getByText("connect ECONNREFUSED")).toBeHidden();
  await conversationLoaded(page);
  await opened.getByText("Details").click();
  await expect(opened.getByText("connect ECONNREFUSED")).toBeVisible();
  const FUNCTION = "**/functions/v1/send-contact-email";
  const DUE = "**/rpc/resend_submission_mail";
  await page.route(FUNCTION, (route) => route.fulfill({ status: 502, body: "{}" }));
  // Due later, not now: otherwise the server could send it. The second click does.
  await page.route(DUE, async (route) => {
    await site.sql`update contact_submissions set mail_status = 'pending', mail_attempts = 0,
      mail_next_attempt_at = now() + interval '1 hour'`;
    await route.fulfill({ status: 204 });
  });
  await opened.getByRole("button", { name: "Notify again" }).click();
  await expect(toasts(page).getByText("Failed to notify the team")).toBeVisible();
  await expect(toasts(page).getByText("We'll retry automatically")).toBeVisible();
  for (const url of [FUNCTION, DUE]) await page.unroute(url);
  // The notice changes its height, and moves its button.
  await expect(opened.getByText(/The email goes out (in|at about) /)).toBeVisible();
  await opened.getByRole("button", { name: "Notify again" }).click();
  await expect(opened.getByText("Team notified")).toBeVisible();
  const mails = await site.outbox();
  expect(mails.filter(({ subject }) => subject?.includes("Resent Goods"))).toHaveLength(1);
});
