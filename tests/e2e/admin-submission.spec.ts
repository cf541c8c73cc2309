import type { Locator } from "@playwright/test";
import {
  choose,
  endSession,
  giveRightsBack,
  signInAgain,
  takeRightsAway,
  told,
} from "./admin-steps.ts";
import { expect, test } from "./fixture.ts";
import { add, placeOf, reader, SCREEN, statusOf } from "./submission-steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

test("an open message stands whole beside the list, and Back closes it", async ({
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
  await expect(page.getByText("This submission no longer exists")).toBeVisible();
});

test("staff leave notes: signed, one's own to delete, never lost unasked", async ({
  page,
  site,
}) => {
  const id = await add(site);
  await site.sql`insert into submission_notes (submission_id, author_email, body)
    values (${id}, 'lee@example.com', 'Asked for a quote.')`;
  await page.goto(SCREEN);
  await page.getByRole("link", { name: "Ana Ruiz", exact: true }).click();
  const opened = reader(page);
  const notes = opened.getByRole("region", { name: "Notes" });
  await expect(notes.getByText("lee@example.com")).toBeVisible();
  await expect(notes.getByRole("button", { name: "Delete note" })).toHaveCount(0);

  await notes.getByLabel("Add a note").fill("Called back.");
  await page.goBack();
  await expect(page.getByText("Leave without saving?")).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await notes.getByLabel("Add a note").focus();
  await page.keyboard.press("Control+Enter");
  await expect(told(page).getByText("Note added")).toBeVisible();
  await expect(notes.getByRole("listitem").filter({ hasText: "You" })).toContainText(
    "Called back.",
  );
  page.once("dialog", (dialog) => void dialog.accept());
  await notes.getByRole("button", { name: "Delete note" }).click();
  await expect(told(page).getByText("Note deleted")).toBeVisible();
  await expect(notes.getByRole("listitem")).toHaveCount(1);
});

test("a mail that goes out meanwhile is said in the open message", async ({ page, site }) => {
  const id = await add(site, { mail_next_attempt_at: "9999-01-01T00:00:00Z" });
  await page.goto(`${SCREEN}?open=${id}`);
  const opened = reader(page);
  await expect(opened.getByText("The mail goes out within a minute or two.")).toBeVisible();
  await site.sql`update contact_submissions set mail_status = 'sent', mailed_at = now(),
    mail_next_attempt_at = null where id = ${id}`;
  await expect(opened.getByText("Team notified")).toBeVisible();
});

test("a double press opens and closes one message, adds one note, sends one mail", async ({
  page,
  site,
}) => {
  await add(site, { mail_status: "failed", business_name: "Pressed Twice" });
  await page.goto("/admin/dashboard");
  await page.getByRole("navigation", { name: "Admin" }).getByText("Contact Submissions").click();
  const opened = reader(page);
  const open = () => page.getByRole("link", { name: "Ana Ruiz", exact: true }).dblclick();
  await open();
  await opened.getByLabel("Add a note").fill("Called back.");
  await opened.getByRole("button", { name: "Add note" }).dblclick();
  await expect(told(page).getByText("Note added")).toBeVisible();
  await opened.getByRole("button", { name: "Notify again" }).dblclick();
  await expect(opened.getByText("Team notified")).toBeVisible();
  await expect(opened.getByRole("region", { name: "Notes" }).getByRole("listitem")).toHaveText([
    /Called back/,
  ]);
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

test("what is typed while a note is on its way stays, as the next one", async ({ page, site }) => {
  const id = await add(site, { business_name: "Typed On" });
  await page.goto(`${SCREEN}?open=${id}`);
  const stored = Promise.withResolvers<void>();
  await page.route("**/rest/v1/submission_notes*", async (route) => {
    if (route.request().method() === "POST") await stored.promise;
    await route.continue();
  });
  const note = page.getByLabel("Add a note");
  await note.fill("Called back.");
  await page.getByRole("button", { name: "Add note" }).click();
  await note.fill("Wants a quote.");
  stored.resolve();
  await expect(told(page).getByText("Note added")).toBeVisible();
  await expect(note).toHaveValue("Wants a quote.");
});

test("a session that ends while a note is typed is taken up in place", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 40[01]/);
  const id = await add(site);
  await page.goto(`${SCREEN}?open=${id}`);
  const note = page.getByLabel("Add a note");
  await note.fill("Called back 🕯️");
  await endSession(page, site);
  await page.getByRole("button", { name: "Add note" }).click();
  await signInAgain(page);
  await expect(note).toHaveValue("Called back 🕯️");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(told(page).getByText("Note added")).toBeVisible();
});

test("deleted while it is open, a submission takes a typed note with it; refused, both stay", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  const id = await add(site);
  await page.goto(SCREEN);
  await page.getByRole("link", { name: "Ana Ruiz", exact: true }).click();
  const opened = reader(page);
  await opened.getByLabel("Add a note").fill("Never stored");
  page.on("dialog", (dialog) => void dialog.accept());
  const remove = opened.getByRole("button", { name: "Delete", exact: true });
  await takeRightsAway(site);
  try {
    await remove.click();
    await expect(told(page).getByText("You no longer have admin rights")).toBeVisible();
    await expect(opened.getByLabel("Add a note")).toHaveValue("Never stored");
  } finally {
    await giveRightsBack(site);
  }
  await remove.click();
  await expect(told(page).getByText("Submission deleted successfully")).toBeVisible();
  await expect(opened).toBeHidden();
  await expect(page.getByText("Leave without saving?")).toBeHidden();
  await expect(page).toHaveURL(SCREEN);
  expect(await placeOf(site, id)).toBe("trash");
});

test("by keyboard alone: find, open, write, close, set the status, delete", async ({
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
  await expect(told(page).getByText("Note added")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
  await expect(name).toBeFocused();

  await tabTo(page.getByRole("combobox", { name: /^Status of Ana Ruiz/ }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox").getByRole("option", { name: "New" })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect.poll(() => statusOf(site, id)).toBe("closed");
  await tabTo(page.getByRole("button", { name: "More for Ana Ruiz" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("End");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.keyboard.press("Enter");
  await expect(told(page).getByText("Submission deleted successfully")).toBeVisible();
  // The keyboard goes on at the screen's top, not at the page's.
  await expect(page.getByRole("main")).toBeFocused();
});

test("deleted by someone else, a submission stays under a note that is being typed", async ({
  page,
  site,
}) => {
  const id = await add(site);
  await page.goto(`${SCREEN}?open=${id}`);
  const opened = reader(page);
  await opened.getByLabel("Add a note").fill("Half typ");
  await site.sql`delete from contact_submissions`;
  await choose(opened.getByLabel("Status"), "Contacted");
  await expect(opened.getByText("This submission no longer exists")).toBeVisible();
  await expect(opened.getByLabel("Add a note")).toHaveValue("Half typ");
});

test("offline, a note stays and each refusal says why", async ({
  page,
  site,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  const id = await add(site, { mail_status: "failed" });
  await page.goto(`${SCREEN}?open=${id}`);
  const opened = reader(page);
  await opened.getByLabel("Add a note").fill("Called back.");
  await context.setOffline(true);
  await opened.getByRole("button", { name: "Add note" }).click();
  await expect(opened.getByText(/^Failed to add note: You're offline/)).toBeVisible();
  await expect(opened.getByLabel("Add a note")).toHaveValue("Called back.");
  for (const [press, words] of [
    ["Notify again", "Failed to notify the team"],
    ["Mark as spam", "Failed to update submission"],
  ] as const) {
    await opened.getByRole("button", { name: press }).click();
    await expect(told(page).getByText(words)).toBeVisible();
  }
  page.once("dialog", (dialog) => void dialog.accept());
  await opened.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(told(page).getByText("Failed to delete submission")).toBeVisible();
  await context.setOffline(false);
  await opened.getByRole("button", { name: "Mark as spam" }).click();
  await expect(told(page).getByText("Marked as likely spam")).toBeVisible();
  await opened.getByRole("button", { name: "Add note" }).click();
  await expect(told(page).getByText("Note added")).toBeVisible();
});

test("a refused note stays in its field", async ({ page, site, expectConsole }) => {
  expectConsole(/403/);
  const id = await add(site);
  await page.goto(`${SCREEN}?open=${id}`);
  await page.getByLabel("Add a note").fill("Called back.");
  await takeRightsAway(site);
  try {
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(page.getByText(/^Failed to add note: You don't have permission/)).toBeVisible();
    await expect(page.getByLabel("Add a note")).toHaveValue("Called back.");
  } finally {
    await giveRightsBack(site);
  }
});

test("likely spam waits to be judged; 'Not spam' sends its mail", async ({ page, site }) => {
  await add(site, { is_spam: true, spam_reason: "too fast", business_name: "Not spam at all" });
  await add(site, { name: "Ben Okafor" });
  await page.goto(SCREEN);
  await choose(page.getByRole("combobox", { name: "Messages" }), "Likely spam");
  await expect(page).toHaveURL(/show=spam/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: "Ana Ruiz", exact: true }).click();
  const opened = reader(page);
  await expect(opened.getByText("within three seconds")).toBeVisible();
  await opened.getByRole("button", { name: "Not spam" }).click();
  await expect(told(page).getByText("Marked as not spam")).toBeVisible();
  await expect(opened.getByText("Team notified")).toBeVisible();
  const mails = await site.outbox();
  expect(mails.filter(({ subject }) => subject?.includes("Not spam at all"))).toHaveLength(1);
});

test("one that was only too fast is labelled, was mailed, and loses the label", async ({
  page,
  site,
}) => {
  await add(site, { spam_reason: "too fast", mail_status: "sent" });
  await page.goto(`${SCREEN}?show=spam`);
  await page.getByRole("link", { name: "Ana Ruiz", exact: true }).click();
  const opened = reader(page);
  await expect(opened.getByText("The mail about it says so in its subject.")).toBeVisible();
  await expect(opened.getByText("Team notified")).toBeVisible();
  await opened.getByRole("button", { name: "Not spam" }).click();
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
  await expect(opened.getByText("connect ECONNREFUSED")).toBeVisible();
  const FUNCTION = "**/functions/v1/send-contact-email";
  await page.route(FUNCTION, async (route) => {
    // Nor does the server send it by itself meanwhile: the second press does.
    await site.sql`update contact_submissions set mail_next_attempt_at = now() + interval '1 hour'`;
    await route.fulfill({ status: 502, body: "{}" });
  });
  await opened.getByRole("button", { name: "Notify again" }).click();
  await expect(told(page).getByText("Failed to notify the team")).toBeVisible();
  await expect(told(page).getByText("It will be tried again by itself")).toBeVisible();
  await page.unroute(FUNCTION);
  await opened.getByRole("button", { name: "Notify again" }).click();
  await expect(opened.getByText("Team notified")).toBeVisible();
  const mails = await site.outbox();
  expect(mails.filter(({ subject }) => subject?.includes("Resent Goods"))).toHaveLength(1);
});
