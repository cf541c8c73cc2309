import type { Page } from "@playwright/test";
import { people } from "#tests/support/people.ts";
import type { Site } from "#tests/support/site.ts";
import { expect, settled, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { answered, asksBeforeUnload, countRequests, hold, pressTwice, toasts } from "../steps.ts";
import {
  codeField,
  codeOf,
  enterCode,
  enterPassword,
  giveApp,
  removeFactors,
} from "./second-factor-steps.ts";
import { newestLink } from "./users-steps.ts";

const { admin, stranger } = people;

/** The menu counts new leads once a minute, which is refused until the second factor is proved. */
const MENU = /403.*lead_new_count/;

test.beforeEach(({ site }) => removeFactors(site));

test("asks for the code before a mailed link changes the password", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/status of 4(0[0-4]|22)/);
  const [before] = await site.sql<{ hash: string }[]>`
    select encrypted_password as hash from auth.users where email = ${admin.email}`;
  const { key } = await giveApp(site);
  await page.goto("/admin/login?view=forgot-password");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await page.goto(await newestLink(site, admin.email, 1));
  const password = page.getByRole("textbox", { name: "New password" });
  await password.fill(admin.password);
  await page.getByRole("button", { name: "Save new password" }).dblclick();
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expect(password).toBeHidden();
  await inspect(page, "second-factor-link", expectAccessible);
  await enterCode(page, await codeOf(site, key));
  // The password is refused only now, and can be changed without another code.
  await expect(
    page.getByText("Your new password must be different from the old one"),
  ).toBeVisible();
  await password.fill("tape-gun-2026");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(toasts(page).getByText("Your password is changed.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await site.sql`
    update auth.users set encrypted_password = ${before?.hash ?? ""} where email = ${admin.email}`;
});

test("loses nothing typed when the session ends", async ({ page, site, expectConsole }) => {
  expectConsole(/status of 40[0-3]/);
  const { key } = await giveApp(site, "admin");
  await page.goto("/admin/login?to=/admin/settings");
  await enterPassword(page);
  await enterCode(page, await codeOf(site, key));
  const company = page.getByLabel("Company name");
  await company.fill("Typed before the end");
  await site.sql`delete from auth.sessions`;
  await company.press("Tab");
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  await ended.getByLabel("Password", { exact: true }).fill(admin.password);
  await ended.getByRole("button", { name: "Sign In" }).click();
  const again = page.getByRole("dialog", { name: "Enter your code" });
  await expect(codeField(page)).toBeFocused();
  expect(await asksBeforeUnload(page)).toBe(true);
  await enterCode(page, await codeOf(site, key));
  await expect(again).toBeHidden();
  await expect(company).toHaveValue("Typed before the end");
  await expect(toasts(page).getByText("Setting updated successfully!")).toBeVisible();
});

/** Ends the session of someone who typed `text` into a setting, while a request to `url` is on its way. */
async function endSessionWhileHeld(page: Page, site: Site, url: string, text: string) {
  const { key } = await giveApp(site, "admin");
  await page.goto("/admin/login?to=/admin/settings");
  await enterPassword(page);
  await expect(codeField(page)).toBeFocused();
  const { asked, release } = await hold(page, url);
  await enterCode(page, await codeOf(site, key));
  const company = page.getByLabel("Company name");
  await company.fill(text);
  await asked();
  await site.sql`delete from auth.sessions`;
  await company.press("Tab");
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(ended).toBeVisible();
  return {
    release,
    async enterPasswordAgain() {
      await ended.getByLabel("Password", { exact: true }).fill(admin.password);
      await ended.getByRole("button", { name: "Sign In" }).click();
      await expect(codeField(page)).toBeFocused();
    },
    async enterCodeAndSave() {
      await enterCode(page, await codeOf(site, key));
      await expect(toasts(page).getByText("Setting updated successfully!")).toBeVisible();
      await expect(company).toHaveValue(text);
    },
  };
}

test("saves what waits only after the code, whatever is refused before it", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 40[0-3]/);
  const COUNT = "**/rpc/lead_new_count";
  const session = await endSessionWhileHeld(page, site, COUNT, "Typed before a late refusal");
  await session.enterPasswordAgain();
  const renewed = page.waitForResponse("**/auth/v1/token?grant_type=refresh_token");
  session.release();
  await (await renewed).finished();
  await page.evaluate(settled);
  await session.enterCodeAndSave();
});

test("a check of rights that a newer one replaced signs nobody out", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 40[0-3]/);
  const CHECK = "**/rpc/is_admin_user";
  const session = await endSessionWhileHeld(page, site, CHECK, "Typed while it was checked");
  const late = page.waitForResponse(CHECK);
  session.release();
  expect((await late).status()).toBe(401);
  await session.enterPasswordAgain();
  await session.enterCodeAndSave();
});

test("asks people to set one up when their role needs it", async ({
  page,
  site,
  signIn,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  expectConsole(MENU);
  const { sql } = site;
  await sql`insert into staff (user_id, is_sales) select id, true from auth.users where email = ${stranger.email}`;
  await sql`insert into private.second_factor_rules values ('sales', current_date + 30)`;
  await signIn("stranger");
  await page.goto("/admin/account");
  await expect(page.getByText("your role needs two-step verification. Set it up")).toBeVisible();
  await expect(page.getByText("Sales", { exact: false }).first()).toBeVisible();

  // Without a second factor, a read of the screen that comes after this would be refused.
  await answered(page);
  await sql`update private.second_factor_rules set required_from = current_date - 1`;
  await page.reload();
  const heading = page.getByRole("heading", { name: "Your role needs two-step verification" });
  await expect(heading).toBeVisible();
  await inspect(page, "second-factor-needed", expectAccessible);
  await page.getByRole("button", { name: "Set up" }).dblclick();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Scan this with your authenticator app")).toBeFocused();
  const key = await page.getByRole("textbox", { name: "Key" }).inputValue();
  await inspect(page, "second-factor-needed-scan", expectAccessible);
  await codeField(page).fill(await codeOf(site, key));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  // The window's next focus must not end the only sight of the codes.
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await page.getByLabel("I've saved these codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();

  await page.getByRole("button", { name: "Remove Authenticator app" }).click();
  const remove = page.getByRole("alertdialog");
  await expect(remove).toContainText("your role needs one");
  await answered(page);
  await remove.getByRole("button", { name: "Remove" }).click();
  await expect(heading).toBeVisible();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
  await sql`delete from staff`;
});

test("adds a second app after an old sign-in, and explains what is refused", async ({
  page,
  site,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/status of (4(0[0-4]|22)|500)/);
  const { key } = await giveApp(site);
  await page.goto("/admin/login?to=/admin/account");
  await enterPassword(page);
  await enterCode(page, await codeOf(site, key));
  const add = page.getByRole("button", { name: "Add another app" });
  const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
  const proceed = dialog.getByRole("button", { name: "Continue" });
  await add.click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Phone");
  await proceed.click();
  await expect(dialog.getByRole("alert")).toContainText("You already have an app with this name.");

  await site.sql`update auth.sessions set created_at = now() - interval '1 hour'`;
  await site.sql`update auth.mfa_amr_claims set created_at = now() - interval '1 hour', updated_at = now() - interval '1 hour'`;
  await dialog.getByRole("textbox", { name: "Name" }).fill("Tablet");
  await proceed.click();
  await expect(page.getByRole("dialog", { name: "Confirm it's you" })).toBeVisible();
  await enterCode(page, await codeOf(site, key));
  await expect(dialog.getByRole("textbox", { name: "Key" })).toBeVisible();

  // Started again in another tab: this one's key is no longer known.
  const second = await dialog.getByRole("textbox", { name: "Key" }).inputValue();
  await site.sql`delete from auth.mfa_factors where friendly_name = 'Tablet'`;
  await codeField(page).fill(await codeOf(site, second));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "This app is no longer on your account. Please start again.",
  );
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();

  await add.click();
  await proceed.click();
  const spare = await dialog.getByRole("textbox", { name: "Key" }).inputValue();
  await codeField(page).fill(await codeOf(site, spare));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog).toBeHidden();
  const apps = page.getByRole("list", { name: "Authenticator apps" }).getByRole("listitem");
  await expect(apps).toHaveCount(2);
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await enterPassword(page);
  await page.getByRole("combobox", { name: "Authenticator app" }).selectOption("Authenticator app");
  await enterCode(page, await codeOf(site, spare));
  await page.getByRole("link", { name: "Your account", exact: true }).click();

  // The session proved the app that goes, so it has to prove the other one.
  await page.getByRole("button", { name: "Remove Authenticator app" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Remove" }).click();
  const proof = page.getByRole("dialog", { name: "Enter your code" });
  await expect(proof).toBeVisible();
  // The closed question must not take the focus to the screen behind.
  await expect(question).toHaveCount(0);
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(await codeOf(site, key));
  await page.keyboard.press("Enter");
  await expect(proof).toBeHidden();
  await expect(apps).toHaveCount(1);

  const failing = { status: 500, json: {} };
  await page.route("**/auth/v1/factors/**", (route) => route.fulfill(failing));
  await page.getByRole("button", { name: "Remove Phone" }).click();
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(toasts(page).getByText("Failed to remove the app")).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  // It goes back in the history while it closes.
  await expect(question).toBeHidden();
  await page.unroute("**/auth/v1/factors/**");

  await page.route("**/rpc/my_second_factor", (route) => route.fulfill(failing));
  await page.reload();
  await expect(page.getByText("Failed to load two-step verification")).toBeVisible();
  await page.unroute("**/rpc/my_second_factor");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(add).toBeVisible();
});

test("goes on without recovery codes if the project has none", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of (422|500)/);
  expectConsole(MENU);
  await signIn();
  const make = "**/auth/v1/factors/recovery-codes";
  const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
  await page.route(make, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/admin/account?second-factor=add");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const key = await dialog.getByRole("textbox", { name: "Key" }).inputValue();
  await codeField(page).fill(await codeOf(site, key));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Failed to make recovery codes");
  const json = { error_code: "mfa_recovery_codes_enroll_not_enabled", msg: "Not enabled" };
  await page.unroute(make);
  await page.route(make, (route) => route.fulfill({ status: 422, json }));
  const sets = await countRequests(page, make);
  await pressTwice(dialog.getByRole("button", { name: "Try again" }));
  await expect(dialog.getByText("Recovery codes aren't available here.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("You have none.")).toBeVisible();
  expect(sets()).toBe(1);
});

test("says how to get in when the server can't read the key", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 422/);
  const { key, codes } = await giveApp(site);
  const code = await codeOf(site, key);
  await site.sql`update auth.mfa_factors set secret = 'AAAA' where factor_type = 'totp'`;
  await page.goto("/admin/login");
  await enterPassword(page);
  await enterCode(page, code);
  await expect(page.getByRole("alert")).toContainText("This server can't check your app.");
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByRole("textbox", { name: "Recovery code" }).fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});
