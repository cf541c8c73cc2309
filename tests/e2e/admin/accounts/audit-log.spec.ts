import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import Papa from "papaparse";
import type { Site } from "#tests/support/site.ts";
import { expect, PHONE, people, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { toasts } from "../steps.ts";

const SCREEN = "/admin/audit-log";
const dana = people.admin.email;
const ANA = "ana@team.example";

const entries = (page: Page) => page.getByRole("main").getByRole("listitem");
const entry = (page: Page, words: string) => entries(page).filter({ hasText: words });

interface Added {
  kind: string;
  actor?: string;
  about?: string;
  detail?: string;
  address?: string;
  browser?: string;
  at?: string;
}

const add = (site: Site, ...rows: Added[]) => site.sql`
  insert into private.audit_log (kind, actor, about, detail, address, browser, at)
  select kind, coalesce(actor, ${dana}), about, detail, address, browser, coalesce(at, now())
  from jsonb_to_recordset(${site.sql.json(rows as never)}) as r (
    kind text, actor text, about text, detail text, address inet, browser text, at timestamptz)`;

/** Only the table's owner can, by changing the table. */
test.beforeEach(async ({ site }) => {
  await site.sql`alter table private.audit_log disable trigger user`;
  await site.sql`delete from private.audit_log`;
  await site.sql`alter table private.audit_log enable trigger user`;
});

// Entries of another century: the site deletes those older than a year.
test("shows who did what, when and from where, and filters in the address", async ({
  page,
  site,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await add(
    site,
    {
      kind: "sign_in",
      address: "203.0.113.7",
      browser: "Chrome on Windows",
      at: "2126-11-20T17:30:00Z",
    },
    {
      kind: "role_changed",
      about: ANA,
      detail: "from Admin to Sales",
      address: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
      browser: "Safari on iPhone",
      at: "2126-11-21T18:00:00Z",
    },
    {
      kind: "sign_in_failed",
      actor: "visitor",
      about: ANA,
      detail: "10 failed attempts this hour",
      address: "198.51.100.9",
      at: "2126-11-22T18:00:00Z",
    },
    {
      kind: "security_setting_changed",
      about: "delete_spam",
      detail: "from off to on",
      at: "2126-11-22T19:00:00Z",
    },
    { kind: "keys_made", actor: "server", at: "2126-11-23T07:59:00Z" },
  );
  await page.goto(SCREEN);
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  await expect(entry(page, "Signed in").filter({ hasText: "203.0.113.7" })).toContainText(
    `9:30 AM PSTSigned in${dana}203.0.113.7Chrome on Windows`,
  );
  await expect(entry(page, `Changed ${ANA} from Admin to Sales`)).toContainText("Safari on iPhone");
  await expect(
    entry(page, "Changed the setting “Delete spam after 30 days” from off to on"),
  ).toContainText(dana);
  await expect(entry(page, "Created new keys")).toContainText("The server");
  // By the company's day: one minute before midnight there.
  await expect(page.getByRole("heading", { name: "Nov 22, 2126" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nov 23, 2126" })).toBeHidden();
  await inspect(page, "audit-log-entries", expectAccessible);

  await page.getByLabel("Kind").selectOption("Sign-ins");
  await expect(page).toHaveURL(`${SCREEN}?group=sign_ins`);
  await expect(entry(page, "Created new keys")).toBeHidden();
  await page.getByLabel("Person").selectOption("Someone who isn't signed in");
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText(
    `Failed to sign in as ${ANA} (10 failed attempts this hour)`,
  );
  await page.reload();
  await expect(entries(page)).toHaveCount(1);
  await expect(page.getByLabel("Kind")).toHaveValue("sign_ins");

  // What was done to a person is found as well.
  await page.goto(`${SCREEN}?person=${ANA}`);
  await expect(entries(page)).toHaveCount(2);
  await page.goto(SCREEN);
  await page.getByLabel("From").focus();
  await page.keyboard.type("11212126");
  await page.getByLabel("To").fill("2126-11-21");
  await expect(entries(page)).toHaveCount(1);
  await expect(page).toHaveURL(`${SCREEN}?since=2126-11-21&until=2126-11-21`);
  await page.getByLabel("From").fill("2126-10-01");
  await page.getByLabel("To").fill("2126-10-02");
  await expect(page.getByText("No matches")).toBeVisible();
  await expect(page.getByRole("button", { name: "Download CSV" })).toBeDisabled();
  await page.getByLabel("From").fill("2126-10-03");
  await expect(page.getByText("The date under From is after the one under To.")).toBeVisible();
  // A shortened link.
  await page.goto(`${SCREEN}?since=2126-11-&until=2126-02-30&group=nothing`);
  await expect(page.getByText("Try another kind, person or date.")).toBeVisible();
});

test("loads more, and says when nothing matches", async ({ page, site, signIn }) => {
  await signIn();
  await page.goto(`${SCREEN}?person=nobody@example.com`);
  await expect(page.getByText("No matches")).toBeVisible();
  await site.sql`insert into private.audit_log (kind, actor, at)
    select 'sign_in', 'n' || n || '@team.example', now() - n * interval '1 minute' from generate_series(1, 120) n`;
  await page.goto(`${SCREEN}?group=sign_ins`);
  const more = page.getByRole("button", { name: "Load more" });
  await expect(entries(page)).toHaveCount(50);
  await more.click();
  await expect(entries(page)).toHaveCount(100);
  await more.click();
  await expect(entry(page, "n120@team.example")).toBeVisible();
  await expect(more).toBeHidden();
});

test("downloads what is filtered, safe to open in a spreadsheet", async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  await add(
    site,
    {
      kind: "webhook_saved",
      about: '=HYPERLINK("https://evil.example")',
      detail: "new",
      address: "203.0.113.7",
      browser: "Chrome on Windows",
      at: "2126-11-20T17:30:00Z",
    },
    { kind: "webhook_deleted", about: "Depot", at: "2126-11-20T17:31:00Z" },
    { kind: "sign_in" },
  );
  await page.goto(`${SCREEN}?group=settings`);
  await expect(entries(page)).toHaveCount(2);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await downloading;
  await expect(toasts(page).getByText("Audit log downloaded: 2 entries")).toBeVisible();
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  const { data } = Papa.parse<Record<string, string>>(text.slice(1), { header: true });
  expect(data).toEqual([
    {
      "Time (UTC)": "2126-11-20 17:31:00",
      Who: dana,
      What: "Deleted the webhook “Depot”",
      About: "Depot",
      Address: "",
      Browser: "",
      Kind: "webhook_deleted",
    },
    {
      "Time (UTC)": "2126-11-20 17:30:00",
      Who: dana,
      What: 'Added the webhook “=HYPERLINK("https://evil.example")”',
      About: `'=HYPERLINK("https://evil.example")`,
      Address: "203.0.113.7",
      Browser: "Chrome on Windows",
      Kind: "webhook_saved",
    },
  ]);
  await page.goto(`${SCREEN}?group=data`);
  await expect(entry(page, "Downloaded the audit log (2 rows)")).toContainText(dana);
});

test("says when there is more than a file holds", async ({ page, site, signIn }) => {
  await signIn();
  await site.sql`insert into private.audit_log (kind, actor, at)
    select 'sign_in', 'often@team.example', now() - n * interval '1 minute' from generate_series(1, 10001) n`;
  await page.goto(`${SCREEN}?person=often@team.example`);
  await expect(entries(page)).toHaveCount(50);
  await page.getByRole("button", { name: "Download CSV" }).click();
  await expect(
    toasts(page).getByText(
      "Downloaded the newest 10,000 entries. Filter by date to get older ones.",
    ),
  ).toBeVisible();
});

test("reports a failed load and a failed download", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await signIn();
  await add(site, { kind: "sign_in" });
  const list = "**/rest/v1/rpc/audit_list";
  await page.route(list, (route) => route.fulfill({ status: 500 }));
  await page.goto(SCREEN);
  await expect(page.getByText(/^Failed to load the audit log: /)).toBeVisible();
  await page.unroute(list);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(entry(page, "Signed in").first()).toBeVisible();
  await page.route("**/rest/v1/rpc/audit_export", (route) => route.fulfill({ status: 500 }));
  await page.getByRole("button", { name: "Download CSV" }).click();
  await expect(toasts(page).getByText("Failed to download the audit log")).toBeVisible();
});

test("is for admins: an editor is asked to contact one, and sees no link", async ({
  page,
  site,
  signIn,
}) => {
  await site.sql`insert into staff (user_id, is_editor)
    select id, true from auth.users where email = ${people.stranger.email}`;
  await signIn("stranger");
  await page.goto(SCREEN);
  await expect(page.getByRole("heading", { name: "Ask an admin for access" })).toBeVisible();
  await expect(page.getByText("Your role, Editor, doesn't include this screen.")).toBeVisible();
  await expect(page.getByRole("link", { name: "History" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(0);
  await site.sql`delete from staff`;
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("everything of an entry stays readable, however long", async ({
    page,
    site,
    signIn,
    expectAccessible,
  }) => {
    await signIn();
    const long = `${"n".repeat(64)}@${"d".repeat(60)}.${"e".repeat(60)}.example`;
    await add(
      site,
      { kind: "role_changed", actor: long, about: long, detail: "from Editor and Sales to Admin" },
      {
        kind: "webhook_saved",
        about: "W".repeat(100),
        address: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
      },
    );
    await page.goto(SCREEN);
    await expect(entry(page, "from Editor and Sales to Admin")).toBeVisible();
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide).toBeLessThanOrEqual(0);
    await expectAccessible();
    await page.getByLabel("Kind").selectOption("Settings, webhooks and keys");
    await expect(entries(page)).toHaveCount(1);
  });
});

test("keeps entries for the months in the settings", async ({ page, site, signIn }) => {
  await signIn();
  await page.goto("/admin/settings?tab=privacy");
  const months = page.getByLabel("Keep the audit log for (months)");
  await expect(months).toHaveValue("12");
  await months.fill("2");
  await months.press("Tab");
  await expect(page.getByText("Please enter a whole number of months, 3 to 60")).toBeVisible();
  await months.fill("24");
  await months.press("Tab");
  await expect(toasts(page).getByText("Setting updated successfully!")).toBeVisible();
  await page.goto(SCREEN);
  await expect(
    entry(page, "Changed the setting “Keep the audit log for (months)” from 12 to 24"),
  ).toContainText(dana);
  await site.sql`update site_settings set setting_value = '12' where setting_key = 'audit_log_months'`;
});
