import type { Page } from "@playwright/test";
import type { Site } from "#tests/support/site.ts";
import { expect, PHONE, people, test } from "../../fixture.ts";
import { inspectHere } from "../../pictures.ts";
import { toasts } from "../steps.ts";
import { isAdmin, pick, rowOf, SCREEN } from "./users-steps.ts";

const { admin, stranger } = people;

const clear = (site: Site) => site.sql`
  with webhook as (delete from webhooks), invitation as (delete from admin_invitations),
    address as (delete from lead_recipients), link as (delete from preview_links),
    friend as (delete from auth.users where email = 'friend@example.com'),
    lead as (delete from contact_submissions)
  delete from change_sets`;

/** Makes the stranger an admin with one of each thing that can outlast an admin. */
async function leaveAll(site: Site) {
  await clear(site);
  const [sam] = await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${stranger.email}
    on conflict (user_id) do update set created_at = now() returning user_id`;
  const by: string = sam?.user_id;
  const [set] = await site.sql`
    insert into change_sets (name, publish_at, scheduled_by)
    values ('Black Friday', now() + interval '1 day', ${by}) returning id`;
  await site.sql`insert into auth.users (id, aud, role, email, created_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', 'friend@example.com', now())`;
  await site.sql`insert into admin_invitations (email, had_account, invited_by)
    values ('friend@example.com', true, ${by})`;
  await site.sql`insert into preview_links (set_id, token_hash, made_by, created_by)
    values (${set?.id}, ${"ab".repeat(32)}, ${stranger.email}, ${by})`;
  await site.sql`insert into lead_recipients (email) values (${stranger.email})`;
  await site.sql`insert into contact_submissions
      (name, email, monthly_volume, platforms, owner_id, follow_up_on, mail_status)
    values ('Ana', 'ana@example.com', '0-50', '{Etsy}', ${by}, '2100-01-01', 'sent')`;
  await site.sql`insert into webhooks (name, host, format, events, address_set_by) values
    ('Parcels', 'hooks.invalid', 'standard', array['lead.created'], ${by}),
    ('Slack #leads', 'hooks.slack.com', 'slack', array['lead.created'], ${by}),
    ('Old CRM', 'crm.invalid', 'standard', array['lead.created'], null)`;
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Remove from the team?" });
const active = async (site: Site) =>
  (await site.sql`select name from webhooks where active order by name`).map(({ name }) => name);

test.beforeEach(async ({ signIn }) => signIn());
test.afterEach(({ site }) => clear(site));

test("lists what a removed admin set up, and asks what to keep", async ({
  page,
  site,
  expectAccessible,
}) => {
  await leaveAll(site);
  await page.goto(SCREEN);
  await expect(rowOf(page, "friend@example.com")).toContainText("Invited");
  await pick(page, stranger.email, "Remove from the team");
  const dialog = dialogOf(page);
  await expect(dialog.getByText(`${stranger.email} loses access right away`)).toBeVisible();
  const ending = dialog.getByRole("listitem");
  await expect(ending).toHaveText([
    "1 open lead will have no owner, 1 with a follow-up date",
    "Invitation to friend@example.com is revoked",
    /^Preview link to Black Friday, valid until .+, is revoked$/,
  ]);
  await expect(dialog.getByText(/No record of who set these up: Old CRM\./)).toBeVisible();
  for (const label of [
    "Webhook Parcels (hooks.invalid)",
    "Webhook Slack #leads (hooks.slack.com)",
    "Schedule for Black Friday",
    `Lead emails to ${stranger.email}`,
  ])
    await expect(dialog.getByLabel(label)).toHaveValue("off");
  await inspectHere(page, "users-remove-left", expectAccessible);

  await dialog.getByLabel("Webhook Slack #leads").selectOption("Keep on");
  await dialog.getByLabel("Schedule for Black Friday").selectOption("Keep under your name");
  await dialog.getByRole("button", { name: "Remove from the team" }).dblclick();
  await expect(toasts(page).getByText(`${stranger.email} was removed from the team`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, stranger.email)).not.toContainText("Admin");
  await expect(rowOf(page, "friend@example.com")).not.toContainText("Invited");
  expect(await active(site)).toEqual(["Old CRM", "Slack #leads"]);
  const [set] = await site.sql`select s.publish_at is not null as scheduled, u.email as by
    from change_sets s join auth.users u on u.id = s.scheduled_by`;
  expect(set).toEqual({ scheduled: true, by: admin.email });
  expect(await site.sql`select from preview_links where revoked_at is null`).toHaveLength(0);
  expect(await site.sql`select from lead_recipients where is_active`).toHaveLength(0);
});

test("cancels the removal with Escape on a phone", async ({ page, site, expectAccessible }) => {
  await leaveAll(site);
  await page.setViewportSize(PHONE);
  await page.goto(SCREEN);
  await pick(page, stranger.email, "Remove from the team");
  const dialog = dialogOf(page);
  const parcels = dialog.getByLabel("Webhook Parcels");
  await expect(parcels).toBeVisible();
  await inspectHere(page, "users-remove-left-phone", expectAccessible);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(sideways).toBe(0);
  await parcels.focus();
  await page.keyboard.press("K");
  await expect(parcels).toHaveValue("on");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await isAdmin(site, stranger.email)).toBe(true);
  expect(await active(site)).toEqual(["Old CRM", "Parcels", "Slack #leads"]);

  await pick(page, stranger.email, "Remove from the team");
  await expect(parcels).toHaveValue("off");
  await dialog.getByLabel("Lead emails").focus();
  for (let n = 0; n < 10; n++) {
    await page.keyboard.press("Tab");
    if (
      await dialog
        .getByRole("button", { name: "Remove from the team" })
        .evaluate((it) => it === document.activeElement)
    )
      break;
  }
  await page.keyboard.press("Enter");
  await expect(toasts(page).getByText(`${stranger.email} was removed from the team`)).toBeVisible();
  expect(await active(site)).toEqual(["Old CRM"]);
});

test("removes a person without open things, and can't keep one's own schedules", async ({
  page,
  site,
}) => {
  await leaveAll(site);
  await site.sql`update change_sets set scheduled_by =
    (select id from auth.users where email = ${admin.email})`;
  await page.goto(SCREEN);
  await pick(page, admin.email, "Remove from the team");
  const dialog = dialogOf(page);
  await expect(
    dialog.getByText(/^You'll lose access and leave the admin right away/),
  ).toBeVisible();
  await expect(
    dialog.getByRole("listitem").filter({ hasText: "Schedule for Black Friday" }),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await clear(site);
  await pick(page, stranger.email, "Remove from the team");
  await expect(dialog.getByText("They have no open leads, invitations")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove from the team" }).click();
  await expect(toasts(page).getByText(`${stranger.email} was removed from the team`)).toBeVisible();
});

test("removes an admin whose list can't be loaded", async ({ page, site, expectConsole }) => {
  expectConsole(/status of 500/);
  await leaveAll(site);
  await page.goto(SCREEN);
  await page.route("**/rpc/admin_left_open", (route) => route.fulfill({ status: 500, body: "{}" }));
  await pick(page, stranger.email, "Remove from the team");
  const dialog = dialogOf(page);
  await expect(dialog.getByText("Failed to load what this person set up")).toBeVisible();
  await expect(dialog.getByText("You can still remove them.")).toBeVisible();
  await page.unroute("**/rpc/admin_left_open");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByLabel("Webhook Parcels")).toBeVisible();
  await page.route("**/rpc/admin_left_open", (route) => route.fulfill({ status: 500, body: "{}" }));
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await pick(page, stranger.email, "Remove from the team");
  await expect(dialog.getByText("You can still remove them.")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove from the team" }).click();
  await expect(toasts(page).getByText(`${stranger.email} was removed from the team`)).toBeVisible();
  expect(await active(site)).toEqual(["Old CRM"]);
});

test("shows a former admin's invitation as revoked", async ({ page, site }) => {
  await leaveAll(site);
  await site.sql`update admin_invitations set invited_by = null`;
  await page.goto(SCREEN);
  await expect(rowOf(page, "friend@example.com")).toContainText("Invitation revoked");
  await pick(page, "friend@example.com", "Resend invitation");
  await expect(rowOf(page, "friend@example.com")).toContainText("Invited");
});
