import { expect, people, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { shows } from "../../shows.ts";
import { signInAgain, toasts } from "../steps.ts";

test("signs everyone out with new keys", async ({
  page,
  site,
  signIn,
  expectConsole,
  expectAccessible,
}) => {
  test.slow();
  expectConsole(/status of (400|401|403|500)/);
  await site.sql`insert into backup_downloads (email, backup, fetched_at)
    values ('dana@example.com', '20261122T110000Z', clock_timestamp())`;
  await signIn();
  await page.goto("/admin/dashboard");
  const left = "dana@example.com downloaded a backup and is no longer an admin.";
  await page.getByRole("link", { name: left }).click();
  const wrong = page.getByRole("list", { name: "Needs attention" });
  await expect(wrong).toContainText(left);
  await expect(
    page.getByText("Downloads are not encrypted. Each contains every lead"),
  ).toBeVisible();

  const question = page.getByRole("alertdialog", { name: "Create new keys?" });
  const confirm = question.getByRole("button", { name: "Create new keys" });
  await page.getByRole("button", { name: "Create new keys" }).click();
  await expect(question).toContainText("Everyone is signed out, including you.");
  await inspect(page, "system-keys", expectAccessible);
  await page.route("**/functions/v1/admin-secrets", (route) =>
    route.fulfill({ status: 500, json: { success: false, error: "It is down." } }),
  );
  await confirm.click();
  await expect(toasts(page)).toContainText("Failed to create new keys");
  await page.unroute("**/functions/v1/admin-secrets");
  await expect(question).toBeHidden();

  await page.getByRole("button", { name: "Create new keys" }).click();
  await confirm.click();
  await shows(toasts(page), "system.keysMade", async () => {
    expect(await site.sql`select 1 from auth.sessions`).toEqual([]);
    const [state] = await site.sql`select keys_made_by from private.backup_state`;
    expect(state?.keys_made_by).toBe(people.admin.email);
  });
  await signInAgain(page);
  await expect(page.getByText(`made by ${people.admin.email}`)).toBeVisible();
  await expect(page.getByText(left)).toBeHidden();
});
