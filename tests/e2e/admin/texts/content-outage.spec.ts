import { stopTimeouts } from "../../contact/form.ts";
import { expect, test } from "../../fixture.ts";
import { shows } from "../../shows.ts";
import { giveRightsBack, takeRightsAway, toasts } from "../steps.ts";
import { open, saved, title } from "./content-steps.ts";

test.beforeEach(({ signIn }) => signIn());

test("keeps a text without a server, and saves it later", async ({
  page,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/ERR_FAILED/);
  // No automatic retry: during one, leaving doesn't ask.
  await stopTimeouts(page);
  await open(page);
  await page.route("**/rest/v1/site_content**", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await title(page).fill("Kept through the outage");
  await page.keyboard.press("Tab");
  await expect(
    page.getByRole("main").getByText(/^Failed to update content: The server can't be reached/),
  ).toBeVisible();
  await expectAccessible();

  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByText("Leave without saving?")).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("tab", { name: "Sourcing" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(title(page)).toHaveValue("Kept through the outage");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();

  await page.unroute("**/rest/v1/site_content**");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(saved(page)).toBeVisible();
  await expect(toasts(page).getByText("Your unsaved text is saved now")).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

test("saves two offline texts once each, also with a second tab", async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await open(page);
  const writes: string[] = [];
  // Only what reached the server: offline, an automatic retry may start at any moment.
  page.on("response", (response) => {
    const request = response.request();
    if (request.method() === "PATCH") writes.push(request.postData() ?? "");
  });
  await context.setOffline(true);
  await title(page).fill("Written in a tunnel");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByText(/You're offline/)).toHaveCount(1);
  await page.getByLabel("Hero: Subtitle", { exact: true }).fill("In the same tunnel");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByText(/You're offline/)).toHaveCount(2);
  await context.setOffline(false);
  await expect(saved(page)).toHaveCount(2);
  const texts = ["In the same tunnel", "Written in a tunnel"];
  await shows(toasts(page), "waiting.saved", async () => {
    const rows = await site.sql`select content_value from site_content
      where content_value = any (${texts}) order by 1`;
    expect(rows.map(({ content_value }) => content_value)).toEqual(texts);
  });
  expect(writes.toSorted()).toEqual(texts.map((text) => JSON.stringify({ content_value: text })));

  const second = await context.newPage();
  await open(second);
  await title(second).fill("From the second tab");
  await second.keyboard.press("Tab");
  await expect(saved(second)).toBeVisible();
  await title(page).fill("From the first tab");
  await page.keyboard.press("Tab");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("From the second tab");
  await page.keyboard.press("Escape");
  await expect(title(page)).toHaveValue("From the first tab");
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await dialog.getByRole("button", { name: "Use the saved version" }).dblclick();
  await expect(title(page)).toHaveValue("From the second tab");
  await expect(dialog).toBeHidden();
});

test("a text that someone else changed is not overwritten: both are shown, the person chooses", async ({
  page,
  site,
  expectAccessible,
}) => {
  await open(page);
  const change = (text: string) =>
    site.sql`update site_content set content_value = ${text} where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
  const stored = async () =>
    (
      await site.sql`select content_value from site_content where page_name = 'home' and section_name = 'hero' and content_key = 'title'`
    )[0]?.content_value;

  await change("From the other desk");
  await title(page).fill("From this desk");
  await page.keyboard.press("Tab");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("From this desk");
  await expect(dialog).toContainText("From the other desk");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Use the saved version" }).click();
  await expect(title(page)).toHaveValue("From the other desk");

  await change("From the other desk, again");
  await title(page).fill("From this desk, again");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Save your version" }).click();
  await expect(saved(page)).toBeVisible();
  expect(await stored()).toBe("From this desk, again");
});

test("reports lost rights during an edit, and loses nothing", async ({ page, site }) => {
  await open(page);
  await takeRightsAway(site, page);
  await title(page).fill("Written without rights");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByText("You no longer have access")).toBeVisible();
  await expect(title(page)).toHaveValue("Written without rights");
  await giveRightsBack(site);
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect(saved(page)).toBeVisible();
});

test("signs in again in place during an edit, and saves", async ({
  page,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/40[01]/);
  await open(page);
  await title(page).fill("Typed before the session ended");
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes("auth-token")) ?? "";
    const session = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(
      key,
      JSON.stringify({ ...session, expires_at: 1, refresh_token: "ended" }),
    );
  });
  await page.keyboard.press("Tab");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill("pallet-jack-42");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(saved(page)).toBeVisible();
  await expect(toasts(page).getByText("Your unsaved text is saved now")).toBeVisible();
  await expect(title(page)).toHaveValue("Typed before the session ended");
  await page.reload();
  await expect(title(page)).toHaveValue("Typed before the session ended");
});

test("reports a failed load with a retry", async ({ page, expectConsole }) => {
  expectConsole(/500/);
  await page.route("**/rest/v1/site_content**", (route) =>
    route.fulfill({ status: 500, body: "{}" }),
  );
  await page.goto("/admin/content");
  await expect(page.getByText(/^Failed to load content: /)).toBeVisible();
  await page.unroute("**/rest/v1/site_content**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(title(page)).toBeVisible();
});
