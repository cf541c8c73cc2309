import type { Download, Page } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { toasts } from "../steps.ts";
import { add, changeFirst, reader, SCREEN, setStatus } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await site.sql`truncate private.lead_sums, private.visits, private.visit_keys, private.visit_salts,
    private.visit_days, private.visit_vitals`;
  await signIn();
});

const outcome = (page: Page) => reader(page).getByRole("region", { name: "Outcome" });
const press = (page: Page, name: string) => outcome(page).getByRole("button", { name }).click();
const textOf = async (download: Download) => {
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
const undo = (page: Page, what: RegExp) =>
  toasts(page).getByRole("group").filter({ hasText: what }).getByRole("button", { name: "Undo" });

test("marks a lead as won in one step, which can be undone and ends when it is reopened", async ({
  page,
  site,
  expectAccessible,
}) => {
  const id = await add(site);
  await page.goto(`${SCREEN}?open=${id}`);
  await press(page, "Mark as won…");
  const dialog = page.getByRole("dialog", { name: "Mark as won" });
  await expectAccessible();
  const value = dialog.getByLabel("Monthly value (USD)");
  await value.fill("2.5k");
  await dialog.getByRole("button", { name: "Mark as won" }).click();
  await expect(dialog.getByText("Enter whole dollars, at most 10,000,000")).toBeVisible();
  await value.fill("$2,500");
  await value.press("Enter");
  await expect(toasts(page).getByText("Ana Ruiz: Won, $2,500 a month")).toBeVisible();
  await expect(outcome(page)).toContainText("$2,500 a month");
  await expect(reader(page).getByText("Marked as won, $2,500 a month")).toBeVisible();
  await setStatus(page, "Responded");
  await expect(reader(page).getByText("Outcome removed")).toBeVisible();
  await undo(page, /Ana Ruiz: Responded/).click();
  await expect(outcome(page)).toContainText("$2,500 a month");
  await expect
    .poll(() => site.sql`select status, outcome, outcome_value from contact_submissions`)
    .toEqual([{ status: "closed", outcome: "won", outcome_value: 2500 }]);
  await press(page, "Remove outcome");
  await expect(outcome(page).getByText("$2,500 a month")).toBeHidden();
});

test("marks a lead as lost with a reason, unless a colleague was faster", async ({
  page,
  site,
}) => {
  const id = await add(site);
  await page.goto(`${SCREEN}?open=${id}`);
  await changeFirst(
    page,
    () =>
      site.sql`update contact_submissions set status = 'closed', outcome = 'won' where id = ${id}`,
  );
  await press(page, "Mark as lost…");
  const dialog = page.getByRole("dialog", { name: "Mark as lost" });
  await dialog.getByLabel("Reason").fill("x".repeat(201));
  await dialog.getByRole("button", { name: "Mark as lost" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(
    /Please use at most 200 characters\. This has 201\./,
  );
  await dialog.getByLabel("Reason").fill("Too expensive");
  await dialog.getByRole("button", { name: "Mark as lost" }).click();
  await expect(toasts(page).getByText(/changed it to Won on/)).toBeVisible();
  await toasts(page).getByRole("button", { name: "Set to Lost: Too expensive" }).click();
  await expect(outcome(page)).toContainText("Too expensive");
  // It is shown before it is stored.
  await expect(toasts(page).getByText("Ana Ruiz: Lost: Too expensive")).toBeVisible();
  await page.goto(`${SCREEN}?show=lost`);
  await expect(page.getByRole("row", { name: /Ana Ruiz/ })).toContainText("Lost");
});

test("shows what became of leads, with links to them and a file", async ({
  page,
  site,
  expectConsole,
  expectAccessible,
}) => {
  expectConsole(/status of 500/);
  await page.goto("/admin/insights");
  await expect(page.getByText("No leads in this period")).toBeVisible();
  const attribution = { first: { utm_source: "google", utm_campaign: "=1+1" } };
  await add(site, { attribution });
  await page.reload();
  await expect(
    page.getByText("No outcomes yet. Mark a lead as won or lost in the inbox."),
  ).toBeVisible();
  await add(site, { attribution, status: "closed", outcome: "won", outcome_value: 1_200 });
  await add(site, { status: "closed", outcome: "lost" });
  await page.reload();
  const totals = page.getByRole("region", { name: "Totals" });
  await expect(totals).toContainText("Win rate50%");
  await expect(totals).toContainText("Monthly value won$1,200");
  await expectAccessible();
  await page.getByLabel("By").selectOption("Campaign");
  const row = page.getByRole("row", { name: "=1+1" });
  await expect(row).toContainText("$1,200");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^insights-campaign-\d{4}-\d\d-\d\d\.csv$/);
  expect(await textOf(download)).toContain('"\'=1+1",2,1,0,100,1200,');
  await page.getByLabel("By").selectOption("Source");
  await page
    .getByRole("row", { name: "Google" })
    .getByRole("link", { name: "1", exact: true })
    .click();
  await expect(page).toHaveURL(/show=won&source=google&since=\d{4}-\d\d-01&until=/);
  await expect(page.getByText("1 found")).toBeVisible();

  const asked = "**/rest/v1/rpc/lead_insights";
  await page.route(asked, (route) => route.fulfill({ status: 500 }));
  await page.goto("/admin/insights?by=month");
  await expect(page.getByText(/^Failed to load the stats/)).toBeVisible();
  await page.unroute(asked);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(totals).toBeVisible();
});

test("shows visitors, how far they came, and how fast pages were for them", async ({
  page,
  site,
  expectConsole,
  expectAccessible,
}) => {
  expectConsole(/status of 500/);
  await page.goto("/admin/insights");
  await page.getByRole("tab", { name: "Leads" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?tab=visitors$/);
  await expect(page.getByText("No visits recorded yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();

  const from = (utm_source: string, utm_campaign?: string) => ({
    first: { landing_page: "/", utm_source, utm_campaign },
  });
  const attribution = from("google", "=1+1");
  await add(site, { attribution: attribution as never });
  const visit = { device: "phone", path: "/", views: { "/": 1 } };
  const seen = [
    { ...visit, visitor: "a", attribution, views: { "/": 1, "/contact": 1 }, sent: true },
    { ...visit, visitor: "b", attribution: from("a-long-name-of-a-source-".repeat(4)), email: 1 },
  ];
  await site.sql`select visits_record(${site.sql.json(seen)}, ${site.sql.json([
    { metric: "lcp", value: 5000, samples: 4 },
    { metric: "inp", value: 100, samples: 4 },
  ])})`;
  await page.getByLabel("Period").selectOption("Last month");
  await expect(page.getByText("No data for this period")).toBeVisible();
  await page.getByLabel("Period").selectOption("Last 12 months");
  const totals = page.getByRole("region", { name: "Totals" });
  await expect(totals).toContainText("Visits2Page views3Contact page1");
  await expect(totals.getByText(/Visits have been recorded since/)).toBeVisible();
  await expect(page.getByRole("list", { name: "From visit to lead" })).toContainText(
    "Form sent1, 50% of visits",
  );
  await expect(page.getByRole("table", { name: "Visits per month" })).toContainText("2");
  const vital = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(vital("Loading (LCP)")).toContainText("Poor");
  await expect(vital("Response to input (INP)")).toContainText("100\u00a0msGood");
  await expect(vital("Layout shift (CLS)")).toContainText("Not measured");
  await inspect(page, "visitors", expectAccessible);

  await site.sql`insert into private.visit_days (day, dimension, name, visits) values
    (private.company_day() - 100, 'total', '', 1),
    (date_trunc('month', private.company_day()::timestamp)::date - 1, 'total', '', 1)`;
  await page.getByLabel("Period").selectOption("This month");
  await expect(totals).toContainText("Before: 1 (+100%)");

  await page.getByLabel("By").selectOption("Campaign");
  await expect(page.getByRole("row", { name: "=1+1" })).toBeVisible();
  const campaigns = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await campaigns).suggestedFilename()).toMatch(/^visits-campaign-\d{4}-\d\d-\d\d\.csv$/);
  expect(await textOf(await campaigns)).toContain('"\'=1+1",1,1,1,1,0,0');
  const vitals = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export vitals" }).click();
  expect(await textOf(await vitals)).toContain("Loading (LCP),5000,Poor,0,0,4,4");

  await page.getByLabel("By").selectOption("Source");
  await page.getByRole("row", { name: "Google" }).getByRole("link").click();
  await expect(page).toHaveURL(/source=google&since=\d{4}-\d\d-01&until=/);
  await expect(page.getByText("1 found")).toBeVisible();

  const asked = "**/rest/v1/rpc/visit_insights";
  await page.route(asked, (route) => route.fulfill({ status: 500 }));
  await page.goto("/admin/insights?tab=visitors&by=day");
  await expect(page.getByText(/^Failed to load the stats/)).toBeVisible();
  await page.unroute(asked);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Visits by month" })).toBeVisible();
});
