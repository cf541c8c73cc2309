import { MESSAGES } from "#app/lib/errors/messages.ts";
import { expect, people, test } from "../../fixture.ts";
import { shows } from "../../shows.ts";
import { mailedLinks, newestLink } from "./users-steps.ts";

test("sends a link to /admin on sign-up", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  await page.goto("/admin/login?tab=sign-up");
  await page.getByLabel("Full name").fill("Ada Brooks");
  await page.getByLabel("Email").fill("ada@example.com");
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toHaveAccessibleDescription(
    "At least 6 characters. You'll enter it again when you open the link we email you. That confirms the email address is yours.",
  );
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
  await expect(page.getByText(MESSAGES.auth.mailed("ada@example.com"))).toBeVisible();
  await expectAccessible();
  const link = await newestLink(site, "ada@example.com", 1);
  await site.sql`insert into admins (user_id) select id from auth.users where email = 'ada@example.com'`;
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  await expect(
    page.getByText("Enter a password to finish. It replaces the one from sign-up."),
  ).toBeVisible();
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

test("a forgotten password is replaced by a mailed link", async ({
  page,
  anotherSite,
  expectAccessible,
  expectConsole,
}) => {
  const site = await anotherSite();
  await page.goto(`${site.url}/admin/login`);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // The form before it has such a field, too.
  const form = page.getByRole("form", { name: "Forgot password" });
  await form.getByLabel("Email").fill(people.admin.email);
  await form.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText(`If ${people.admin.email} belongs to an account`)).toBeVisible();
  await expectAccessible();

  await page.goto(await newestLink(site, people.admin.email, 1));
  const password = page.getByRole("textbox", { name: "New password" });
  await expect(
    page.getByText("At least 6 characters. Team members: at least 10, and not a common password."),
  ).toBeVisible();
  await password.fill("abc");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Password must be at least 6 characters long.")).toBeVisible();
  await expectAccessible();
  expectConsole(/status of 4(00|22)/);
  await password.fill("password123");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("alert")).toContainText("common and easy to guess");
  // The link is used up now, and sets a password for 15 minutes.
  await site.sql`update auth.sessions set created_at = now() - interval '16 minutes'`;
  await password.fill("tape-gun-2026");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("heading", { name: "This link can't be used" })).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(people.admin.email);
  await page.getByRole("button", { name: "Send a new link" }).click();

  await page.goto(await newestLink(site, people.admin.email, 2));
  await password.fill("tape-gun-2026");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill("tape-gun-2026");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard/);
});

test("explains an unusable link, and sends another one", async ({
  page,
  context,
  site,
  signInByScreen,
  expectConsole,
  expectAccessible,
}) => {
  expectConsole(/status of 403|ERR_INTERNET_DISCONNECTED/);
  await page.goto("/admin/confirm");
  await expect(page.getByText("Part of it is missing.")).toBeVisible();
  await expectAccessible();

  await signInByScreen();
  await page.goto("/admin/confirm?token_hash=no-such-link&type=recovery");
  await expect(page.getByText(`You're signed in as ${people.admin.email}.`)).toBeVisible();
  await page.getByRole("textbox", { name: "New password" }).fill("tape-gun-2026");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("You're offline. Please check your connection")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("heading", { name: "This link can't be used" })).toBeVisible();
  await expectAccessible();
  const before = (await mailedLinks(site, people.stranger.email)).length;
  await page.getByRole("textbox", { name: "Email" }).fill(people.stranger.email);
  await page.getByRole("button", { name: "Send a new link" }).click();
  await expect(page.getByText(`If ${people.stranger.email} belongs to an account`)).toBeVisible();
  await newestLink(site, people.stranger.email, before + 1);

  await page.goto("/admin/confirm?token_hash=no-such-link&type=signup");
  await page.getByRole("textbox", { name: "Password" }).fill("tape-gun-2026");
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(people.stranger.email);
  await page.getByRole("button", { name: "Send a new link" }).click();
  await expect(
    page.getByText(`If ${people.stranger.email} belongs to an unconfirmed account`),
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

test("replaces a stranger's words in the address by our own sentence", async ({ page }) => {
  const words = "Your+account+is+locked.+Call+555+0100";
  for (const [hash, said] of [
    [`error=access_denied&error_code=otp_expired&error_description=${words}`, "has expired or was"],
    [`error=${words}&error_description=${words}`, "This link didn't work"],
  ]) {
    await page.goto("about:blank");
    await page.goto(`/admin/login?tab=sign-in#${hash}`);
    await expect(page.getByRole("alert").filter({ hasText: said })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/login\?tab=sign-in$/);
    await expect(page.getByText("555")).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    await expect(page.getByText(String(said))).toHaveCount(0);
  }
});
