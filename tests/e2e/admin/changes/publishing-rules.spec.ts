import { expect, people, test } from "../../fixture.ts";
import { inspectHere } from "../../pictures.ts";
import { SCREEN } from "../accounts/users-steps.ts";
import { toasts } from "../steps.ts";

// Not after each: a page that is still open would be refused what it reads.
test.beforeEach(async ({ site }) => {
  await site.sql`delete from private.publishing_rules`;
  await site.sql`delete from admins where not is_owner`;
});

test("chooses whose publishing needs approval", async ({
  page,
  site,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto(SCREEN);
  const owner = page
    .getByRole("list", { name: "Publishing" })
    .getByRole("listitem")
    .filter({ hasText: /^Owner/ });
  await expect(owner).toHaveText("OwnerCan publish without approval");
  await page.getByRole("button", { name: "Change who needs approval" }).click();
  const dialog = page.getByRole("dialog", { name: "Who needs approval to publish" });
  await dialog.getByRole("switch", { name: "Owner" }).click();
  await inspectHere(page, "users-publishing", expectAccessible);
  await dialog.getByRole("button", { name: "Save" }).dblclick();
  await expect(toasts(page).getByText("Publishing rules saved")).toBeVisible();
  await expect(owner).toHaveText("OwnerNeeds someone else's approval");
  expect(await site.sql`select role from private.publishing_rules`).toEqual([{ role: "owner" }]);
});

test("an admin chooses for editors only", async ({ page, site, signIn }) => {
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${people.stranger.email} on conflict do nothing`;
  await signIn("stranger");
  await page.goto(SCREEN);
  await page.getByRole("button", { name: "Change who needs approval" }).click();
  const dialog = page.getByRole("dialog", { name: "Who needs approval to publish" });
  await expect(dialog.getByRole("switch")).toHaveCount(1);
  await dialog.getByRole("switch", { name: "Editor" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toasts(page).getByText("Publishing rules saved")).toBeVisible();
  expect(await site.sql`select role from private.publishing_rules`).toEqual([{ role: "editor" }]);
});
