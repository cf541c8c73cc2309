import type { Page } from "@playwright/test";
import type { Site } from "#tests/support/site.ts";
import { expect, people, test } from "../../fixture.ts";
import { inspect, inspectHere } from "../../pictures.ts";
import { answered, countRequests, hold, pressTwice, signInAgain, toasts } from "../steps.ts";

const SCREEN = "/admin/account";
const { admin, stranger } = people;
const OTHER = "tape-gun-2026";

const sessions = (page: Page) => page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
const form = (page: Page, name: string) => page.getByRole("form", { name });
const userOf = async ({ sql }: Site, email: string) =>
  (
    await sql`select encrypted_password as hash, raw_user_meta_data ->> 'full_name' as name
      from auth.users where email = ${email}`
  )[0];

async function open(page: Page) {
  await page.goto(SCREEN);
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await expect(sessions(page).first()).toBeVisible();
}

let hash: string;
test.beforeEach(async ({ site }) => {
  hash ??= (await userOf(site, admin.email))?.hash;
  await site.sql`delete from auth.sessions`;
});
test.afterEach(
  ({ site }) => site.sql`
    update auth.users set encrypted_password = ${hash},
      raw_user_meta_data = raw_user_meta_data - 'full_name'
    where email = ${admin.email}`,
);

test("changes the name, which the menu shows at once", async ({
  page,
  site,
  context,
  signIn,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await signIn();
  await page.goto("/admin");
  await page.getByRole("main").getByRole("link", { name: "Your account" }).click();
  await expect(page).toHaveURL(SCREEN);
  const name = page.getByLabel("Full name");
  const save = page.getByRole("button", { name: "Save name" });
  await name.fill("   ");
  await save.click();
  await expect(page.getByText("Please enter your name.")).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill("x".repeat(101));
  await save.click();
  await expect(page.getByText("Name can have at most 100 characters")).toBeVisible();

  await name.fill("Wren Castellane");
  await context.setOffline(true);
  await save.click();
  await expect(
    toasts(page).getByText(/^Failed to update your name: You're offline|^You're offline/),
  ).toBeVisible();
  await expect(name).toHaveValue("Wren Castellane");
  await context.setOffline(false);
  await save.dblclick();
  await expect(toasts(page).getByText("Name updated")).toBeVisible();
  const menu = page.getByRole("link", { name: /^Your account: Wren Castellane/i });
  await expect(menu).toHaveAttribute("aria-current", "page");
  expect((await userOf(site, admin.email))?.name).toBe("Wren Castellane");

  // What is typed while a name is being saved stays in the field.
  const write = await hold(page, "**/auth/v1/user", (request) => request.method() === "PUT");
  await name.fill("Wren Castell");
  await save.click();
  await name.fill("Wren Castell-Ana");
  write.release();
  await expect(page.getByRole("link", { name: /^Your account: Wren Castell /i })).toBeVisible();
  await expect(name).toHaveValue("Wren Castell-Ana");

  await name.fill("Not saved");
  await page.getByRole("navigation", { name: "Admin" }).getByText("Dashboard").click();
  await expect(page.getByText("Your changes aren't saved and will be lost.")).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL(/dashboard/);
});

test("changes the password only with the current one, and signs out the other browser", async ({
  page,
  site,
  context,
  signIn,
  anotherBrowser,
  expectConsole,
}) => {
  expectConsole(/status of (4(0[0-3]|22))|ERR_INTERNET_DISCONNECTED/);
  const desk = await (await anotherBrowser()).newPage();
  await signIn("admin", desk);
  await desk.goto("/admin/seo");
  await expect(desk.getByRole("button", { name: "Run Analysis" }).first()).toBeVisible();

  await signIn();
  await open(page);
  const current = page.getByLabel("Current password");
  const password = page.getByRole("textbox", { name: "New password" });
  const change = page.getByRole("button", { name: "Change password" });
  await change.click();
  await expect(page.getByText("Please enter your current password.")).toBeVisible();
  await expect(page.getByText("Please enter a new password.")).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill("not this one");
  await password.fill("too-short");
  await change.click();
  await expect(page.getByText("Password must be at least 10 characters long.")).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(OTHER);
  await change.click();
  await expect(form(page, "Password").getByText(/current password isn't right/)).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill(admin.password);
  await password.fill("password123");
  await change.click();
  await expect(form(page, "Password").getByText(/This password is common/)).toBeVisible();
  expect((await userOf(site, admin.email))?.hash).toBe(hash);

  await password.fill(OTHER);
  await context.setOffline(true);
  await change.click();
  await expect(toasts(page).getByText("Failed to change your password").first()).toBeVisible();
  await context.setOffline(false);
  await change.dblclick();
  await expect(toasts(page).getByText("Password changed", { exact: true })).toBeVisible();
  await expect(toasts(page).getByText("You're signed out everywhere else.")).toBeVisible();
  await expect(current).toHaveValue("");
  await expect(sessions(page)).toHaveCount(1);

  await desk.getByRole("navigation", { name: "Admin" }).getByText("Users").dispatchEvent("click");
  await signInAgain(desk, OTHER);
  await expect(desk.getByRole("heading", { name: "User Management" })).toBeVisible();
});

test("a late refusal of the password leaves the focus in another card", async ({
  page,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 4(00|22)/);
  await signIn();
  await open(page);
  const change = await hold(page, "**/auth/v1/user", (request) => request.method() === "PUT");
  await page.getByLabel("Current password").fill("not this one");
  await page.getByRole("textbox", { name: "New password" }).fill(OTHER);
  await page.getByRole("button", { name: "Change password" }).click();
  const name = page.getByLabel("Full name");
  await name.fill("Wren");
  change.release();
  await expect(form(page, "Password").getByText(/current password isn't right/)).toBeVisible();
  await page.keyboard.type(" Castellane");
  await expect(name).toHaveValue("Wren Castellane");
});

test("lists sessions, and signs out one of them", async ({
  page,
  site,
  signIn,
  anotherBrowser,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/status of 40[0-4]/);
  const desk = await (await anotherBrowser()).newPage();
  await signIn("admin", desk);
  await site.sql`update auth.sessions set ip = '192.168.1.20', created_at = now() - interval '20 days',
    refreshed_at = (now() - interval '3 days') at time zone 'utc',
    updated_at = now() - interval '3 days', user_agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'`;
  await desk.goto("/admin/seo");
  await expect(desk.getByRole("button", { name: "Run Analysis" }).first()).toBeVisible();
  await signIn();
  await open(page);
  await expect(sessions(page)).toHaveCount(2);
  await expect(sessions(page).first()).toContainText("This browser");
  await expect(sessions(page).first().getByRole("button")).toHaveCount(0);
  const phone = sessions(page).filter({ hasText: "Safari on iPhone" });
  await expect(phone).toContainText("Local network");
  await expect(phone).toContainText("Last seen 3 days ago");
  await inspect(page, "account", expectAccessible);

  const signOut = phone.getByRole("button", { name: /^Sign out Safari on iPhone/ });
  await signOut.click();
  const question = page.getByRole("alertdialog", { name: "Sign out Safari on iPhone?" });
  await inspectHere(page, "account-sign-out", expectAccessible);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(signOut).toBeFocused();
  await signOut.click();
  const ends = await countRequests(page, "**/rpc/my_session_end");
  await pressTwice(question.getByRole("button", { name: "Sign out" }));
  await expect(toasts(page).getByText("Signed out Safari on iPhone")).toBeVisible();
  await expect(sessions(page)).toHaveCount(1);
  await expect(page.getByText("You're signed in only in this browser.")).toBeVisible();
  expect(ends()).toBe(1);

  // Its menu may have asked for new leads, and learned it, already: the question then covers the menu.
  const menu = desk.getByRole("navigation", { name: "Admin", includeHidden: true });
  await menu.getByText("Users").dispatchEvent("click");
  await signInAgain(desk);
  await expect(desk.getByRole("heading", { name: "User Management" })).toBeVisible();
});

test("signs out everywhere else", async ({ page, signIn, anotherBrowser, expectConsole }) => {
  expectConsole(/status of 40[0-3]|ERR_INTERNET_DISCONNECTED/);
  const desk = await (await anotherBrowser()).newPage();
  await signIn("admin", desk);
  await desk.goto("/admin/seo");
  await expect(desk.getByRole("button", { name: "Run Analysis" }).first()).toBeVisible();
  await signIn();
  await open(page);
  const everywhere = page.getByRole("button", { name: "Sign out everywhere else" });
  const question = page.getByRole("alertdialog", { name: "Sign out everywhere else?" });
  const confirm = question.getByRole("button", { name: "Sign out everywhere else" });
  await everywhere.click();
  await page.context().setOffline(true);
  await confirm.click();
  await expect(
    toasts(page)
      .getByText(/Failed to sign out everywhere else/)
      .first(),
  ).toBeVisible();
  await page.context().setOffline(false);
  await everywhere.click();
  await confirm.dblclick();
  await expect(toasts(page).getByText("Signed out everywhere else")).toBeVisible();
  await expect(everywhere).toBeHidden();
  await expect(page.getByText("You're signed in only in this browser.")).toBeVisible();
  await desk.reload();
  await expect(desk).toHaveURL(/\/admin\/login\?to=/);
});

test("an ended session signs nobody out, and says so", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 40[0-3]/);
  await signIn();
  await site.sql`insert into auth.sessions (id, user_id)
    select gen_random_uuid(), id from auth.users where email = ${admin.email}`;
  await open(page);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  // The act must be what is refused: after a refused read, the dialog would cover the question.
  await answered(page);
  await site.sql`delete from auth.sessions where tag is not null`;
  const question = page.getByRole("alertdialog", { name: "Sign out everywhere else?" });
  await question.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  await expect(page.getByText(/^Failed to sign out everywhere else/)).toBeVisible();
  await signInAgain(page);
  expect(await site.sql`select from auth.sessions where tag is null`).toHaveLength(1);
});

test("says why sessions can't be shown or ended", async ({ page, site, signIn, expectConsole }) => {
  expectConsole(/status of (404|500)/);
  await page.route("**/rpc/my_sessions", (route) => route.fulfill({ status: 500, body: "{}" }));
  await signIn();
  await site.sql`insert into auth.sessions (id, user_id)
    select gen_random_uuid(), id from auth.users where email = ${admin.email}`;
  await page.goto(SCREEN);
  await expect(page.getByText(/^Failed to load your sessions: /)).toBeVisible();
  await page.unroute("**/rpc/my_sessions");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(sessions(page)).toHaveCount(2);
  await sessions(page).last().getByRole("button").click();
  await site.sql`delete from auth.sessions where tag is null`;
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await expect(toasts(page).getByText(/^Failed to sign out that browser/)).toBeVisible();
  await expect(sessions(page)).toHaveCount(1);
});

test("editors open it too, and people who handle leads have their notices there", async ({
  page,
  site,
  signIn,
}) => {
  const digest = page.getByRole("switch", { name: "Email me a morning digest" });
  for (const [role, switches] of [
    ["editor", 0],
    ["sales", 1],
  ] as const) {
    await site.sql`insert into staff (user_id, is_editor, is_sales)
      select id, ${role === "editor"}, ${role === "sales"} from auth.users
      where email = ${stranger.email}
      on conflict (user_id) do update set is_editor = excluded.is_editor, is_sales = excluded.is_sales`;
    await signIn("stranger");
    await open(page);
    await expect(digest).toHaveCount(switches);
  }
  await expect(digest).toBeChecked();
  await digest.click();
  await expect(toasts(page).getByText("Morning digest turned off")).toBeVisible();
  const weekly = page.getByRole("switch", { name: "Email me the weekly report" });
  await expect(weekly).not.toBeChecked();
  await weekly.click();
  await expect(toasts(page).getByText("Weekly report turned on")).toBeVisible();
  await page.reload();
  await expect(weekly).toBeChecked();
  await weekly.click();
  await expect(toasts(page).getByText("Weekly report turned off")).toBeVisible();
  await site.sql`delete from staff`;
});
