import type { Page } from "@playwright/test";
import { now } from "#tests/support/clock.ts";
import { mailArrives } from "#tests/support/mail/arrived.ts";
import type { Site } from "#tests/support/site.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { choose, countRequests, pressTwice, toasts } from "../steps.ts";
import { arrives } from "./answer-steps.ts";
import { add, SCREEN as INBOX, link, reader } from "./submission-steps.ts";

const SCREEN = "/admin/unmatched-email";

test.beforeEach(async ({ site, signIn }) => {
  await clear(site);
  await signIn();
});
test.afterEach(({ site }) => clear(site));

async function clear({ sql }: Site) {
  await sql`delete from contact_submissions`;
  await sql`delete from inbound_mails`;
  await sql`update private.inbound_mailbox
    set reply_address = null, arrived_at = null, checked_at = null, error = null`;
}

const emails = (page: Page) => page.getByRole("list", { name: "Unmatched emails" });
const item = (page: Page, subject: string) =>
  emails(page).getByRole("listitem").filter({ hasText: subject });
const unfold = (page: Page, subject: string) =>
  item(page, subject).getByRole("button", { expanded: false }).click();
/** Waits for the text of the open email: when it arrives, the buttons below move away from a pointer. */
const textLoaded = (page: Page) =>
  expect(page.getByRole("listitem").getByRole("paragraph")).toHaveText("Yes, please call me.");

test("attaches an email to its sender's lead, or to another", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  const id = await add(site, { status: "responded" });
  const other = await add(site, { name: "Ben Okafor", email: "ben@example.com" });
  await mailArrives(site.sql, { subject: "About my boxes", sender: "ANA@halfmoon.example" });
  await mailArrives(site.sql, { subject: "From my phone", sender: "b.okafor@private.example" });
  await page.goto(SCREEN);
  await unfold(page, "About my boxes");
  await textLoaded(page);
  await item(page, "About my boxes").getByRole("button", { name: "Attach to a lead" }).click();
  const dialog = page.getByRole("dialog", { name: "Attach to a lead" });
  const own = dialog.getByRole("region", { name: "Leads with this address" });
  await expect(own.getByRole("listitem")).toHaveCount(1);
  await expectAccessible();
  const asked = "**/rest/v1/rpc/inbound_attach";
  await page.route(asked, (route) => route.fulfill({ status: 500 }));
  await own.getByRole("button", { name: /^Attach to Ana Ruiz/ }).click();
  await expect(toasts(page).getByText(/^Failed to attach the email/)).toBeVisible();
  await page.unroute(asked);
  await own.getByRole("button", { name: /^Attach to Ana Ruiz/ }).click();
  await expect(toasts(page).getByText("Email attached to Ana Ruiz")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(item(page, "About my boxes")).toHaveCount(0);
  expect(
    await site.sql`select status, new_answer_at is not null as answered
      from contact_submissions where id = ${id}`,
  ).toEqual([{ status: "contacted", answered: true }]);

  await unfold(page, "From my phone");
  await textLoaded(page);
  await page.getByRole("button", { name: "Attach to a lead" }).click();
  await expect(
    dialog.getByRole("region", { name: "Newest leads" }).getByRole("listitem"),
  ).toHaveCount(2);
  const search = dialog.getByRole("searchbox", { name: "Search leads" });
  await search.fill("nobody");
  await expect(dialog.getByText("No leads found")).toBeVisible();
  const searched = "**/rest/v1/rpc/lead_list";
  await page.route(searched, (route) => route.fulfill({ status: 500 }));
  await search.fill("okafor");
  await expect(dialog.getByText(/^Failed to search leads/)).toBeVisible();
  await page.unroute(searched);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByRole("button", { name: /^Attach to Ben Okafor/ }).click();
  await expect(page.getByText("No unmatched emails", { exact: true })).toBeVisible();
  await toasts(page).getByRole("button", { name: "Open lead" }).first().click();
  await expect(page).toHaveURL(`${INBOX}?open=${other}`);
  await expect(reader(page, "Ben Okafor")).toBeVisible();
});

test("makes a lead of an email", async ({ page, site, expectConsole }) => {
  expectConsole(/status of (409|500)/);
  await mailArrives(site.sql, { subject: "A quote, please", sender_name: "Cleo Ito" });
  await mailArrives(site.sql, { subject: "No way to answer", sender: "" });
  await page.goto(SCREEN);
  await unfold(page, "No way to answer");
  await textLoaded(page);
  await item(page, "No way to answer").getByRole("button", { name: "Create a lead" }).click();
  await expect(
    toasts(page).getByText("Failed to create the lead: This email has no sender"),
  ).toBeVisible();
  const texts = "**/rest/v1/inbound_mails?select=body_text*";
  await page.route(texts, (route) => route.fulfill({ status: 500 }));
  await unfold(page, "A quote, please");
  await expect(page.getByText(/^Failed to load the email:/)).toBeVisible();
  await page.unroute(texts);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(item(page, "A quote, please").getByText("Yes, please call me.")).toBeVisible();
  const leads = await countRequests(page, "**/rpc/inbound_lead");
  await pressTwice(item(page, "A quote, please").getByRole("button", { name: "Create a lead" }));
  await expect(toasts(page).getByText("Lead created")).toBeVisible();
  expect(leads()).toBe(1);
  await expect(item(page, "A quote, please")).toHaveCount(0);
  await toasts(page).getByRole("button", { name: "Open lead" }).click();
  await expect(reader(page, "Cleo Ito").getByText("Not given", { exact: true })).toHaveCount(2);
});

test("dismisses an email, undoes it, and restores it later", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await mailArrives(site.sql, { subject: "Cheap pallets" });
  await mailArrives(site.sql, { subject: "Stays" });
  await page.goto(SCREEN);
  const dismiss = item(page, "Cheap pallets").getByRole("button", { name: /^Dismiss/ });
  const asked = "**/rest/v1/rpc/inbound_dismiss";
  await page.route(asked, (route) => route.fulfill({ status: 500 }));
  await dismiss.click();
  await expect(toasts(page).getByText(/^Failed to dismiss the email/)).toBeVisible();
  await page.unroute(asked);
  await dismiss.click();
  await expect(toasts(page).getByText("Email dismissed")).toBeVisible();
  await expect(item(page, "Cheap pallets")).toHaveCount(0);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page).getByText("Email restored")).toBeVisible();
  await dismiss.click();
  await expect(item(page, "Cheap pallets")).toHaveCount(0);

  await choose(page.getByRole("combobox", { name: "Show" }), "Dismissed");
  await expect(page).toHaveURL(`${SCREEN}?show=dismissed`);
  const dismissed = page.getByRole("list", { name: "Dismissed emails" });
  await dismissed.getByRole("button", { name: /Cheap pallets/ }).click();
  await textLoaded(page);
  await page.route(asked, (route) => route.fulfill({ status: 500 }));
  await dismissed.getByRole("button", { name: "Restore" }).click();
  await expect(toasts(page).getByText(/^Failed to restore the email/)).toBeVisible();
  await page.unroute(asked);
  await dismissed.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("No dismissed emails")).toBeVisible();
  await choose(page.getByRole("combobox", { name: "Show" }), "Unmatched");
  await expect(item(page, "Cheap pallets")).toBeVisible();
});

test("says where replies go, and what is wrong with the mailbox", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  const tab = page.getByRole("navigation", { name: "Tabs" }).getByRole("link", {
    name: /^Unmatched emails/,
  });
  await page.goto(INBOX);
  await expect(page.getByText("No contact submissions yet")).toBeVisible();
  await expect(tab).toHaveCount(0);
  await page.goto(SCREEN);
  await expect(page.getByText("No unmatched emails", { exact: true })).toBeVisible();
  await expect(
    page.getByRole("main").getByRole("link", { name: "set up incoming email" }),
  ).toBeVisible();
  await expectAccessible();
  await site.sql`update private.inbound_mailbox
    set reply_address = 'reply+*@example.com', checked_at = now()`;
  await page.goto(INBOX);
  await tab.click();
  await expect(
    page.getByText("Replies go to reply+*@example.com. The mailbox was last read just now."),
  ).toBeVisible();
  await site.sql`update private.inbound_mailbox set error = 'The password is wrong.'`;
  await page.reload();
  await expect(
    page.getByText(/can't be read right now: The password is wrong\. It was last/),
  ).toBeVisible();
  for (const [path, words] of [
    ["rpc/inbound_state", /^Failed to load the mailbox status/],
    ["inbound_mails?*", /^Failed to load emails/],
  ] as const) {
    await page.route(`**/rest/v1/${path}`, (route) => route.fulfill({ status: 500 }));
    await page.goto(SCREEN);
    await expect(page.getByText(words)).toBeVisible();
    await page.unroute(`**/rest/v1/${path}`);
  }
});

test("lists long and many emails, on a phone and wide", async ({
  page,
  site,
  expectAccessible,
}) => {
  test.slow();
  const LONG = "Donaudampfschifffahrtsgesellschaft".repeat(8);
  await site.sql`insert into inbound_mails (kind, sender, sender_name, subject, body_text, arrived_at)
    select 'reply', 'seller' || n || '@example.com', 'Seller ' || n, 'Question ' || n,
      repeat('How soon can you start? ', 20), now() - n * interval '7 hours'
    from generate_series(1, 60) as n`;
  await mailArrives(site.sql, { kind: "auto_reply", subject: "Out of office", text: null });
  await mailArrives(site.sql, {
    sender: `${LONG.slice(0, 200)}@example.com`,
    sender_name: LONG.slice(0, 200),
    subject: LONG,
    text: `${LONG}\n\n${"We ship 400 orders a month and want a quote. ".repeat(20)}`,
    cut: true,
    attachments: [
      { name: "orders 2026.xlsx", type: "application/zip", size: 3, content: "YWJj" },
      {
        name: `${LONG.slice(0, 190)}.pdf`,
        type: "application/pdf",
        size: 4_200_000,
        content: null,
      },
    ],
  });
  await page.goto(SCREEN);
  await expect(page.getByText("62 total")).toBeVisible();
  await expect(emails(page).getByRole("listitem")).toHaveCount(50);
  await unfold(page, LONG);
  await expect(page.getByRole("list", { name: "Attachments" }).getByRole("listitem")).toHaveText([
    "orders 2026.xlsx 3 Bytes",
    /4\.01 MB$/,
  ]);
  await expect(page.getByText(/too large to store/)).toBeVisible();
  await inspect(page, "unmatched", expectAccessible);
  await page.goBack();
  await expect(emails(page).getByRole("button", { expanded: true })).toHaveCount(0);
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(`${SCREEN}?page=2`);
  await expect(emails(page).getByRole("listitem")).toHaveCount(12);
});

test("a new reply is marked, counted, filtered, and announced in an open inbox", async ({
  page,
  site,
  expectAccessible,
}) => {
  await page.clock.install({ time: now() });
  const id = await add(site, { status: "responded", created_at: "2026-01-05T17:00:00Z" });
  const other = await add(site, { name: "Ben Okafor", email: "ben@example.com" });
  await page.goto(INBOX);
  await expect(link(page, "Ana Ruiz")).toBeVisible();
  await arrives(site, id);
  await arrives(site, other, { kind: "auto_reply" });
  await page.clock.fastForward(5_000);
  const show = page.getByRole("status").getByRole("button", { name: "Show 1 new reply" });
  await expect(show).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Admin" }).getByText("2 new")).toBeVisible();
  await show.click();
  await expect(page).toHaveURL(`${INBOX}?show=new-answer`);
  await expect(page.locator("main tbody [data-open]")).toHaveText(["Ana Ruiz"]);
  await expect(page.getByRole("row", { name: /Ana Ruiz/ })).toContainText("New reply");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveTitle("(2) Contact Submissions · Admin");
  await expectAccessible();
  await add(site, { name: "Cleo Ito" });
  await mailArrives(site.sql, { subject: "Who is this?" });
  await page.goto("/admin/dashboard");
  const waiting = page.getByRole("region", { name: "Waiting for you" });
  await expect(waiting.getByRole("link", { name: /^1 email matches no lead/ })).toHaveAttribute(
    "href",
    SCREEN,
  );
  await waiting.getByRole("link", { name: /^1 lead has replied/ }).click();
  await expect(page.getByText("1 found")).toBeVisible();
  await page
    .getByRole("navigation", { name: "Tabs" })
    .getByRole("link", { name: "Unmatched emails (1)" })
    .click();
  await expect(item(page, "Who is this?")).toBeVisible();
});
