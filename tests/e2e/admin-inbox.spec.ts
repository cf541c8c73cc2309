import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Site } from "#tests/support/site.ts";
import { choose, giveRightsBack, takeRightsAway, told } from "./admin-steps.ts";
import { expect, PHONE, test } from "./fixture.ts";
import { add, addMany, ana, placeOf, reader, SCREEN, statusOf } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const rowHeights = (page: Page) =>
  page
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));

test("a morning: 20 messages are read and taken up by keyboard alone", async ({ page, site }) => {
  // Twenty messages, each read before it is set.
  test.slow();
  await addMany(site, 30);
  await page.goto(`${SCREEN}?status=new`);
  await expect(link(page, "Seller 1")).toBeVisible();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  await press("j");
  await expect(link(page, "Seller 1")).toBeFocused();
  await press("Enter");
  for (let n = 1; n <= 20; n += 1) {
    await expect(reader(page, `Seller ${n}`).getByText(`seller${n}@example.com`)).toBeVisible();
    await press("2");
    await expect(
      page.getByRole("combobox", { name: `Status of Seller ${n}: Contacted` }),
    ).toBeVisible();
    await press("j");
  }
  await expect(reader(page, "Seller 21")).toBeVisible();
  expect(presses).toBeLessThan(60);
  await expect
    .poll(() => site.sql`select name from contact_submissions where status = 'contacted'`)
    .toHaveLength(20);
  const left = await site.sql`select count(*)::int from contact_submissions where status = 'new'`;
  expect(left).toEqual([{ count: 10 }]);
  await expect(page.getByRole("navigation", { name: "Admin" }).getByText("10 new")).toBeVisible();
  await expect(page).toHaveTitle("(10) Contact Submissions · Admin");
});

test("the list is dense, and a message opens beside it", async ({
  page,
  site,
  expectAccessible,
}) => {
  await addMany(site, 24);
  const message = "We ship 400 orders a month and want a quote.\n\nBest";
  const id = await add(site, { message, platforms: ["TikTok Shop", "Shopify", "Amazon", "Etsy"] });
  for (const [width, most] of [
    [1440, 64],
    [1024, 96],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(SCREEN);
    const row = page.getByRole("row", { name: /Ana Ruiz/ });
    await expect(row).toContainText("We ship 400 orders a month");
    await expect(row).toContainText("No owner");
    await expect(row).toContainText(/Due in|Overdue by/i);
    await expect(page.getByRole("combobox", { name: /^Status of Ana/ })).toBeVisible();
    expect(Math.max(...(await rowHeights(page)))).toBeLessThanOrEqual(most);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await link(page, "Ana Ruiz").click();
  await expect(
    reader(page).getByText("We ship 400 orders a month and want a quote."),
  ).toBeVisible();
  await expect(link(page, "Ana Ruiz")).toBeFocused();
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectAccessible();

  await page.keyboard.press("ArrowDown");
  await expect(reader(page, "Seller 1")).toBeVisible();
  await reader(page, "Seller 1").getByRole("button", { name: "Next" }).click();
  await expect(reader(page, "Seller 2")).toBeVisible();
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expect(reader(page).getByRole("button", { name: "Previous" })).toBeDisabled();
  // One step of Back closes it, however far one walked.
  await page.goBack();
  await expect(page).toHaveURL(SCREEN);
  await expect(page.getByRole("table")).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.goto(`${SCREEN}?open=${id}`);
  const screen = page.getByRole("dialog", { name: "Ana Ruiz" });
  await expect(screen.getByText("We ship 400 orders a month and want a quote.")).toBeVisible();
  expect((await screen.boundingBox())?.width).toBe(PHONE.width);
  await expectAccessible();
  await screen.getByRole("button", { name: "Next" }).click();
  const next = page.getByRole("dialog", { name: "Seller 1" });
  await expect(next.getByText("seller1@example.com")).toBeVisible();
  await next.getByRole("button", { name: "Previous" }).click();
  await expect(screen).toBeVisible();
});

test("one walks over the end of a page", async ({ page, site }) => {
  await addMany(site, 27);
  const [last] = await site.sql`select id from contact_submissions where name = 'Seller 25'`;
  await page.goto(`${SCREEN}?open=${last?.id}`);
  await expect(reader(page, "Seller 25").getByRole("button", { name: "Next" })).toBeEnabled();
  await page.keyboard.press("j");
  await expect(reader(page, "Seller 26")).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press("k");
  await expect(reader(page, "Seller 25")).toBeVisible();
});

test("without accents, word by word, and narrowed, a message is found", async ({ page, site }) => {
  await add(site, { name: "José Fernández", message: "We ship from Málaga." });
  await add(site, {
    name: "Ben Okafor",
    platforms: ["Amazon"],
    created_at: "2026-01-05T17:00:00Z",
  });
  await page.goto(SCREEN);
  const names = page.locator("tbody [data-open]");
  await expect(names).toHaveText(["José Fernández", "Ben Okafor"]);
  await page.keyboard.press("/");
  await page.keyboard.type("Fernandez");
  await expect(names).toHaveText(["José Fernández"]);
  await page.getByRole("searchbox").fill("malaga jose");
  await expect(page).toHaveURL(/q=malaga\+jose/);
  await expect(names).toHaveText(["José Fernández"]);
  await page.getByRole("searchbox").fill("");
  await expect(names).toHaveCount(2);
  await page.getByRole("button", { name: "Filters" }).click();
  await choose(page.getByLabel("Platform", { exact: true }), "Amazon");
  await expect(names).toHaveText(["Ben Okafor"]);
  await page.getByLabel("To", { exact: true }).fill("2026-01-04");
  await expect(page.getByText("No submissions match your filters")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2026-01-06");
  await expect(names).toHaveText(["Ben Okafor"]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Filters (2)" })).toBeVisible();
  await expect(names).toHaveText(["Ben Okafor"]);
});

test("several are taken up, handed over, thrown away and taken back at once", async ({
  page,
  site,
  expectAccessible,
}) => {
  await addMany(site, 4);
  await page.goto(SCREEN);
  for (const n of [1, 2]) await page.getByLabel(`Select Seller ${n}`, { exact: true }).check();
  const bar = page.getByRole("region", { name: "Selected submissions" });
  await expect(bar.getByText("2 submissions selected")).toBeVisible();
  await expectAccessible();
  await bar.getByLabel("Set status").selectOption("Responded");
  await expect(told(page).getByText("2 submissions updated")).toBeVisible();
  await bar.getByLabel("Set owner").selectOption({ index: 2 });
  await expect(page.getByRole("row", { name: /Seller 1 / })).not.toContainText("No owner");
  await expect
    .poll(
      () => site.sql`select name from contact_submissions
        where status = 'responded' and owner_id is not null order by name`,
    )
    .toEqual([{ name: "Seller 1" }, { name: "Seller 2" }]);
  const downloading = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Export" }).click();
  await downloading;
  await expect(told(page).getByText("2 submissions exported")).toBeVisible();
  await bar.getByRole("button", { name: "Mark as spam" }).click();
  await expect(page.locator("tbody").getByText("Likely spam")).toHaveCount(2);

  page.on("dialog", (dialog) => void dialog.accept());
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(told(page).getByText("2 submissions deleted")).toBeVisible();
  await expect(page.getByText("2 total")).toBeVisible();
  await told(page).getByRole("button", { name: "Undo" }).click();
  await expect(told(page).getByText("2 submissions restored")).toBeVisible();
  await expect(page.getByText("4 total")).toBeVisible();
});

test("what was deleted lies in the trash, goes back, or goes for good", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  const id = await add(site);
  await site.sql`insert into submission_notes (submission_id, body) values (${id}, 'Called.')`;
  await add(site, { name: "Ben Okafor", deleted_at: new Date().toISOString() });
  await page.goto(SCREEN);
  page.once("dialog", (dialog) => void dialog.accept());
  await choose(page.getByRole("button", { name: "More for Ana Ruiz" }), "Delete");
  await expect(told(page).getByText("Submission deleted successfully")).toBeVisible();
  await choose(page.getByRole("combobox", { name: "Messages" }), "Trash");
  await expect(page).toHaveURL(/show=trash/);
  await link(page, "Ana Ruiz").click();
  const opened = reader(page);
  await expect(opened.getByText(/^It goes for good on /)).toBeVisible();
  await takeRightsAway(site);
  try {
    await opened.getByRole("button", { name: "Restore" }).click();
    await expect(told(page).getByText("Failed to restore submission")).toBeVisible();
  } finally {
    await giveRightsBack(site);
  }
  await opened.getByRole("button", { name: "Restore" }).click();
  await expect(told(page).getByText("1 submission restored")).toBeVisible();
  await expect(opened.getByText("Called.")).toBeVisible();
  await expect(
    opened.getByRole("region", { name: "Story" }).getByText("Restored from the trash"),
  ).toBeVisible();
  expect(await placeOf(site, id)).toBe("list");
  await page.keyboard.press("Escape");
  await choose(page.getByRole("button", { name: "More for Ben Okafor" }), "Delete for good");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(told(page).getByText("1 submission deleted for good")).toBeVisible();
  await expect(page.getByText("No submissions match your filters")).toBeVisible();
  expect(await site.sql`select name from contact_submissions`).toEqual([{ name: "Ana Ruiz" }]);
});

test("what the same person wrote before is a press away, joined and taken apart", async ({
  page,
  site,
  expectAccessible,
}) => {
  const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
  const before = await add(site, { message: "A quote, please.", created_at: days(9) });
  await add(site, { message: "Anybody there?", created_at: days(5) });
  const call = "Call (503) 555-0142";
  const now = await add(site, { message: `${call}\n\nAna`, created_at: days(1) });
  await add(site, { name: "Ana R.", email: "ana.r@example.com", message: call });
  await page.goto(`${SCREEN}?open=${now}`);
  const others = reader(page).getByRole("region", {
    name: "2 earlier messages and 1 later message of this person",
  });
  await expect(others.getByRole("listitem")).toHaveCount(3);
  await expect(others.getByText("Ana R., ana.r@example.com · same phone number")).toBeVisible();
  const quote = others.getByRole("listitem").filter({ hasText: "A quote, please." });
  await quote.getByRole("button", { name: "Join" }).click();
  await expect(quote.getByRole("button", { name: "Take apart" })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("2");
  await expect.poll(() => statusOf(site, before)).toBe("contacted");
  await expect(quote.getByText("Contacted")).toBeVisible();
  await quote.getByRole("link").click();
  await expect(
    reader(page).getByRole("region", { name: "2 later messages of this person" }),
  ).toBeVisible();
  await reader(page).getByRole("button", { name: "Take apart" }).click();
  await expect(reader(page).getByRole("button", { name: "Take apart" })).toHaveCount(0);
  await expect(
    reader(page)
      .getByRole("region", { name: "Story" })
      .getByText("Taken apart from the other messages"),
  ).toBeVisible();
  await page.goBack();
  await expect(reader(page)).toHaveCount(0);
});

test("all that is kept of a person is shown, exported and erased", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  const id = await add(site, { message: "A quote, please." });
  await add(site, { email: "ANA@halfmoon.example", deleted_at: new Date().toISOString() });
  await add(site, { name: "Ben Okafor", email: "ben@example.com" });
  await site.sql`insert into submission_notes (submission_id, body) values (${id}, 'Called.')`;
  await page.goto(`${SCREEN}?open=${id}`);
  await openAgainWithRights(site, page);
  const dialog = page.getByRole("dialog", { name: "Erase a person" });
  await expect(dialog.getByText("2 messages")).toBeVisible();
  await expect(dialog.getByText("1 note")).toBeVisible();
  await expect(dialog.getByText("in the trash")).toBeVisible();
  await expect(dialog.getByText(/^Backups made before still hold it/)).toBeVisible();
  await expectAccessible();
  page.on("dialog", (question) => void question.accept());
  const erase = dialog.getByRole("button", { name: "Erase for good" });
  const exporting = dialog.getByRole("button", { name: "Export as JSON" });
  await takeRightsAway(site);
  try {
    await exporting.click();
    await expect(told(page).getByText("Failed to export what is kept")).toBeVisible();
    await erase.click();
    await expect(told(page).getByText("Failed to erase this person")).toBeVisible();
  } finally {
    await giveRightsBack(site);
  }
  const downloading = page.waitForEvent("download");
  await exporting.click();
  const all = JSON.parse(readFileSync(await (await downloading).path(), "utf8"));
  expect(all.tables.submission_notes).toMatchObject([{ body: "Called." }]);
  await expect(told(page).getByText("Exported what is kept of this person")).toBeVisible();
  await erase.click();
  await expect(told(page).getByText("Erased for good")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("table")).toBeVisible();
  await expect(link(page, "Ben Okafor")).toBeVisible();
  await expect(link(page, "Ana Ruiz")).toHaveCount(0);
  expect(await site.sql`select email from contact_submissions`).toEqual([
    { email: "ben@example.com" },
  ]);
  await page.goto("/admin/settings?tab=privacy");
  await expect(page.getByText(/^A person was erased: 2 messages, 1 note/)).toBeVisible();
});

/** Opens the dialog while what there is may not be read, and looks again once it may. */
async function openAgainWithRights(site: Site, page: Page) {
  const open = reader(page).getByRole("button", { name: "Erase this person" });
  await expect(open).toBeVisible();
  await takeRightsAway(site);
  try {
    await open.click();
    await expect(page.getByText(/^Failed to find out what is kept/)).toBeVisible();
  } finally {
    await giveRightsBack(site);
  }
  await page.getByRole("dialog").getByRole("button", { name: "Find" }).click();
}

test("an owner and a day to come back are set, and the story tells", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  const id = await add(site);
  await page.route("**/rest/v1/lead_events*", (route) => route.fulfill({ status: 500 }));
  await page.goto(`${SCREEN}?open=${id}`);
  const opened = reader(page);
  await expect(opened.getByText("Failed to load the story")).toBeVisible();
  await page.unroute("**/rest/v1/lead_events*");
  await opened.getByRole("button", { name: "Try again" }).click();
  const story = opened.getByRole("region", { name: "Story" }).getByRole("listitem");
  await expect(story).toHaveText([/^Message received/]);
  await opened.getByLabel("Owner").selectOption({ index: 1 });
  await expect(story.first()).toContainText(/^Owner: /);
  await opened.getByLabel("Follow-up").fill("2020-01-02");
  await opened.getByLabel("Follow-up").press("Enter");
  await expect(story.first()).toContainText("Follow-up: Jan 02, 2020");
  await page.goto(`${SCREEN}?show=follow-up`);
  await expect(link(page, "Ana Ruiz")).toBeVisible();
});

test("keys answer, set, and tell themselves; none fires while one types", async ({
  page,
  site,
  expectAccessible,
}) => {
  const id = await add(site);
  await page.goto(SCREEN);
  await expect(link(page, "Ana Ruiz")).toBeVisible();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("j");
  await page.keyboard.press("4");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.getByRole("searchbox").fill("");
  await page.getByRole("searchbox").pressSequentially("ana4");
  await expect(page.getByText("No submissions match your filters")).toBeVisible();
  await page.getByRole("searchbox").fill("ana");
  await expect(link(page, "Ana Ruiz")).toBeVisible();
  expect(await statusOf(site, id)).toBe("new");

  await link(page, "Ana Ruiz").focus();
  await page.keyboard.press("x");
  await expect(page.getByText("1 submission selected")).toBeVisible();
  await page.keyboard.press("2");
  await expect.poll(() => statusOf(site, id)).toBe("contacted");
  await page.keyboard.press("e");
  await expect(reader(page).getByLabel("Your reply")).toBeFocused();
  await reader(page).getByLabel("Add a note").fill("4");
  await page.keyboard.type("j4");
  await expect(reader(page).getByLabel("Add a note")).toHaveValue("4j4");
  expect(await statusOf(site, id)).toBe("contacted");
  await expect(reader(page).getByRole("link", { name: "Email" })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${ana.email}`),
  );
});
