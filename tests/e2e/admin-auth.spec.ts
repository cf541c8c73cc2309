import type { Page, Route } from "@playwright/test";
import { startSite } from "#tests/support/site.ts";
import { expect, PHONE, people, test } from "./fixture.ts";
import { shows } from "./shows.ts";

const signInForm = (page: Page) => page.getByRole("form", { name: "Sign in", exact: true });

/** The link in the newest message to `address`. */
async function mailedLink(
  outbox: () => Promise<{ to?: { address?: string }[]; html?: string }[]>,
  address: string,
) {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mail = (await outbox()).findLast(({ to }) =>
        to?.some((one) => one.address === address),
      );
      link = /href="([^"]+)"/.exec(mail?.html ?? "")?.[1]?.replaceAll("&amp;", "&");
      return link;
    })
    .toBeTruthy();
  return link as string;
}

test("both tabs are in the address, and empty fields are told", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/admin/login");
  await expect(page.getByRole("heading", { name: "Admin" })).toBeVisible();
  await expect(page.getByText("Content Management System")).toBeVisible();
  await expectAccessible();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole("button", { name: "Sign In" }).click();
  await shows(page.getByRole("alert"), "auth.missing", async () => {
    expect(asked.filter((path) => path.startsWith("/auth/"))).toEqual([]);
  });
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(/tab=sign-up/);
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign Up" })).toBeVisible();
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Please fill in all fields")).toBeVisible();
  await expectAccessible();
});

test("a wrong password is told in the server's words, a dead server in ours", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400|Failed to load resource/);
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
  await page.route("**/auth/v1/token**", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Failed to sign in")).toBeVisible();
});

test("a person lands where they were going, and goes out again", async ({
  page,
  signInByScreen,
}) => {
  await page.goto("/admin/content?tab=why-us");
  await expect(page).toHaveURL(/\/admin\/login\?to=/);
  await signInForm(page).getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill(people.admin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Successfully signed in!")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/content\?tab=why-us/);
  await page.goto("/admin/login");
  await expect(page).toHaveURL(/\/admin\/dashboard/);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByText("Successfully signed out")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.goto("/admin/login?to=https://elsewhere.example/admin");
  await signInByScreen();
});

test("while signing in the button says so and can't be pressed again", async ({ page }) => {
  let asked = 0;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/auth/v1/token**", async (route) => {
    asked++;
    await held;
    await route.continue();
  });
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill(people.admin.password);
  await page.getByRole("button", { name: "Sign In" }).dblclick();
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
  answer();
  await expect(page).toHaveURL(/\/admin\/dashboard/);
  expect(asked).toBe(1);
});

const waits = (page: Page) =>
  page.getByRole("heading", { name: "Your account waits for an admin." });

test("someone who is no admin reads what they wait for, and is let in once an admin says so", async ({
  page,
  site,
  signInByScreen,
  expectAccessible,
}) => {
  await signInByScreen("stranger");
  await expect(waits(page)).toBeVisible();
  await expect(page.getByText(people.stranger.email)).toBeVisible();
  await expect(page.getByRole("link", { name: "Dashboard" })).toHaveCount(0);
  await expectAccessible();
  await page.goto("/admin/content");
  await expect(waits(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the website" })).toHaveAttribute(
    "href",
    "/",
  );
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${people.stranger.email}`;
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("heading", { name: "Content Editor" })).toBeVisible();
  await site.sql`delete from admins using auth.users
    where id = user_id and email = ${people.stranger.email}`;
  await page.reload();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
});

test("no answer is no no: nobody is let in or sent away, and it is asked again", async ({
  page,
  signInByScreen,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/Error checking admin status:|50[03]|ERR_FAILED/);
  await signInByScreen();
  const answers: ((route: Route) => Promise<void>)[] = [
    (route) => route.fulfill({ status: 503, body: "{}" }),
    (route) => route.fulfill({ status: 500, body: "{}" }),
    (route) => route.abort(),
  ];
  for (const answer of answers) {
    await page.route("**/rpc/is_admin_user", answer);
    const logged = page.waitForEvent("console", (message) =>
      message.text().startsWith("Error checking admin status:"),
    );
    await page.goto("/admin/content");
    await logged;
    await expect(page.getByRole("heading", { name: "Checking your access…" })).toBeVisible();
    await expect(page.getByText("The server does not answer; trying again.")).toBeVisible();
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/content$/);
    if (answer === answers[0]) await expectAccessible();
    await page.unroute("**/rpc/is_admin_user");
    await expect(page.getByRole("heading", { name: "Content Editor" })).toBeVisible();
  }
});

test("a busy server is left alone as long as it asks for, unless the person wants to know now", async ({
  page,
  signInByScreen,
  expectConsole,
}) => {
  expectConsole(/Error checking admin status:|503/);
  await signInByScreen();
  let asked = 0;
  await page.route("**/rpc/is_admin_user", async (route) => {
    asked += 1;
    await route.fulfill({ status: 503, body: "{}", headers: { "retry-after": "60" } });
  });
  await page.clock.install();
  await page.goto("/admin");
  const retry = page.getByRole("button", { name: "Retry" });
  await expect(retry).toBeEnabled();
  // The screen before this one may have asked as well, on its way out.
  const before = asked;
  await page.clock.runFor(50_000);
  expect(asked).toBe(before);
  await page.clock.runFor(15_000);
  await expect.poll(() => asked).toBe(before + 1);
  await expect(retry).toBeEnabled();
  await page.unroute("**/rpc/is_admin_user");
  await retry.click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

test("signing up sends a link that comes back to /admin", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  await page.goto("/admin/login?tab=sign-up");
  await page.getByLabel("Full name").fill("Ada Brooks");
  await page.getByLabel("Email").fill("ada@example.com");
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toHaveAccessibleDescription("At least 6 characters");
  expectConsole(/422/);
  await password.fill("abc");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("form", { name: "Sign up" }).getByRole("alert")).toHaveText(
    "Password must be at least 6 characters long",
  );
  await password.fill("hand-truck-9");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(
    page.getByText("Account created successfully! Please check your email to confirm."),
  ).toBeVisible();
  await expectAccessible();
  const link = await mailedLink(site.outbox, "ada@example.com");
  await site.sql`insert into admins (user_id) select id from auth.users where email = 'ada@example.com'`;
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/confirm$/);
  await page.reload();
  await page.getByLabel("Password", { exact: true }).fill("chosen-here-9");
  await page.getByRole("button", { name: "Confirm and sign in" }).dblclick();
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  await expect(page.getByText("Welcome, Ada Brooks")).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);

  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
  expectConsole(/422|40[03]/);
  await page.route("**/auth/v1/signup**", (route) =>
    route.fulfill({
      status: 422,
      json: { code: 422, error_code: "user_already_exists", msg: "User already registered" },
    }),
  );
  await page.goto("/admin/login?tab=sign-up");
  await page.getByLabel("Full name").fill("Ada Brooks");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("hand-truck-9");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("User already exists. Please sign in instead.")).toBeVisible();
});

test("a forgotten password is replaced by a mailed link", async ({ page, expectAccessible }) => {
  const site = await startSite(process.env.TEST_CLUSTER_URL ?? "");
  await page.goto(`${site.url}/admin/login`);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText(`If ${people.admin.email} belongs to an account`)).toBeVisible();
  await expectAccessible();

  await page.goto(await mailedLink(site.outbox, people.admin.email));
  const password = page.getByRole("textbox", { name: "New password" });
  await expect(page.getByText("At least 6 characters")).toBeVisible();
  await password.fill("abc");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Password must be at least 6 characters long.")).toBeVisible();
  await expectAccessible();
  await password.fill("tape-gun-2026");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill("tape-gun-2026");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard/);
  await page.goto("about:blank");
  await site.stop();
});

test("a link that can't be used says so, and sends another one", async ({
  page,
  context,
  site,
  signInByScreen,
  expectConsole,
  expectAccessible,
}) => {
  expectConsole(/status of 403|ERR_INTERNET_DISCONNECTED/);
  await page.goto("/admin/confirm");
  await expect(page.getByText("A part of it is missing.")).toBeVisible();
  await expectAccessible();

  await signInByScreen();
  await page.goto("/admin/confirm?token_hash=no-such-link&type=recovery");
  await expect(page.getByText(`You are signed in as ${people.admin.email}.`)).toBeVisible();
  await page.getByRole("textbox", { name: "New password" }).fill("tape-gun-2026");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("You're offline, please check your connection")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("heading", { name: "This link can't be used" })).toBeVisible();
  await expectAccessible();
  const mailed = async () =>
    (await site.outbox()).filter(({ to }) => to?.[0]?.address === people.stranger.email).length;
  const before = await mailed();
  await page.getByRole("textbox", { name: "Email" }).fill(people.stranger.email);
  await page.getByRole("button", { name: "Send a new link" }).click();
  await expect(page.getByText(`If ${people.stranger.email} belongs to an account`)).toBeVisible();
  await expect.poll(mailed).toBe(before + 1);

  await page.goto("/admin/confirm?token_hash=no-such-link&type=signup");
  await page.getByRole("textbox", { name: "Password" }).fill("tape-gun-2026");
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(people.stranger.email);
  await page.getByRole("button", { name: "Send a new link" }).click();
  await expect(
    page.getByText(`If ${people.stranger.email} belongs to an account that waits`),
  ).toBeVisible();

  await page.goto("/admin/confirm?token_hash=no-such-link&type=invite");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const form = page.getByRole("form", { name: "Accept your invitation" });
  await page.getByLabel("Password", { exact: true }).fill("too-short");
  await page.getByRole("button", { name: "Accept and sign in" }).click();
  const unasked = async () => expect(asked.filter((path) => path.startsWith("/auth/"))).toEqual([]);
  await shows(form.getByRole("alert"), "users.passwordShorter", unasked, 10);
  await page.getByLabel("Password", { exact: true }).fill("long-enough-now");
  await page.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(page.getByText("Ask the person who invited you")).toBeVisible();
});

test("too many tries are told in a sentence", async ({ page, expectConsole }) => {
  expectConsole(/400|429/);
  const site = await startSite(process.env.TEST_CLUSTER_URL ?? "", { RATE_LIMITS: "on" });
  await page.goto(`${site.url}/admin/login`);
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  const alert = signInForm(page).getByRole("alert");
  await expect(async () => {
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(alert).toHaveText(/too many|wait|try again/i, { timeout: 500 });
  }).toPass();
  await page.goto("about:blank");
  await site.stop();
});

test("the sign-in page on a phone, in the dark", async ({ page, expectAccessible }) => {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/admin/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  await expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});
