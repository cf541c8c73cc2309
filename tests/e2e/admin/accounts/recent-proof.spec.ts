import type { Page } from "@playwright/test";
import type { Site } from "#tests/support/site.ts";
import { tables } from "#tests/tables/index.ts";
import { expect, people, test } from "../../fixture.ts";
import { inspectHere } from "../../pictures.ts";
import { toasts } from "../steps.ts";
import { codeOf, enterCode, giveApp } from "./second-factor-steps.ts";
import { openReset, pick, rowOf, SCREEN, typePassword } from "./users-steps.ts";

const { admin, stranger } = people;

/** As an hour later, with a token that was renewed meanwhile. */
async function letAnHourPass(page: Page, site: Site) {
  await site.sql`update auth.sessions set created_at = now() - interval '1 hour'`;
  await site.sql`update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'`;
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage).filter((one) => one.endsWith("-auth-token"))) {
      const session = JSON.parse(localStorage.getItem(name) ?? "{}");
      localStorage.setItem(name, JSON.stringify({ ...session, expires_at: 1 }));
    }
  });
  await page.reload();
}

const sessionsOf = async (site: Site, email: string) =>
  (
    await site.sql`select s.id from auth.sessions s join auth.users u on u.id = s.user_id
    where u.email = ${email}`
  ).length;

const proof = (page: Page) => page.getByRole("dialog", { name: "Confirm it's you" });

async function proveByPassword(page: Page) {
  await proof(page).getByLabel("Password", { exact: true }).fill(admin.password);
  await proof(page).getByRole("button", { name: "Continue" }).dblclick();
  await expect(proof(page)).toBeHidden();
}

// Not after each: a page that is still open would be refused what it reads.
test.beforeEach(async ({ site }) => {
  await site.sql`delete from auth.mfa_factors`;
  await site.sql`delete from staff`;
  await site.sql`delete from admins where not is_owner`;
});
test.beforeEach(
  ({ site }) => site.sql`
    with earlier as (delete from staff)
    insert into admins (user_id) select id from auth.users where email = ${stranger.email}
    on conflict do nothing`,
);

test("an hour after sign-in, a role changes once the password is entered again", async ({
  page,
  site,
  signIn,
  expectConsole,
  expectAccessible,
}) => {
  expectConsole(/status of 4(00|28)/);
  await site.sql`delete from auth.sessions`;
  await signIn();
  await page.goto(SCREEN);
  await letAnHourPass(page, site);
  await pick(page, stranger.email, "Change role");
  const dialog = page.getByRole("dialog", { name: `Change the role of ${stranger.email}` });
  await dialog.getByLabel("Role").selectOption("Sales");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(proof(page)).toContainText("Enter your password to continue.");
  await inspectHere(page, "recent-proof", expectAccessible);

  await proof(page).getByRole("button", { name: "Cancel" }).click();
  await expect(proof(page)).toBeHidden();
  await expect(
    dialog.getByText("Failed to change the role: Confirm it's you, then try again"),
  ).toBeVisible();
  await expect(dialog.getByLabel("Role")).toHaveValue("sales");

  await dialog.getByRole("button", { name: "Save" }).click();
  await proof(page).getByLabel("Password", { exact: true }).fill("not this one");
  await proof(page).getByRole("button", { name: "Continue" }).click();
  await expect(proof(page).getByRole("alert")).toContainText("Wrong password. Try again.");
  await proveByPassword(page);
  await expect(toasts(page).getByText(`${stranger.email} is now Sales`)).toBeVisible();
  await expect(rowOf(page, stranger.email)).toContainText("Sales");
  // The new session replaces the old one, and nothing more is asked for a while.
  await expect.poll(() => sessionsOf(site, admin.email)).toBe(1);
  await openReset(page, stranger.email);
  await typePassword(page, "tape-gun-2026");
  await expect(toasts(page).getByText("Password Reset")).toBeVisible();
  await expect(proof(page)).toBeHidden();
});

test("an hour after sign-in, a password is reset and leads are exported after the proof", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 428/);
  await site.sql`insert into contact_submissions ${site.sql(tables.contact_submissions.make())}`;
  await signIn();
  await page.goto(SCREEN);
  await letAnHourPass(page, site);
  await openReset(page, stranger.email);
  await typePassword(page, "tape-gun-2027");
  await proveByPassword(page);
  await expect(toasts(page).getByText("Password Reset")).toBeVisible();
  // The dialog goes back in the history while it closes.
  await expect(page).toHaveURL(SCREEN);

  await page.goto("/admin/contact-manager");
  await letAnHourPass(page, site);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /Export/ }).click();
  await proveByPassword(page);
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test("someone with a second factor enters a code", async ({ page, site, expectConsole }) => {
  expectConsole(/status of 428/);
  const { key } = await giveApp(site);
  await page.goto("/admin/login?to=/admin/users");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.keyboard.press("Enter");
  await enterCode(page, await codeOf(site, key));
  await expect(rowOf(page, stranger.email)).toContainText("Admin");
  await letAnHourPass(page, site);
  await pick(page, stranger.email, "Remove from the team");
  await page
    .getByRole("dialog", { name: "Remove from the team?" })
    .getByRole("button", { name: "Remove from the team" })
    .click();
  await expect(proof(page)).toContainText("Enter a code to continue.");
  await enterCode(page, await codeOf(site, key));
  await expect(toasts(page).getByText(`${stranger.email} was removed from the team`)).toBeVisible();
});
