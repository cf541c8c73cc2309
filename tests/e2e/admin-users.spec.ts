import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import type { Site } from "#tests/support/site.ts";
import {
  choose,
  endSession,
  giveRightsBack,
  openRows,
  signInAgain,
  takeRightsAway,
  told,
} from "./admin-steps.ts";
import { expect, PHONE, people, test } from "./fixture.ts";
import { inspect, inspectHere } from "./pictures.ts";

const SCREEN = "/admin/users";
const BEARER = /^Bearer [^.]+\.[^.]+\.[^.]+$/;
const { admin, stranger } = people;

const rowOf = (page: Page, email: string) => page.getByRole("row", { name: new RegExp(email) });

async function pick(page: Page, email: string, action: string) {
  await choose(page.getByRole("button", { name: `More for ${email}` }), action);
  await expect(page.getByRole("menu")).toBeHidden();
}

const openReset = (page: Page, email: string) =>
  page.getByRole("button", { name: `Reset Password of ${email}` }).click();

async function typePassword(page: Page, password: string) {
  const dialog = page.getByRole("dialog", { name: "Reset Password" });
  await dialog.getByLabel("New Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Reset Password" }).click();
  return dialog;
}

/** Someone elsewhere, on a machine of their own. */
async function elsewhere(page: Page, site: Site) {
  await page.goto(SCREEN);
  const config = await page.locator("meta[name=browser-config]").getAttribute("content");
  return createClient(site.url, JSON.parse(config ?? "{}").publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth;
}

const isAdmin = async (site: Site, email: string) =>
  (
    await site.sql`select from admins a join auth.users u on u.id = a.user_id
    where u.email = ${email}`
  ).length === 1;

/** The link in the newest mail to an address, once there are `count` with one. */
async function newestLink(site: Site, address: string, count: number): Promise<string> {
  const links = async () =>
    (await site.outbox())
      .filter(({ to }) => to?.some((one) => one.address === address))
      .flatMap(({ text }) => /https?:\/\/\S+\/admin\/confirm\S+/.exec(text ?? "")?.[0] ?? []);
  await expect.poll(async () => (await links()).length).toBe(count);
  return (await links()).at(-1) ?? "";
}

test.beforeEach(async ({ signIn }) => signIn());

test("the table tells who has an account", async ({ page, site, expectAccessible }) => {
  await site.sql`delete from auth.users where email like 'pending%'`;
  await site.sql`insert into auth.users (id, aud, role, email, created_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', 'pending@example.com', '2026-03-09')`;
  const called = page.waitForRequest("**/functions/v1/admin-list-users*");
  await page.goto(SCREEN);
  const request = await called;
  expect(request.method()).toBe("GET");
  expect(request.headers().authorization).toMatch(BEARER);

  for (const column of ["Email", "Status", "Created", "Last Sign In"])
    await expect(page.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  const mine = rowOf(page, admin.email);
  await expect(mine).toContainText("Confirmed");
  await expect(mine).toContainText("Admin");
  await expect(mine).toContainText("You");
  await expect(mine).not.toContainText("Never");
  const pending = rowOf(page, "pending@example.com");
  for (const words of ["Pending", "Mar 09, 2026", "Never"])
    await expect(pending).toContainText(words);
  const [count] = await site.sql`select count(*)::int as n from auth.users`;
  await expect(page.getByText(`${count?.n} total`)).toBeVisible();
  await expectAccessible();
});

test("many users are searched and paged", async ({ page, site }) => {
  await site.sql`insert into auth.users (id, aud, role, email, created_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'crowd' || n || '@example.org',
      now() - n * interval '1 day' from generate_series(1, 60) as n`;
  await page.goto(`${SCREEN}?q=crowd`);
  await expect(page.getByText("60 found")).toBeVisible();
  await expect(page.getByText("1–25 of 60")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(rowOf(page, "crowd26@")).toBeVisible();
  await page.getByRole("searchbox").fill("CROWD42@");
  await expect(page.getByText("1 found")).toBeVisible();
  await page.getByRole("searchbox").fill("no such person");
  await expect(page.getByText("No users match your search")).toBeVisible();
  await site.sql`delete from auth.users where email like 'crowd%'`;
});

test("a reset password works at once, and old sessions end", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 400/);
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
  await expect(told(page).getByText("Password Reset", { exact: true })).toBeVisible();
  await expect(told(page).getByText("User password has been updated successfully.")).toBeVisible();
  await expect(dialog).toBeHidden();

  expect((await auth.refreshSession()).error).not.toBeNull();
  expect((await auth.signInWithPassword(stranger)).error).not.toBeNull();
  const renewed = { ...stranger, password: "tape-gun-88" };
  expect((await auth.signInWithPassword(renewed)).error).toBeNull();
});

test("a typed password is not lost by Back, and Escape closes an empty dialog", async ({
  page,
}) => {
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

test("each failure is told in words (rule U-3)", async ({ page, context, site, expectConsole }) => {
  expectConsole(/status of (500|403|401|400)|ERR_INTERNET_DISCONNECTED/);
  const error = () => told(page).getByText("Error", { exact: true }).first();
  const answer = { status: 500, json: { success: false, error: null } };
  await page.route("**/functions/v1/**", (route) => route.fulfill(answer));
  await page.goto(SCREEN);
  await expect(page.getByRole("main").getByText("Failed to fetch users")).toBeVisible();
  await expect(error()).toBeVisible();
  await expect(told(page).getByText("Failed to fetch users")).toBeVisible();
  await page.unroute("**/functions/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await openReset(page, stranger.email);

  await page.route("**/functions/v1/**", (route) => route.fulfill(answer));
  await typePassword(page, "tape-gun-88");
  await expect(told(page).getByText("Failed to reset password", { exact: true })).toBeVisible();
  await page.unroute("**/functions/v1/**");

  await context.setOffline(true);
  await typePassword(page, "tape-gun-88");
  await expect(told(page).getByText(/^Failed to reset password: You're offline/)).toBeVisible();
  await context.setOffline(false);

  await takeRightsAway(site);
  await typePassword(page, "tape-gun-88");
  await expect(told(page).getByText(/: Only an admin can do this$/)).toBeVisible();
  await giveRightsBack(site);

  await page.evaluate(() => localStorage.clear());
  await typePassword(page, "tape-gun-88");
  await expect(told(page).getByText("No session")).toBeVisible();
});

test("a colleague is invited, accepts from the mailbox, and the admin opens at once", async ({
  page,
  site,
  anotherBrowser,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/status of 4(22|0[39])/);
  const email = "cora@example.com";
  await page.goto(SCREEN);
  await page.getByRole("button", { name: "Invite a colleague" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a colleague" });
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText("Please enter a valid email address")).toBeVisible();
  await dialog.getByLabel("Email").fill(admin.email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(
    dialog.getByText("Failed to send the invitation: This person is an admin already"),
  ).toBeVisible();
  await expectAccessible();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Full name").fill("Cora Lee");
  await dialog.getByRole("button", { name: "Send invitation" }).dblclick();
  await expect(told(page).getByText(`Invitation sent to ${email}`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, email)).toContainText("Cora Lee");
  await expect(rowOf(page, email)).toContainText("Invited");
  await expect(page).toHaveURL(SCREEN);

  const first = await newestLink(site, email, 1);
  await pick(page, email, "Resend invitation");
  await expect(told(page).getByText(`Invitation sent to ${email}`).first()).toBeVisible();
  const link = await newestLink(site, email, 2);
  expect(link).not.toBe(first);

  const desk = await (await anotherBrowser()).newPage();
  await desk.goto(link);
  await expect(desk.getByRole("heading", { name: "Accept your invitation" })).toBeVisible();
  await expect(
    desk.getByText("At least 10 characters, and none that is widely used"),
  ).toBeVisible();
  const password = desk.getByLabel("Password", { exact: true });
  await password.fill("password2026");
  await desk.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(desk.getByText("This password is widely used and easy to guess.")).toBeVisible();
  await password.fill("eleven-pallets-left");
  await desk.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(desk.getByText("Welcome: you are an admin now.")).toBeVisible();
  await expect(desk.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(desk.getByText("Welcome, Cora Lee")).toBeVisible();
  await page.reload();
  await expect(rowOf(page, email)).toContainText("Admin");
  await expect(rowOf(page, email)).toContainText("Confirmed");
});

test("an account is invited and the invitation revoked; the last admin stays", async ({
  page,
  site,
  anotherBrowser,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of (409|422)/);
  await site.sql`delete from admins
    where user_id <> (select id from auth.users where email = ${admin.email})`;
  await page.goto(SCREEN);
  await pick(page, stranger.email, "Make admin");
  await expect(page.getByRole("alertdialog", { name: "Make admin?" })).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Send invitation" }).dblclick();
  await expect(told(page).getByText(`Invitation sent to ${stranger.email}`)).toBeVisible();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(rowOf(page, stranger.email)).toContainText("Invited");
  expect(await isAdmin(site, stranger.email)).toBe(false);

  // Revoked in the moment between the followed link and the acceptance.
  const desk = await (await anotherBrowser()).newPage();
  await desk.goto(await newestLink(site, stranger.email, 1));
  await desk.route("**/rpc/accept_admin_invitation", async (route) => {
    await pick(page, stranger.email, "Revoke invitation");
    await page.getByRole("button", { name: "Revoke invitation" }).click();
    await expect(told(page).getByText(`The invitation of ${stranger.email} is void`)).toBeVisible();
    await route.continue();
  });
  await desk.getByLabel("Password", { exact: true }).fill("eleven-pallets-left");
  await desk.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(
    told(desk).getByText("This invitation is no longer open: ask for another one"),
  ).toBeVisible();
  expect(await isAdmin(site, stranger.email)).toBe(false);
  await expect(rowOf(page, stranger.email)).not.toContainText("Invited");

  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${stranger.email}`;
  await page.reload();
  await pick(page, stranger.email, "Remove admin");
  await page.getByRole("button", { name: "Remove admin" }).click();
  await expect(told(page).getByText(`${stranger.email} is no longer an admin`)).toBeVisible();
  await expect(rowOf(page, stranger.email)).not.toContainText("Admin");

  await pick(page, admin.email, "Remove admin");
  const dialog = page.getByRole("alertdialog", { name: "Remove admin rights?" });
  await expect(dialog.getByText("the last one can't be removed")).toBeVisible();
  await page.getByRole("button", { name: "Remove admin" }).click();
  await expect(
    told(page).getByText("The last admin can't be removed. Make someone else an admin first"),
  ).toBeVisible();
  expect(await isAdmin(site, admin.email)).toBe(true);
});

test("of two admins in two tabs the last one stays, and the list is put right", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (409|403)/);
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${stranger.email}`;
  await page.goto(SCREEN);
  await pick(page, admin.email, "Remove admin");
  await site.sql`delete from admins
    where user_id = (select id from auth.users where email = ${stranger.email})`;
  await page.getByRole("button", { name: "Remove admin" }).click();
  await expect(told(page).getByText(/^The last admin can't be removed/)).toBeVisible();
  await expect(rowOf(page, stranger.email)).not.toContainText("Admin");

  await pick(page, stranger.email, "Make admin");
  await takeRightsAway(site);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(told(page).getByText("Only an admin can do this")).toBeVisible();
  await giveRightsBack(site);
});

test("a change of rights that can't be made says why", async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|status of 500/);
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${stranger.email} on conflict do nothing`;
  await page.goto(SCREEN);
  await page.route("**/rpc/admin_set_admin", (route) => route.fulfill({ status: 500, body: "{}" }));
  await pick(page, stranger.email, "Remove admin");
  await page.getByRole("button", { name: "Remove admin" }).click();
  await expect(told(page).getByText("Failed to change admin rights")).toBeVisible();
  await page.unroute("**/rpc/admin_set_admin");
  await pick(page, stranger.email, "Remove admin");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Remove admin" }).click();
  await expect(told(page).getByText("You're offline, please check your connection")).toBeVisible();
  await context.setOffline(false);
  await giveRightsBack(site);

  await site.sql`insert into admin_invitations (email, had_account) values (${stranger.email}, true)
    on conflict do nothing`;
  await page.goto(SCREEN);
  await page.route("**/rpc/admin_revoke_invitation", (route) =>
    route.fulfill({ status: 500, body: "{}" }),
  );
  await pick(page, stranger.email, "Revoke invitation");
  await page.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(told(page).getByText("Failed to revoke the invitation")).toBeVisible();
  await site.sql`delete from admin_invitations`;
});

test("a session that ends while a password is typed is taken up in place", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 40[01]/);
  await page.goto(SCREEN);
  await openReset(page, stranger.email);
  const dialog = page.getByRole("dialog", { name: "Reset Password" });
  const password = dialog.getByLabel("New Password", { exact: true });
  await password.fill("tape-gun-88");
  await endSession(page, site);
  await dialog.getByRole("button", { name: "Reset Password" }).click();
  await signInAgain(page);
  await expect(password).toHaveValue("tape-gun-88");
  await dialog.getByRole("button", { name: "Reset Password" }).dblclick();
  await expect(told(page).getByText("Password Reset", { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(SCREEN);
});

test("who gives up their own rights is outside, and reads why", async ({ page, site }) => {
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${stranger.email}`;
  await page.goto(SCREEN);
  await pick(page, admin.email, "Remove admin");
  await page.getByRole("button", { name: "Remove admin" }).click();
  await expect(
    page.getByRole("heading", { name: "Your account waits for an admin." }),
  ).toBeVisible();
  await giveRightsBack(site);
});

test("a pending sign-up gets its mail again, or an invitation", async ({ page, site }) => {
  const email = "pia@example.com";
  const auth = await elsewhere(page, site);
  await auth.signUp({ email, password: "forklift-99", options: { data: { full_name: "Pia" } } });
  const mails = async () =>
    (await site.outbox()).filter(({ to }) => to?.some(({ address }) => address === email)).length;
  await expect.poll(mails).toBe(1);
  await page.goto(SCREEN);
  await expect(rowOf(page, email)).toContainText("Pia");
  await expect(rowOf(page, email)).toContainText("Pending");
  const menu = await openRows(page.getByRole("button", { name: `More for ${email}` }));
  await expect(menu.getByRole("menuitem", { name: "Make admin" })).toBeEnabled();
  await menu.getByRole("menuitem", { name: "Resend confirmation" }).click();
  await expect(told(page).getByText(`Confirmation email sent to ${email}`)).toBeVisible();
  await expect.poll(mails).toBe(2);
});

test("a mail that would not be sent is not said to be", async ({
  page,
  site,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  const email = "pending-once@example.com";
  await site.sql`insert into auth.users (id, aud, role, email, created_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, now())`;
  await page.goto(SCREEN);
  await expect(rowOf(page, email)).toContainText("Pending");
  await context.setOffline(true);
  await pick(page, email, "Resend confirmation");
  await expect(
    told(page).getByText(/^Failed to send the confirmation email: You're offline/),
  ).toBeVisible();
  await context.setOffline(false);
  // Anew, so that the list is not just being read again because the network is back.
  await page.goto(SCREEN);
  await expect(rowOf(page, email)).toContainText("Pending");
  await site.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
  await pick(page, email, "Resend confirmation");
  await expect(told(page).getByText(/: The address was confirmed meanwhile$/)).toBeVisible();
  await expect(rowOf(page, email)).toContainText("Confirmed");
  expect((await site.outbox()).some(({ to }) => to?.[0]?.address === email)).toBe(false);
  await site.sql`delete from auth.users where email = ${email}`;
});

test("every dialog is accessible, in light and dark, from phone to desktop", async ({
  page,
  site,
  expectAccessible,
}) => {
  test.slow();
  await site.sql`insert into auth.users (id, aud, role, email, created_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', 'pending@example.com', now())
    on conflict do nothing`;
  await page.goto(SCREEN);
  await page.getByRole("button", { name: "More for pending@example.com" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await inspectHere(page, "users-menu", expectAccessible);
  await page.goto(SCREEN);
  await openReset(page, stranger.email);
  await typePassword(page, "12345");
  await expect(page.getByText("Password must be at least 6 characters long.")).toBeVisible();
  await inspect(page, "users-reset", expectAccessible);
  await page.goto(`${SCREEN}?invite=new`);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await inspect(page, "users-invite", expectAccessible);
  for (const [email, action] of [
    [stranger.email, "Make admin"],
    [admin.email, "Remove admin"],
  ] as const) {
    await page.goto(SCREEN);
    await pick(page, email, action);
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await inspect(page, `users-${action.toLowerCase().replace(" ", "-")}`, expectAccessible);
  }
  await site.sql`delete from auth.users where email = 'pending@example.com'`;
});

test("on a phone each account is a slip", async ({ page, expectAccessible }) => {
  await page.setViewportSize(PHONE);
  await page.goto(SCREEN);
  await openReset(page, stranger.email);
  await expectAccessible();
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(sideways).toBe(0);
});
