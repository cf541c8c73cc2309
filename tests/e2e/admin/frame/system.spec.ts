import { BACKUP_LOCK } from "#server/backend/self-hosted/backup/run.ts";
import { expect, people, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { setUpEmail } from "../steps.ts";

test("shows problems on System, fixes them, and explains failures", async ({
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
    (now() - interval '1 day', now() - interval '1 day', 'proved', '20200101T000000Z', 521, 1, 0,
      7340032, null, ${people.admin.email})`;
  const [webhook] = await site.sql<{ id: string }[]>`insert into webhooks
    (name, host, format, events) values ('CRM', 'crm.example', 'standard', '{lead.created}') returning id`;
  await site.sql`insert into webhook_deliveries (webhook_id, kind, payload, tries, created_at, next_attempt_at)
    values (${webhook?.id ?? ""}, 'lead.created', '{}', 6, now() - interval '50 hours', now() + interval '1 hour')`;
  await signIn();
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("link", { name: "Last verified backup: 1 day ago" })).toBeVisible();

  // The first request fails.
  await page.route("**/functions/v1/admin-system", (route) =>
    route.fulfill({ status: 400, json: { success: false, error: "It is down." } }),
  );
  await page.getByRole("button", { name: "Advanced" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "System" }).click();
  await expect(page.getByText("Failed to load system status: It is down")).toBeVisible();
  await page.unroute("**/functions/v1/admin-system");
  await page.getByRole("button", { name: "Try again" }).click();

  const wrong = page.getByRole("list", { name: "Needs attention" });
  await expect(wrong).toContainText("The last backup failed./data has 50 MB free");
  await expect(wrong).toContainText("Email isn't set up.");
  await expect(page.getByText("521 rows and 1 file, 7 MB")).toBeVisible();
  await expect(page.getByText("No errors since the server started.")).toBeVisible();
  await expect(wrong).toContainText("Webhook events are waiting, the oldest from 2 days ago");
  await expect(page.getByText("1, the oldest from 2 days ago")).toBeVisible();
  await inspect(page, "system", expectAccessible);

  await page.getByRole("button", { name: "What's new" }).click();
  const changes = page.getByRole("dialog", { name: "What's new" });
  await expect(changes.getByRole("heading", { name: "Leads and mail" }).first()).toBeVisible();
  await inspect(page, "system-changes", expectAccessible);
  await page.keyboard.press("Escape");
  await expect(changes).toBeHidden();

  const sendTest = page.getByRole("button", { name: "Send a test email" });
  await sendTest.click();
  await expect(
    page.getByText(
      "Email isn't set up, so the test email wasn't sent. It was saved on the server.",
    ),
  ).toBeVisible();
  await setUpEmail(site);
  await sendTest.click();
  await expect(page.getByText(`Test email sent to ${people.admin.email}`)).toBeVisible();
  await page.route("**/functions/v1/admin-test-mail", (route) =>
    route.fulfill({ status: 502, json: { success: false, error: "535 wrong password" } }),
  );
  await sendTest.click();
  await expect(page.getByText("The test email wasn't sent")).toBeVisible();
  await expect(page.getByText("The mail server didn't accept the sign-in.")).toBeVisible();
  await expect(page.getByText("535 wrong password")).toBeHidden();
  await page.getByText("Details").click();
  await expect(page.getByText("535 wrong password")).toBeVisible();

  await page.getByRole("button", { name: /^Download the backup from / }).click();
  await expect(page.getByText("The backup can't be downloaded")).toBeVisible();
  await expect(page.getByText("This backup no longer exists")).toBeVisible();
  await page.route("**/functions/v1/admin-backup", (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, error: "A backup is already in progress." },
    }),
  );
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByText("The backup didn't start")).toBeVisible();
  await expect(page.getByText("A backup is already in progress")).toBeVisible();

  // Another admin starts a backup: its steps are shown.
  await site.sql.begin(async (program) => {
    // Without it the server marks the backup as interrupted.
    await program`select pg_advisory_xact_lock(${BACKUP_LOCK})`;
    await site.sql`insert into backup_runs (step) values ('Comparing public.services')`;
    const step = page.getByRole("progressbar", { name: "Comparing public.services" });
    await expect(step).toBeVisible();
    await expect(page.getByRole("button", { name: "Back up now" })).toBeDisabled();
  });
});
