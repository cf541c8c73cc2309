import { expect, people, test } from "../../fixture.ts";
import {
  actAfterSessionEnds,
  giveRightsBack,
  signInAgain,
  takeRightsAway,
  toasts,
} from "../steps.ts";
import { BEARER, elsewhere, openReset, SCREEN, typePassword } from "./users-steps.ts";

const { stranger } = people;

test.beforeEach(async ({ signIn }) => signIn());

test("applies a reset password at once, and ends old sessions", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 4(00|22)/);
  const auth = await elsewhere(page, site);
  expect((await auth.signInWithPassword(stranger)).error).toBeNull();
  await page.goto(SCREEN);
  await openReset(page, stranger.email);
  await expect(page).toHaveURL(/reset=/);
  const dialog = await typePassword(page, "");
  await expect(dialog.getByText("Please enter a new password.")).toBeVisible();
  await expect(dialog.getByLabel("New Password", { exact: true })).toBeFocused();
  await expectAccessible();
  await typePassword(page, "      ");
  await expect(dialog.getByText("Please enter a new password.")).toBeVisible();
  await typePassword(page, "12345");
  await expect(dialog.getByText("Password must be at least 6 characters long.")).toBeVisible();
  await typePassword(page, "x".repeat(80));
  await expect(dialog.getByText("Password must be at most 72 characters long")).toBeVisible();

  const called = page.waitForRequest("**/functions/v1/admin-reset-password");
  await typePassword(page, "tape-gun-88");
  const request = await called;
  expect(request.method()).toBe("POST");
  expect(request.headers().authorization).toMatch(BEARER);
  expect(Object.keys(request.postDataJSON())).toEqual(["userId", "newPassword"]);
  await expect(toasts(page).getByText("Password Reset", { exact: true })).toBeVisible();
  await expect(
    toasts(page).getByText("User password has been updated successfully."),
  ).toBeVisible();
  await expect(dialog).toBeHidden();

  expect((await auth.refreshSession()).error).not.toBeNull();
  expect((await auth.signInWithPassword(stranger)).error).not.toBeNull();
  const renewed = { ...stranger, password: "tape-gun-88" };
  expect((await auth.signInWithPassword(renewed)).error).toBeNull();

  // Someone with a role needs a better one.
  await site.sql`insert into staff (user_id, is_sales)
    select id, true from auth.users where email = ${stranger.email}`;
  await page.reload();
  await openReset(page, stranger.email);
  await expect(dialog.getByText("At least 10 characters, and not a commonly used")).toBeVisible();
  await typePassword(page, "harbor1");
  await expect(dialog.getByText("Password must be at least 10 characters long.")).toBeVisible();
  await typePassword(page, "password2026");
  await expect(dialog.getByText("This password is common and easy to guess.")).toBeVisible();
  await site.sql`delete from staff`;
});

test("keeps a typed password on Back, and closes an empty dialog on Escape", async ({ page }) => {
  await page.goto(SCREEN);
  await openReset(page, stranger.email);
  const dialog = page.getByRole("dialog", { name: "Reset Password" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await openReset(page, stranger.email);
  await dialog.getByLabel("New Password", { exact: true }).fill("tape-gun-88");
  await page.goBack();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("New Password", { exact: true })).toHaveValue("tape-gun-88");
  await page.goBack();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(dialog).toBeHidden();
});

test("explains each failure (rule U-3)", async ({ page, context, site, expectConsole }) => {
  expectConsole(/status of (500|403|401|400)|ERR_INTERNET_DISCONNECTED/);
  const error = () => toasts(page).getByText("Error", { exact: true }).first();
  const answer = { status: 500, json: { success: false, error: null } };
  await page.route("**/functions/v1/**", (route) => route.fulfill(answer));
  await page.goto(SCREEN);
  await expect(page.getByRole("main").getByText("Failed to fetch users")).toBeVisible();
  await expect(error()).toBeVisible();
  await expect(toasts(page).getByText("Failed to fetch users")).toBeVisible();
  await page.unroute("**/functions/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await openReset(page, stranger.email);

  await page.route("**/functions/v1/**", (route) => route.fulfill(answer));
  await typePassword(page, "tape-gun-88");
  await expect(toasts(page).getByText("Failed to reset password", { exact: true })).toBeVisible();
  await page.unroute("**/functions/v1/**");

  await context.setOffline(true);
  await typePassword(page, "tape-gun-88");
  await expect(toasts(page).getByText(/^Failed to reset password: You're offline/)).toBeVisible();
  await context.setOffline(false);

  await takeRightsAway(site, page);
  await typePassword(page, "tape-gun-88");
  await expect(toasts(page).getByText(/: Only an admin can do this$/)).toBeVisible();
  await giveRightsBack(site);

  await page.evaluate(() => localStorage.clear());
  await typePassword(page, "tape-gun-88");
  await expect(toasts(page).getByText("No session")).toBeVisible();
});

test("signs in again in place while a password is typed", async ({ page, site, expectConsole }) => {
  expectConsole(/status of 40[01]/);
  await page.goto(SCREEN);
  await openReset(page, stranger.email);
  const dialog = page.getByRole("dialog", { name: "Reset Password" });
  const password = dialog.getByLabel("New Password", { exact: true });
  await password.fill("tape-gun-88");
  await actAfterSessionEnds(site, dialog.getByRole("button", { name: "Reset Password" }));
  await signInAgain(page);
  await expect(password).toHaveValue("tape-gun-88");
  await dialog.getByRole("button", { name: "Reset Password" }).dblclick();
  await expect(toasts(page).getByText("Password Reset", { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(SCREEN);
});
