import { expect, test } from "../../fixture.ts";
import { link } from "./inbox-steps.ts";
import { add, ana, reader, SCREEN, statusOf } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

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
