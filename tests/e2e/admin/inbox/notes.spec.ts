import { expect, people, test } from "../../fixture.ts";
import {
  actAfterSessionEnds,
  choose,
  giveRightsBack,
  holdWrite,
  namePerson,
  signInAgain,
  takeRightsAway,
  toasts,
} from "../steps.ts";
import { conversationLoaded, items } from "./answer-steps.ts";
import { add, placeOf, reader, SCREEN } from "./submission-steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

test("adds signed notes, deletes one's own, and never loses one", async ({ page, site }) => {
  const id = await add(site);
  await site.sql`insert into submission_notes (submission_id, author_email, body, created_at)
    values (${id}, 'lee@example.com', 'Asked for a quote.', now() - interval '1 second'),
      (${id}, ${people.admin.email}, 'By name.', now())`;
  await namePerson(site, people.admin.email, "Dana Ortiz");
  await page.goto(SCREEN);
  await page.getByRole("link", { name: "Ana Ruiz", exact: true }).click();
  const opened = reader(page);
  const notes = items(page).filter({ hasText: /^Note by/ });
  await expect(notes).toHaveText([
    /^Note by lee@example\.com · .*Asked for a quote\.$/,
    /^Note by Dana Ortiz · .*By name\.$/,
  ]);
  await namePerson(site, people.admin.email);
  await expect(opened.getByRole("button", { name: "Delete note" })).toHaveCount(0);

  await opened.getByLabel("Add a note").fill("Called back.");
  await page.goBack();
  await expect(page.getByText("Leave without saving?")).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  // While the question is open, it keeps the focus.
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await opened.getByLabel("Add a note").press("Control+Enter");
  await expect(toasts(page).getByText("Note added")).toBeVisible();
  await expect(notes.last()).toHaveText(/^Note by you · .*Called back\.$/);
  page.once("dialog", (dialog) => void dialog.accept());
  await opened.getByRole("button", { name: "Delete note" }).click();
  await expect(toasts(page).getByText("Note deleted")).toBeVisible();
  await expect(notes).toHaveCount(2);
  await expect(items(page).last()).toContainText("Note deleted");
  await expect(opened.getByLabel("Add a note")).toBeFocused();
});

test("a reload keeps a note until it is added, discarded, or left", async ({ page, site }) => {
  const id = await add(site);
  await add(site, { name: "Ben Okafor" });
  page.on("dialog", (question) => void question.accept());
  await page.goto(`${SCREEN}?open=${id}`);
  const note = page.getByLabel("Add a note");
  const restored = page.getByText("Unsaved changes restored.");
  await note.fill("Called b");
  await page.reload();
  await expect(note).toHaveValue("Called b");
  await page.getByRole("button", { name: /^Discard the restored changes/ }).press("Enter");
  await expect(note).toHaveValue("");
  await page.reload();
  await expect(note).toHaveValue("");

  await note.fill("Called back.");
  await page.reload();
  await expect(restored).toBeVisible();
  // By key: what still loads above the button moves it away from a pointer.
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  await expect(toasts(page).getByText("Note added")).toBeVisible();
  await expect(note).toHaveValue("");
  await expect(note).toBeFocused();
  await expect(restored).toHaveCount(0);

  await note.fill("Never mind");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(note).toBeHidden();
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(note).toHaveValue("");
});

test("keeps a note while the window is resized or turned", async ({ page, site }) => {
  const id = await add(site);
  await page.goto(`${SCREEN}?open=${id}`);
  const note = page.getByLabel("Add a note");
  await note.fill("Called b");
  for (const width of [800, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole("dialog")).toHaveCount(width === 800 ? 1 : 0);
    await expect(note).toHaveValue("Called b");
  }
});

test("keeps what is typed while a note is being saved", async ({ page, site }) => {
  const id = await add(site, { business_name: "Typed On" });
  await page.goto(`${SCREEN}?open=${id}`);
  const write = await holdWrite(page, "submission_notes");
  const note = page.getByLabel("Add a note");
  await conversationLoaded(page);
  await note.fill("Called back.");
  await page.getByRole("button", { name: "Add note" }).click();
  await note.fill("Wants a quote.");
  write.goOn();
  await expect(toasts(page).getByText("Note added")).toBeVisible();
  await expect(note).toHaveValue("Wants a quote.");
});

test("signs in again in place while a note is typed", async ({ page, site, expectConsole }) => {
  expectConsole(/status of 40[013]/);
  const id = await add(site);
  await page.goto(`${SCREEN}?open=${id}`);
  const note = page.getByLabel("Add a note");
  await conversationLoaded(page);
  await note.fill("Called back 🕯️");
  await actAfterSessionEnds(site, page.getByRole("button", { name: "Add note" }));
  await signInAgain(page);
  await expect(note).toHaveValue("Called back 🕯️");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(toasts(page).getByText("Note added")).toBeVisible();
});

test("deleting an open submission discards its typed note; a refused delete keeps both", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  const id = await add(site);
  await page.goto(SCREEN);
  await page.getByRole("link", { name: "Ana Ruiz", exact: true }).click();
  const opened = reader(page);
  await conversationLoaded(page);
  await opened.getByLabel("Add a note").fill("Never stored");
  page.on("dialog", (dialog) => void dialog.accept());
  const remove = opened.getByRole("button", { name: "Delete", exact: true });
  await takeRightsAway(site, page);
  try {
    await remove.click();
    await expect(toasts(page).getByText("You don't have permission to do this")).toBeVisible();
    await expect(opened.getByLabel("Add a note")).toHaveValue("Never stored");
  } finally {
    await giveRightsBack(site);
  }
  await remove.click();
  await expect(toasts(page).getByText("Submission deleted successfully")).toBeVisible();
  await expect(opened).toBeHidden();
  await expect(page.getByText("Leave without saving?")).toBeHidden();
  await expect(page).toHaveURL(SCREEN);
  expect(await placeOf(site, id)).toBe("trash");
});

test("keeps a deleted lead open while a note is typed", async ({ page, site }) => {
  const id = await add(site);
  await page.goto(`${SCREEN}?open=${id}`);
  const opened = reader(page);
  await opened.getByLabel("Add a note").fill("Half typ");
  await site.sql`delete from contact_submissions`;
  await choose(opened.getByLabel("Status"), "Contacted");
  await expect(opened.getByText("Someone deleted this lead")).toBeVisible();
  await expect(opened.getByLabel("Add a note")).toHaveValue("Half typ");
});

test("keeps a note offline, and explains each refusal", async ({
  page,
  site,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  const id = await add(site, { mail_status: "failed" });
  await page.goto(`${SCREEN}?open=${id}`);
  const opened = reader(page);
  // By key: what fails to load above the buttons, and loads again, moves them away from a pointer.
  const press = (name: string) => opened.getByRole("button", { name, exact: true }).press("Enter");
  await conversationLoaded(page);
  await opened.getByLabel("Add a note").fill("Called back.");
  await context.setOffline(true);
  await press("Add note");
  await expect(opened.getByText(/^Failed to add note: You're offline/)).toBeVisible();
  await expect(opened.getByLabel("Add a note")).toHaveValue("Called back.");
  for (const [name, words] of [
    ["Notify again", "Failed to notify the team"],
    ["Mark as spam", "Failed to update lead"],
  ] as const) {
    await press(name);
    await expect(toasts(page).getByText(words)).toBeVisible();
  }
  page.once("dialog", (dialog) => void dialog.accept());
  await press("Delete");
  await expect(toasts(page).getByText("Failed to delete submission")).toBeVisible();
  await context.setOffline(false);
  await press("Mark as spam");
  await expect(toasts(page).getByText("Marked as spam")).toBeVisible();
  await press("Add note");
  await expect(toasts(page).getByText("Note added")).toBeVisible();
});

test("keeps a refused note in its field", async ({ page, site, expectConsole }) => {
  expectConsole(/403/);
  const id = await add(site);
  await page.goto(`${SCREEN}?open=${id}`);
  await conversationLoaded(page);
  const note = page.getByLabel("Add a note");
  await note.fill("x".repeat(5001));
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(note).toHaveAccessibleDescription(
    /Please use at most 5,000 characters\. This has 5,001\./,
  );
  await expect(note).toHaveValue("x".repeat(5001));
  await note.fill("Called back.");
  await takeRightsAway(site, page);
  try {
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(page.getByText(/^Failed to add note: You don't have permission/)).toBeVisible();
    await expect(note).toHaveValue("Called back.");
  } finally {
    await giveRightsBack(site);
  }
});
