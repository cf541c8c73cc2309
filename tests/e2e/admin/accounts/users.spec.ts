import { expect, people, test } from "../../fixture.ts";
import { answered, giveRightsBack, takeRightsAway, toasts } from "../steps.ts";
import { BEARER, pick, rowOf, SCREEN } from "./users-steps.ts";

const { admin, stranger } = people;

test.beforeEach(async ({ signIn }) => signIn());

test("lists who has an account", async ({ page, site, expectAccessible }) => {
  await site.sql`delete from auth.users where email like 'pending%'`;
  await site.sql`insert into auth.users (id, aud, role, email, created_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', 'pending@example.com', '2026-03-09 20:00Z')`;
  const called = page.waitForRequest("**/functions/v1/admin-list-users*");
  await page.goto(SCREEN);
  const request = await called;
  expect(request.method()).toBe("GET");
  expect(request.headers().authorization).toMatch(BEARER);

  for (const column of ["Email", "Status", "Created", "Last Sign In"])
    await expect(page.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  const mine = rowOf(page, admin.email);
  await expect(mine).toContainText("Confirmed");
  await expect(mine).toContainText("Owner");
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

test("keeps the last owner across two tabs", async ({ page, site, expectConsole }) => {
  expectConsole(/status of (409|403)/);
  await site.sql`insert into admins (user_id, is_owner)
    select id, true from auth.users where email = ${stranger.email}`;
  await page.goto(SCREEN);
  await pick(page, admin.email, "Remove from the team");
  await site.sql`delete from admins
    where user_id = (select id from auth.users where email = ${stranger.email})`;
  await page.getByRole("button", { name: "Remove from the team" }).click();
  await expect(toasts(page).getByText(/^The last owner can't be removed/)).toBeVisible();
  await expect(rowOf(page, stranger.email)).not.toContainText("Owner");

  await pick(page, stranger.email, "Invite to the team");
  await takeRightsAway(site, page);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("dialog").getByText("Only an admin can do this")).toBeVisible();
  await giveRightsBack(site);
});

test("explains a refused change of rights", async ({ page, context, site, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|status of 500/);
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${stranger.email} on conflict do nothing`;
  await page.goto(SCREEN);
  await page.route("**/rpc/admin_remove", (route) => route.fulfill({ status: 500, body: "{}" }));
  await pick(page, stranger.email, "Remove from the team");
  await page.getByRole("button", { name: "Remove from the team" }).click();
  await expect(toasts(page).getByText("Failed to remove this person")).toBeVisible();
  await page.unroute("**/rpc/admin_remove");
  await pick(page, stranger.email, "Remove from the team");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Remove from the team" }).click();
  await expect(
    toasts(page).getByText("You're offline. Please check your connection"),
  ).toBeVisible();
  await context.setOffline(false);
  await giveRightsBack(site);
  // The dialog goes back in the history while it closes.
  await expect(page).toHaveURL(SCREEN);

  await site.sql`insert into admin_invitations (email, had_account) values (${stranger.email}, true)
    on conflict do nothing`;
  await page.goto(SCREEN);
  await page.route("**/rpc/admin_revoke_invitation", (route) =>
    route.fulfill({ status: 500, body: "{}" }),
  );
  await pick(page, stranger.email, "Revoke invitation");
  await page.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(toasts(page).getByText("Failed to revoke the invitation")).toBeVisible();
  await site.sql`delete from admin_invitations`;
});

test("shows a person who gave up their rights why they are out", async ({ page, site }) => {
  await site.sql`insert into admins (user_id, is_owner)
    select id, true from auth.users where email = ${stranger.email}`;
  await page.goto(SCREEN);
  await pick(page, admin.email, "Remove from the team");
  // A read of the screen that comes after the removal would be refused.
  await answered(page);
  await page.getByRole("button", { name: "Remove from the team" }).click();
  await expect(page.getByRole("heading", { name: "Your access was removed." })).toBeVisible();
  await giveRightsBack(site);
});
