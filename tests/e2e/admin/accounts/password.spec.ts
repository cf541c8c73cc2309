import type { Page } from "@playwright/test";
import { people } from "#tests/support/people.ts";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { signInAgain, toasts } from "../steps.ts";
import { mailedLinks, newestLink } from "./users-steps.ts";

const FORGOT = "/admin/login?view=forgot-password";
const { admin } = people;

async function ask(page: Page, email: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send reset link" }).dblclick();
}

test("sends one email for many presses, and reveals no account", async ({
  page,
  site,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/admin/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password?" })).toBeVisible();
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("Please fill in all fields")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();

  await context.setOffline(true);
  await ask(page, admin.email);
  await expect(page.getByText("You're offline. Please check your connection")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(admin.email);
  await context.setOffline(false);

  const sentences: string[] = [];
  for (const email of [` ${admin.email.toUpperCase()} `, "nobody@example.com"]) {
    await page.goto(FORGOT);
    await ask(page, email);
    const status = page
      .getByRole("status")
      .filter({ hasText: "belongs to an account, we sent an email" });
    await expect(status).toContainText(email.trim());
    sentences.push((await status.innerText()).replace(email.trim(), ""));
  }
  expect(sentences[0]).toBe(sentences[1]);
  await newestLink(site, admin.email, 1);
  expect(await mailedLinks(site, "nobody@example.com")).toHaveLength(0);
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test("asks old sessions to sign in again in place", async ({
  page,
  anotherBrowser,
  anotherSite,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/status of 4(0[0-3]|22)/);
  const site = await anotherSite();
  const elsewhere = await anotherBrowser(site.url);
  const desk = await elsewhere.newPage();
  await desk.goto("/admin/login?to=/admin/settings");
  await desk.getByLabel("Email").fill(admin.email);
  await desk.getByLabel("Password", { exact: true }).fill(admin.password);
  await desk.keyboard.press("Enter");
  const company = desk.getByLabel("Company name");
  await company.fill("Typed at the desk");

  await page.goto(site.url + FORGOT);
  await ask(page, admin.email);
  const link = await newestLink(site, admin.email, 1);
  await page.goto(link);
  const password = page.getByRole("textbox", { name: "New password" });
  await password.fill(" ");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Please enter a new password.")).toBeVisible();
  await password.fill(admin.password);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(
    page.getByText("Your new password must be different from the old one"),
  ).toBeVisible();
  await password.fill("tape-gun-2026");
  await page.getByRole("button", { name: "Save new password" }).dblclick();
  await expect(toasts(page).getByText("Your password is changed.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  await company.press("Tab");
  await signInAgain(desk, "tape-gun-2026");
  await expect(company).toHaveValue("Typed at the desk");
  // The unsaved value is saved automatically.
  await expect(toasts(desk).getByText("Setting updated successfully!")).toBeVisible();

  // Ended while nothing is typed: a reload leads to the sign-in page, and back.
  await site.sql`delete from auth.sessions`;
  await desk.reload();
  await expect(desk).toHaveURL(/\/admin\/login\?to=%2Fadmin%2Fsettings$/);

  await desk.goto(link);
  await desk.getByRole("textbox", { name: "New password" }).fill("tape-gun-2027");
  await desk.getByRole("button", { name: "Save new password" }).click();
  await expect(desk.getByRole("heading", { name: "This link can't be used" })).toBeVisible();
});

test("reports a session ended elsewhere on every screen", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/status of 40[0-3]/);
  await signIn();
  await page.goto("/admin/dashboard");
  // The frame's own request may report the end first; then the dialog hides the menu.
  const nav = page.getByRole("navigation", { name: "Admin", includeHidden: true });
  for (const [screen, heading] of [
    ["Users", "User Management"],
    ["Contact Submissions", "Contact Submissions"],
    ["Dashboard", "Dashboard"],
  ] as const) {
    // This screen's only request asks whether the person is an admin; the content shows only then.
    await page.goto("/admin/seo");
    await expect(page.getByRole("button", { name: "Run Analysis" }).first()).toBeVisible();
    await site.sql`delete from auth.sessions`;
    // An event, since the dialog may also open between press and release of a real click.
    await nav.getByText(screen).dispatchEvent("click");
    await signInAgain(page);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText(/Failed to|permission/)).toHaveCount(0);
  }
});

test("each step is accessible, in light and dark, from phone to desktop", async ({
  page,
  site,
  expectAccessible,
}) => {
  test.slow();
  const before = (await mailedLinks(site, admin.email)).length;
  await page.goto(FORGOT);
  await expect(page.getByLabel("Email")).toBeVisible();
  await inspect(page, "forgot-password", expectAccessible);
  await ask(page, admin.email);
  await expect(page.getByText(`If ${admin.email} belongs to an account`)).toBeVisible();
  await inspect(page, "forgot-password-sent", expectAccessible);
  await page.goto(await newestLink(site, admin.email, before + 1));
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Please enter a new password.")).toBeVisible();
  await inspect(page, "forgot-password-new", expectAccessible);
});
