import type { Page, Route } from "@playwright/test";
import type { Site } from "#tests/support/site.ts";
import { expect, people, test } from "../../fixture.ts";
import { shows } from "../../shows.ts";

const signInForm = (page: Page) => page.getByRole("form", { name: "Sign in", exact: true });

test("keeps the tab in the address, and reports empty fields", async ({
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

test("shows the server's message for a wrong password, ours without a server, and signs in once", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400|Failed to load resource/);
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Wrong email or password")).toBeVisible();
  await page.route("**/auth/v1/token**", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Failed to sign in")).toBeVisible();
  await page.unroute("**/auth/v1/token**");

  let asked = 0;
  const held = Promise.withResolvers<void>();
  await page.route("**/auth/v1/token**", async (route) => {
    asked++;
    await held.promise;
    await route.continue();
  });
  await page.getByLabel("Password", { exact: true }).fill(people.admin.password);
  await page.getByRole("button", { name: "Sign In" }).dblclick();
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
  held.resolve();
  await expect(page).toHaveURL(/\/admin\/dashboard/);
  expect(asked).toBe(1);
});

test("returns to the requested screen after sign-in, and signs out", async ({
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

/** Anyone who was ever an admin may read the history; this erases that they were. */
const neverAdmin = ({ sql }: Site) =>
  sql.begin(async (inside) => {
    await inside`set local session_replication_role = replica`;
    await inside`delete from history where table_name = 'admins'`;
  });

const waits = (page: Page) =>
  page.getByRole("heading", { name: "Your account is waiting for an admin." });

test("shows a person without rights what they wait for, and lets them in later", async ({
  page,
  site,
  signInByScreen,
  expectAccessible,
}) => {
  await neverAdmin(site);
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
  // Left, the screen requests nothing while they are no longer an admin.
  await page.goto("/");
  await site.sql`delete from admins using auth.users
    where id = user_id and email = ${people.stranger.email}`;
  await page.goto("/admin/content");
  await expect(page.getByRole("heading", { name: "Your access was removed." })).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
});

test("sends no refused request for an account without rights", async ({ page, site, signIn }) => {
  await neverAdmin(site);
  await signIn("stranger");
  const asked: string[] = [];
  const refused: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/rest/")) asked.push(pathname);
    if (response.status() >= 400) refused.push(`${response.status()} ${pathname}`);
  });
  for (const path of ["/admin", "/admin/contact-manager", "/admin/webhooks", "/admin/history"]) {
    await page.goto(path);
    await expect(waits(page)).toBeVisible();
  }
  expect(refused).toEqual([]);
  expect(new Set(asked)).toEqual(
    new Set(
      ["is_admin_user", "my_second_factor", "my_roles", "was_admin_user"].map(
        (name) => `/rest/v1/rpc/${name}`,
      ),
    ),
  );
});

test("retries a rights check without an answer", async ({
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
    await expect(page.getByText("The server isn't responding. Trying again…")).toBeVisible();
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/content$/);
    if (answer === answers[0]) await expectAccessible();
    await page.unroute("**/rpc/is_admin_user");
    await expect(page.getByRole("heading", { name: "Content Editor" })).toBeVisible();
  }
});

test("waits for a busy server's Retry-After, unless the person retries", async ({
  page,
  signInByScreen,
  expectConsole,
}) => {
  expectConsole(/Error checking admin status:|503/);
  await signInByScreen();
  let asked = 0;
  await page.route("**/rpc/is_admin_user", async (route) => {
    asked += 1;
    await route.fulfill({ status: 503, body: "{}", headers: { "retry-after": "300" } });
  });
  await page.clock.install();
  await page.goto("/admin");
  const retry = page.getByRole("button", { name: "Try again" });
  await expect(retry).toBeEnabled();
  // The previous screen may have sent one more request as it closed.
  const before = asked;
  // The clock also runs in real time, which has two minutes left.
  await page.clock.runFor(180_000);
  expect(asked).toBe(before);
  await page.clock.runFor(120_000);
  await expect.poll(() => asked).toBe(before + 1);
  await expect(retry).toBeEnabled();
  await page.unroute("**/rpc/is_admin_user");
  await retry.click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

test("reports too many attempts", async ({ page, anotherSite, expectConsole }) => {
  expectConsole(/400|429/);
  const site = await anotherSite({ RATE_LIMITS: "on" });
  await page.goto(`${site.url}/admin/login`);
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  const alert = signInForm(page).getByRole("alert");
  await expect(async () => {
    await page.getByRole("button", { name: "Sign In" }).click();
    // Not injected: The timeout of one try, which is repeated as often as needed.
    await expect(alert).toHaveText(/too many|wait|try again/i, { timeout: 500 });
  }).toPass();
});
