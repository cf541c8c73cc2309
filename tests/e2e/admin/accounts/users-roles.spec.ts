import type { Site } from "#tests/support/site.ts";
import { expect, people, test } from "../../fixture.ts";
import { inspectHere } from "../../pictures.ts";
import { answered, toasts } from "../steps.ts";
import { pick, rowOf, SCREEN } from "./users-steps.ts";

const { admin, stranger } = people;

/** Makes the stranger an admin, and clears what an earlier test left. */
const withTwo = (site: Site) => site.sql`
  with earlier as (delete from staff)
  insert into admins (user_id) select id from auth.users where email = ${stranger.email}
  on conflict do nothing`;

const rolesOf = async (site: Site, email: string) =>
  (await site.sql`select private.roles_of(id) as roles from auth.users where email = ${email}`)[0]
    ?.roles;

// Not after each: a page that is still open would be refused what it reads.
test.beforeEach(
  ({ site }) => site.sql`
    with removed as (delete from admins where not is_owner) delete from staff`,
);
test.beforeEach(({ site }) => withTwo(site));

test("changes an admin's role to Sales, and says what ends", async ({
  page,
  site,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto(SCREEN);
  await expect(rowOf(page, stranger.email)).toContainText("Admin");
  await pick(page, stranger.email, "Change role");
  const dialog = page.getByRole("dialog", { name: `Change the role of ${stranger.email}` });
  const role = dialog.getByLabel("Role");
  await expect(role).toHaveValue("admin");
  await role.selectOption("Editor and Sales");
  await expect(dialog.getByText(/^Can edit text, prices, lists and images/)).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveText([/open invitations are revoked/]);
  await role.selectOption("Sales");
  await expect(
    dialog.getByText("Can see and reply to leads, but can't edit the site."),
  ).toBeVisible();
  await expect(dialog.getByRole("listitem").last()).toHaveText(/their schedules stop/);
  await inspectHere(page, "users-change-role", expectAccessible);
  await dialog.getByRole("button", { name: "Save" }).dblclick();
  await expect(toasts(page).getByText(`${stranger.email} is now Sales`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, stranger.email)).toContainText("Sales");
  await expect(rowOf(page, stranger.email)).not.toContainText("Admin");
  expect(await rolesOf(site, stranger.email)).toEqual(["sales"]);
  await expect(page).toHaveURL(SCREEN);

  await pick(page, stranger.email, "Change role");
  await role.selectOption("Admin");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toasts(page).getByText(`${stranger.email} is now Admin`)).toBeVisible();
  await page.goto("/admin/history");
  await expect(page.getByText(/^Admin rights: given to/).first()).toBeVisible();
});

test("keeps the last owner in their role", async ({ page, site, signIn, expectConsole }) => {
  expectConsole(/status of 409/);
  await signIn();
  await page.goto(SCREEN);
  await pick(page, admin.email, "Change role");
  const dialog = page.getByRole("dialog", { name: "Change your role" });
  await dialog.getByLabel("Role").selectOption("Editor");
  await expect(dialog.getByText(/^You'll lose access to users and settings/)).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(
    dialog.getByText(/^Failed to change the role: The last owner can't be removed/),
  ).toBeVisible();
  expect(await rolesOf(site, admin.email)).toEqual(["owner"]);
});

test("an admin changes no owner, and can give up their own rights", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("stranger");
  await page.goto(SCREEN);
  const owner = rowOf(page, admin.email);
  await expect(owner).toContainText("Owner");
  await expect(owner.getByRole("button")).toHaveCount(0);
  await pick(page, stranger.email, "Change role");
  const dialog = page.getByRole("dialog", { name: "Change your role" });
  await expect(dialog.getByRole("option")).toHaveText([
    "Admin",
    "Editor",
    "Sales",
    "Editor and Sales",
  ]);
  await dialog.getByLabel("Role").selectOption({ label: "Editor" });
  // A read of the screen that comes after the change would be refused.
  await answered(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toasts(page).getByText(`${stranger.email} is now Editor`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ask an admin for access" })).toBeVisible();
  expect(await rolesOf(site, stranger.email)).toEqual(["editor"]);
});
