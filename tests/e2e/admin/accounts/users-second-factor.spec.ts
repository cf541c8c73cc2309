import type { Site } from "#tests/support/site.ts";
import { expect, people, test } from "../../fixture.ts";
import { inspectHere } from "../../pictures.ts";
import { namePerson, setUpEmail, toasts } from "../steps.ts";
import { pick, rowOf, SCREEN } from "./users-steps.ts";

const { stranger } = people;

/** Gives a person an authenticator app, as far as the database knows. */
const giveFactor = (site: Site, email: string) => site.sql`
  insert into auth.mfa_factors (id, user_id, factor_type, status)
  select gen_random_uuid(), id, 'totp', 'verified' from auth.users where email = ${email}`;

const requireOf = (site: Site, role: string, days: number) => site.sql`
  insert into private.second_factor_rules values (${role}, private.company_day() + ${days}::int)`;

// Not after each: a page that is still open would be refused what it reads.
test.beforeEach(async ({ site }) => {
  await site.sql`delete from private.second_factor_rules`;
  await site.sql`delete from auth.mfa_factors`;
  await namePerson(site, stranger.email);
  await site.sql`delete from admins where not is_owner`;
});
test.beforeEach(
  ({ site }) => site.sql`
    with earlier as (delete from staff)
    insert into admins (user_id) select id from auth.users where email = ${stranger.email}
    on conflict do nothing`,
);

test("resets a colleague's lost second factor", async ({ page, site, signIn, expectConsole }) => {
  expectConsole(/status of 404/);
  await giveFactor(site, stranger.email);
  await namePerson(site, stranger.email, "Sam Lee");
  await signIn();
  await page.goto(SCREEN);
  await expect(rowOf(page, stranger.email)).toContainText("Two-step verification");
  await pick(page, stranger.email, "Reset two-step verification");
  const dialog = page.getByRole("alertdialog", { name: "Reset two-step verification?" });
  await expect(dialog).toContainText("Sam Lee is signed out everywhere");
  await dialog.getByRole("button", { name: "Reset two-step verification" }).dblclick();
  await expect(toasts(page).getByText("Two-step verification was reset for Sam Lee")).toBeVisible();
  await expect(rowOf(page, stranger.email)).not.toContainText("Two-step verification");
  expect(await site.sql`select 1 from auth.mfa_factors`).toEqual([]);

  await giveFactor(site, stranger.email);
  await page.reload();
  await pick(page, stranger.email, "Reset two-step verification");
  await site.sql`delete from auth.mfa_factors`;
  await dialog.getByRole("button", { name: "Reset two-step verification" }).click();
  await expect(toasts(page).getByText(/^Failed to reset two-step verification/)).toBeVisible();
});

test("says who needs a second factor, and ends a rule", async ({
  page,
  site,
  signIn,
  expectConsole,
  expectAccessible,
}) => {
  expectConsole(/status of (409|500)/);
  await requireOf(site, "sales", 3);
  await setUpEmail(site, { not: true });
  await signIn();
  const loaded = "**/rpc/second_factor_rules";
  await page.route(loaded, (route) => route.fulfill({ status: 500, json: { message: "broken" } }));
  await page.goto(SCREEN);
  await expect(page.getByText(/^Failed to load who needs two-step verification/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Change who needs it" })).toBeDisabled();
  await page.unroute(loaded);
  await page.reload();
  const rules = page.getByRole("list", { name: "Two-step verification" }).getByRole("listitem");
  await expect(rules.filter({ hasText: "Sales" })).toContainText("Required from");
  await expect(rules.filter({ hasText: /^Admin/ })).toHaveText(
    "AdminOptional. 1 of 1 hasn't set it up yet.",
  );
  await page.getByRole("button", { name: "Change who needs it" }).click();
  const dialog = page.getByRole("dialog", { name: "Who needs two-step verification" });
  await expect(dialog.getByRole("switch", { name: "Sales" })).toBeChecked();
  await expect(dialog.getByLabel("Required from")).not.toHaveValue("");
  await inspectHere(page, "users-second-factor", expectAccessible);

  // The admin has none yet, and would be locked out of what they ask of others.
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(
    dialog.getByText(/once you've set up two-step verification for yours/),
  ).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Your account" })).toBeVisible();
  await expect(dialog.getByText(/^Email isn't set up, so let people know yourself/)).toBeVisible();
  await expect(save).toBeDisabled();

  await dialog.getByRole("switch", { name: "Sales" }).click();
  const saved = "**/rpc/set_second_factor_rules";
  await page.route(saved, (route) => route.fulfill({ status: 500, json: { message: "broken" } }));
  await save.click();
  await expect(dialog.getByText(/^Failed to save the rules/)).toBeVisible();
  await page.unroute(saved);
  await save.dblclick();
  await expect(toasts(page).getByText("Rules for two-step verification saved")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rules.filter({ hasText: "Sales" })).toHaveCount(0);
  expect(await site.sql`select 1 from private.second_factor_rules`).toEqual([]);
});
