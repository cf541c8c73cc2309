import { DESKTOP, expect, PHONE, people, test } from "../../fixture.ts";
import { inspect, inspectHere } from "../../pictures.ts";
import { openRows, setUpEmail, toasts } from "../steps.ts";
import {
  elsewhere,
  isAdmin,
  newestLink,
  openReset,
  pick,
  rowOf,
  SCREEN,
  typePassword,
} from "./users-steps.ts";

const { admin, stranger } = people;

test.beforeEach(async ({ site, signIn }) => {
  await setUpEmail(site);
  await signIn();
});

test("does not claim to send an invitation without a mail server", async ({ page, site }) => {
  await setUpEmail(site, { not: true });
  await page.goto(`${SCREEN}?invite=new`);
  const dialog = page.getByRole("dialog", { name: "Invite a colleague" });
  await expect(
    dialog.getByText(/^Email isn't set up, so the invitation will be saved/),
  ).toBeVisible();
  await expect(dialog.getByRole("link", { name: "System screen" })).toBeVisible();
  await dialog.getByLabel("Email").fill("uma@example.com");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(
    toasts(page).getByText(
      "Email isn't set up, so the invitation wasn't sent. It was saved on the server.",
    ),
  ).toBeVisible();
  await expect(rowOf(page, "uma@example.com")).toContainText("Invited");
  await expect(page.getByText("Invitation sent")).toBeHidden();
});

test("invites a colleague, who accepts and opens the admin", async ({
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
    dialog.getByText("Failed to send the invitation: This person is already on the team"),
  ).toBeVisible();
  await expectAccessible();
  await dialog.getByLabel("Email").fill(email);
  const name = dialog.getByLabel("Name", { exact: true });
  await name.fill("x".repeat(101));
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText("Name can have at most 100 characters")).toBeVisible();
  await name.fill("Cora Lee");
  await expect(dialog.getByText("Can edit text, prices, lists and images")).toBeVisible();
  await dialog.getByRole("button", { name: "Send invitation" }).dblclick();
  await expect(toasts(page).getByText(`Invitation sent to ${email}`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, email)).toContainText("Cora Lee");
  await expect(rowOf(page, email)).toContainText("Invited as Editor");
  await expect(page).toHaveURL(SCREEN);

  const first = await newestLink(site, email, 1);
  await pick(page, email, "Resend invitation");
  await expect(toasts(page).getByText(`Invitation sent to ${email}`).first()).toBeVisible();
  expect(await newestLink(site, email, 2)).not.toBe(first);
  await page.goto(`${SCREEN}?invite=new`);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(
    toasts(page).getByText(`Invitation sent to ${email}. It replaces the earlier one.`),
  ).toBeVisible();
  const link = await newestLink(site, email, 3);

  const desk = await (await anotherBrowser()).newPage();
  await desk.goto(link);
  await expect(desk.getByRole("heading", { name: "Accept your invitation" })).toBeVisible();
  await expect(desk.getByText("At least 10 characters, and not a commonly used one")).toBeVisible();
  const password = desk.getByLabel("Password", { exact: true });
  await password.fill("password2026");
  await desk.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(desk.getByText("This password is common and easy to guess.")).toBeVisible();
  await password.fill("eleven-pallets-left");
  const known = Promise.withResolvers<void>();
  await desk.route("**/rpc/my_roles", (route) => known.promise.then(() => route.continue()));
  await desk.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(desk.getByText("Welcome to the team!")).toBeVisible();
  // No screen is offered before the role is known.
  await expect(desk.getByText("View Live Site")).toBeVisible();
  await expect(desk.getByText("Content Editor")).toBeHidden();
  await expect(desk.getByText("Users", { exact: true })).toBeHidden();
  known.resolve();
  await expect(desk.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(desk.getByText("Welcome, Cora Lee")).toBeVisible();
  await page.reload();
  await expect(rowOf(page, email)).toContainText("Editor");
  await expect(rowOf(page, email)).toContainText("Confirmed");
});

test("invites an account, revokes it, and keeps the last owner", async ({
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
  await pick(page, stranger.email, "Invite to the team");
  const invitation = page.getByRole("dialog", { name: "Invite a colleague" });
  await expect(invitation.getByLabel("Email")).toHaveValue(stranger.email);
  await invitation.getByLabel("Role").selectOption("Editor and Sales");
  await expectAccessible();
  await page.getByRole("button", { name: "Send invitation" }).dblclick();
  await expect(toasts(page).getByText(`Invitation sent to ${stranger.email}`)).toBeVisible();
  await expect(invitation).toBeHidden();
  await expect(rowOf(page, stranger.email)).toContainText("Invited as Editor and Sales");
  expect(await isAdmin(site, stranger.email)).toBe(false);

  // Revoked between opening the link and accepting.
  const desk = await (await anotherBrowser()).newPage();
  await desk.goto(await newestLink(site, stranger.email, 1));
  await desk.route("**/rpc/accept_admin_invitation", async (route) => {
    await pick(page, stranger.email, "Revoke invitation");
    await page.getByRole("button", { name: "Revoke invitation" }).click();
    await expect(toasts(page).getByText(`Invitation to ${stranger.email} revoked`)).toBeVisible();
    await route.continue();
  });
  await desk.getByLabel("Password", { exact: true }).fill("eleven-pallets-left");
  await desk.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(
    toasts(desk).getByText("This invitation is no longer valid. Ask for a new one."),
  ).toBeVisible();
  // Left open, it would open the dashboard once they are an admin.
  await desk.close();
  expect(await isAdmin(site, stranger.email)).toBe(false);
  await expect(rowOf(page, stranger.email)).not.toContainText("Invited");

  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${stranger.email}`;
  await page.reload();
  await pick(page, stranger.email, "Remove from the team");
  await page.getByRole("button", { name: "Remove from the team" }).click();
  await expect(toasts(page).getByText(`${stranger.email} was removed from the team`)).toBeVisible();
  await expect(rowOf(page, stranger.email)).not.toContainText("Admin");

  await pick(page, admin.email, "Remove from the team");
  const dialog = page.getByRole("dialog", { name: "Remove from the team?" });
  await expect(dialog.getByText("The last owner can't be removed")).toBeVisible();
  await page.getByRole("button", { name: "Remove from the team" }).click();
  await expect(
    toasts(page).getByText(/^The last owner can't be removed\. Make someone else an owner first/),
  ).toBeVisible();
  expect(await isAdmin(site, admin.email)).toBe(true);
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
  await expect(menu.getByRole("menuitem", { name: "Invite to the team" })).toBeEnabled();
  await menu.getByRole("menuitem", { name: "Resend confirmation" }).click();
  await expect(toasts(page).getByText(`Confirmation email sent to ${email}`)).toBeVisible();
  await expect.poll(mails).toBe(2);
});

test("does not claim to send email that is not sent", async ({
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
    toasts(page).getByText(/^Failed to send the confirmation email: You're offline/),
  ).toBeVisible();
  await context.setOffline(false);
  // Reloaded, so that the list isn't about to refetch because the network is back.
  await page.goto(SCREEN);
  await expect(rowOf(page, email)).toContainText("Pending");
  await site.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
  await pick(page, email, "Resend confirmation");
  await expect(toasts(page).getByText(/: This address is already confirmed$/)).toBeVisible();
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
  // On a phone each account is a card.
  await page.setViewportSize(PHONE);
  await page.goto(SCREEN);
  await openReset(page, stranger.email);
  await expectAccessible();
  await page.setViewportSize(DESKTOP);
  await typePassword(page, "12345");
  await expect(page.getByText("Password must be at least 6 characters long.")).toBeVisible();
  await inspect(page, "users-reset", expectAccessible);
  await page.goto(`${SCREEN}?invite=new`);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await inspect(page, "users-invite", expectAccessible);
  for (const [email, action] of [
    [stranger.email, "Invite to the team"],
    [admin.email, "Change role"],
    [admin.email, "Remove from the team"],
  ] as const) {
    await page.goto(SCREEN);
    await pick(page, email, action);
    await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toBeVisible();
    await inspect(page, `users-${action.toLowerCase().replaceAll(" ", "-")}`, expectAccessible);
  }
  await site.sql`delete from auth.users where email = 'pending@example.com'`;
});
