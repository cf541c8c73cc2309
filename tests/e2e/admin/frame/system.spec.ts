import { expect, people, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";

test("the System screen says what is wrong and mends it; what fails says why", async ({
  page,
  site,
  signIn,
  expectConsole,
  expectAccessible,
}) => {
  expectConsole(/status of (400|404|409|502)/);
  await site.sql`insert into backup_runs
    (began_at, ended_at, outcome, name, rows, files, missing, bytes, cause, asked_by) values
    (now() - interval '2 hours', now() - interval '2 hours', 'failed', null, null, null, null, null,
      '/data has 50 MB free, and a backup needs about 210 MB.', null),
    (now() - interval '1 day', now() - interval '1 day', 'proved', '20200101T000000Z', 521, 12, 0,
      7340032, null, ${people.admin.email})`;
  const [webhook] = await site.sql<{ id: string }[]>`insert into webhooks
    (name, host, format, events) values ('CRM', 'crm.example', 'standard', '{lead.created}') returning id`;
  await site.sql`insert into webhook_deliveries (webhook_id, kind, payload, tries, created_at, next_attempt_at)
    values (${webhook?.id ?? ""}, 'lead.created', '{}', 6, now() - interval '50 hours', now() + interval '1 hour')`;
  await signIn();
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("link", { name: "Last proved backup: 1 day ago" })).toBeVisible();

  // The first look fails.
  await page.route("**/functions/v1/admin-system", (route) =>
    route.fulfill({ status: 400, json: { success: false, error: "It is down." } }),
  );
  await page.getByRole("navigation").getByRole("link", { name: "System" }).click();
  await expect(page.getByText("Failed to load how the system is: It is down")).toBeVisible();
  await page.unroute("**/functions/v1/admin-system");
  await page.getByRole("button", { name: "Try again" }).click();

  const wrong = page.getByRole("list", { name: "What is wrong" });
  await expect(wrong).toContainText("The last backup failed: /data has 50 MB free");
  await expect(wrong).toContainText("No mail leaves this server.");
  await expect(page.getByText("521 rows and 12 files, 7 MB")).toBeVisible();
  await expect(page.getByText("None since the server started.")).toBeVisible();
  await expect(wrong).toContainText("Messages to webhooks wait, the oldest from 2 days ago");
  await expect(page.getByText("1, the oldest from 2 days ago")).toBeVisible();
  await inspect(page, "system", expectAccessible);

  await page.getByRole("button", { name: "What changed" }).click();
  const changes = page.getByRole("dialog", { name: "What changed" });
  await expect(changes.getByRole("heading", { name: "Leads and mail" }).first()).toBeVisible();
  await inspect(page, "system-changes", expectAccessible);
  await page.keyboard.press("Escape");
  await expect(changes).toBeHidden();

  await page.getByRole("button", { name: "Send a test mail" }).click();
  await expect(page.getByText(`Test mail sent to ${people.admin.email}`)).toBeVisible();
  await page.route("**/functions/v1/admin-test-mail", (route) =>
    route.fulfill({ status: 502, json: { success: false, error: "535 wrong password" } }),
  );
  await page.getByRole("button", { name: "Send a test mail" }).click();
  await expect(page.getByText("The test mail was not sent: 535 wrong password")).toBeVisible();

  await page.getByRole("button", { name: /^Download the backup of / }).click();
  await expect(page.getByText("The backup can't be fetched")).toBeVisible();
  await expect(page.getByText("There is no such backup any more")).toBeVisible();
  await page.route("**/functions/v1/admin-backup", (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, error: "A backup is under way already." },
    }),
  );
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByText("The backup was not begun")).toBeVisible();
  await expect(page.getByText("A backup is under way already")).toBeVisible();

  // Another admin begins one: it is seen, step by step.
  await site.sql`insert into backup_runs (step) values ('Comparing public.services')`;
  await expect(page.getByRole("progressbar", { name: "Comparing public.services" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Back up now" })).toBeDisabled();
});
