import { expect, people, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";

const SCREEN = "/admin/first-hour";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from private.first_hour`;
  await site.sql`update site_settings set setting_value = 'Evergreen Fulfillment'
    where setting_key in ('company_name', 'site_title')`;
  await signIn();
});

test("a new owner is led from step to step, leaves, and goes on where they left off", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/admin/dashboard");
  const head = page.getByRole("region", { name: "Make it yours" });
  await expect(head).toContainText(/(\d+) of \1 texts are still Evergreen's/);
  await expect(head).toContainText("0 of 12 steps are done");
  await inspect(page, "first-hour-dashboard", expectAccessible);
  await head.getByRole("link").click();

  const main = page.getByRole("main");
  const step = (name: RegExp) => main.getByRole("button", { name });
  await expect(step(/^Company/)).toHaveAttribute("aria-expanded", "true");
  await inspect(page, "first-hour", expectAccessible);
  const count = async () =>
    Number(/^(\d+) of/.exec((await main.getByRole("status").first().textContent()) ?? "")?.[1]);
  const before = await count();
  await main.getByLabel("Company name").fill("Northlight Logistics");
  await main.getByLabel("Site title").fill("Northlight Logistics | Glass and candles");
  await main.getByLabel("Site title").blur();
  await expect.poll(count).toBe(before - 2);

  // What fits as it is, is kept; the next step is one press away and has the keyboard.
  await main.getByRole("button", { name: "These texts are ours" }).click();
  await expect(step(/^Company Done/)).toBeVisible();
  await expect(main.getByRole("list", { name: "What was said" })).toContainText(people.admin.email);
  await main.getByRole("button", { name: "Next: Logo" }).click();
  await expect(step(/^Logo/)).toBeFocused();
  await main.getByRole("button", { name: "We have no logo" }).click();
  await expect(step(/^Logo Done/)).toBeVisible();

  await page.goto("/admin/dashboard");
  await expect(head).toContainText("2 of 12 steps are done");
  await head.getByRole("link").click();
  await expect(step(/^Color/)).toHaveAttribute("aria-expanded", "true");
});

test("each text that is left leads to its field; what was said can be taken back", async ({
  page,
  expectConsole,
  expectAccessible,
}) => {
  expectConsole(/status of 400/);
  await page.goto(`${SCREEN}?step=words`);
  const main = page.getByRole("main");
  const heading = page.getByRole("heading", { level: 3, name: "Home page" });
  const home = main.getByRole("listitem").filter({ has: heading }).last();
  await home.getByRole("button", { name: /^These texts fit us/ }).click();
  // Those that name the demo company are nobody's but its own.
  await expect(home).toContainText(/^Home page2 of \d+ texts are still Evergreen's/);
  await home.getByText("Show them").click();
  await inspect(page, "first-hour-texts", expectAccessible);

  const refused = (call: string) =>
    page.route(`**/rpc/${call}`, (route) => route.fulfill({ status: 400, json: { code: "x" } }));
  await refused("first_hour_say");
  await home
    .getByRole("button", { name: /^Keep it all the same/ })
    .first()
    .click();
  await expect(page.getByText(/^Failed to keep that/)).toBeVisible();
  await refused("first_hour_take_back");
  const back = main.getByRole("button", { name: /^Take back.*Home page/ });
  await back.click();
  await expect(page.getByText(/^Failed to take that back/)).toBeVisible();
  await page.unroute("**/rpc/first_hour_take_back");
  await back.click();
  await expect(home).toContainText(/^Home page\d\d of/);

  await home.getByRole("link", { name: "Home › Hero › Subtitle" }).click();
  await expect(page.getByRole("textbox", { name: "Hero: Subtitle" })).toBeFocused();
});

test("the dashboard's head goes when nothing of the demo is public, and the screen when it is put away", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/);
  const CALL = "**/rest/v1/team_members?*";
  await page.route(CALL, (route) => route.fulfill({ status: 400, json: { code: "x" } }));
  await page.goto("/admin/dashboard");
  await expect(page.getByText(/^Failed to count what is still the demo's/)).toBeVisible();
  await page.unroute(CALL);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("region", { name: "Make it yours" }).getByRole("link").click();

  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Keep all that is left…" }).click();
  const question = page.getByRole("alertdialog", { name: "Is all of this yours?" });
  await expect(question).toContainText(/\d+ of them name Evergreen/);
  await question.getByRole("button", { name: "Keep all" }).click();
  await expect(main.getByRole("status").first()).toContainText(
    "Nothing of Evergreen is public any more12 of 12 steps are done",
  );
  const nav = page.getByRole("navigation", { name: "Admin" });
  await nav.getByRole("link", { name: "Dashboard" }).click();
  await expect(main.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(main.getByText(/still Evergreen's|what is still the demo's/)).toHaveCount(0);

  await nav.getByRole("link", { name: "Make It Yours" }).click();
  await main.getByRole("button", { name: "Put this screen away" }).click();
  await expect(main.getByText(/^Put away by /)).toBeVisible();
  await expect(nav.getByRole("link", { name: "Make It Yours" })).toHaveCount(0);
});
