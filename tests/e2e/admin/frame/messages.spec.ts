import type { Page } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { shows } from "../../shows.ts";
import { toasts } from "../steps.ts";

/** Rule X-1: messages that no other journey reaches. */

async function signUp(page: Page, name = "Ada Brooks") {
  await page.goto("/admin/login?tab=sign-up");
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("hand-truck-9");
  await page.getByRole("button", { name: "Sign Up" }).click();
}

test("shows a sign-up's progress, and why it failed", async ({ page, expectConsole }) => {
  expectConsole(/status of (500|422|429)/);
  const answers = [
    { status: 500, json: {} },
    {
      status: 422,
      json: {
        error_code: "weak_password",
        msg: "Password is known to be weak",
        weak_password: { reasons: ["characters", "pwned", "length"] },
      },
    },
    {
      status: 429,
      json: { error_code: "over_request_rate_limit", msg: "Too many accounts. Wait a minute." },
    },
  ];
  const held = Promise.withResolvers<void>();
  await page.route("**/auth/v1/signup**", async (route) => {
    await held.promise;
    await route.fulfill(answers.shift());
  });
  const alert = page.getByRole("form", { name: "Sign up" }).getByRole("alert");
  await signUp(page, "x".repeat(101));
  await expect(alert).toHaveText("Name can have at most 100 characters");
  await expect(page.getByLabel("Full name")).toHaveValue("x".repeat(101));
  await signUp(page);
  await expect(page.getByRole("button", { name: "Creating account..." })).toBeDisabled();
  held.resolve();
  await expect(alert).toHaveText("Failed to sign up");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(alert).toHaveText(
    "Password must include lowercase and uppercase letters, digits and symbols. This password appeared in a data leak. Choose another one. Password must be at least 6 characters long",
  );
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(alert).toHaveText("Too many accounts. Wait a minute");
  await expect(page.getByLabel("Full name")).toHaveValue("Ada Brooks");
});

test("a server that answers 502, 503 or 504 is busy, in those words", async ({
  page,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 50/);
  const busy = "The server is busy. Please try again in a moment";
  let status = 0;
  const refuse = (url: string) =>
    page.route(url, (route) => route.fulfill({ status, body: "no JSON" }));
  await refuse("**/auth/v1/token**");
  for (status of [502, 503, 504]) {
    await page.goto("/admin/login");
    await page.getByLabel("Email").fill("admin@example.com");
    await page.getByLabel("Password", { exact: true }).fill("pallet-jack-42");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("alert").filter({ hasText: busy }), String(status)).toBeVisible();
  }
  await page.unroute("**/auth/v1/token**");
  await signIn();
  await refuse("**/rest/v1/site_settings*");
  for (status of [502, 503, 504]) {
    await page.goto("/admin/settings");
    await expect(page.getByText(`Failed to load settings: ${busy}`), String(status)).toBeVisible();
  }
});

test("renews an invalid token, and continues", async ({ page, signIn, expectConsole }) => {
  expectConsole(/status of 401/);
  await signIn();
  const answer = {
    status: 401,
    json: { code: "PGRST301", message: "JWT cryptographic operation failed" },
  };
  await page.route("**/rest/v1/site_settings*", (route) => route.fulfill(answer));
  const renewed = page.waitForResponse("**/auth/v1/token?grant_type=refresh_token");
  await page.goto("/admin/settings");
  await expect(
    page.getByText("Failed to load settings: Your session has ended. Please sign in again"),
  ).toBeVisible();
  expect((await renewed).status()).toBe(200);
  await page.unroute("**/rest/v1/site_settings*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Company name")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("reports notes that can't be read or deleted", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  const [row] = await site.sql`
    insert into contact_submissions (name, email, monthly_volume, platforms, mail_next_attempt_at)
    values ('Ana Ruiz', 'ana@example.com', '0-50', '{Etsy}', null) returning id`;
  await signIn();
  await page.route("**/rest/v1/submission_notes*", (route) => route.fulfill({ status: 500 }));
  await page.goto(`/admin/contact-manager?open=${row?.id}`);
  await expect(page.getByText("Failed to load notes")).toBeVisible();
  await page.unroute("**/rest/v1/submission_notes*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel("Add a note").fill("Called back.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(toasts(page).getByText("Note added")).toBeVisible();

  await page.route("**/rest/v1/submission_notes*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 500 }) : route.continue(),
  );
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Delete note" }).click();
  await expect(toasts(page).getByText("Failed to delete note")).toBeVisible();
  await expect(page.getByText("Called back.")).toBeVisible();
  await site.sql`delete from contact_submissions`;
});

test("an address that can't be copied is shown instead", async ({ page, site, signIn }) => {
  await site.sql`insert into media_library
    (filename, original_filename, file_path, file_size, mime_type)
    values ('1.pdf', 'rates.pdf', 'uploads/1.pdf', 3, 'application/pdf')`;
  await signIn();
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await page.goto("/admin/media");
  await page.getByRole("button", { name: "Copy URL" }).click();
  await shows(toasts(page), "media.copyFailed", async () => {
    await expect(toasts(page).getByText(/\/media\/uploads\/1\.pdf$/)).toBeVisible();
  });
  await site.sql`delete from media_library`;
});
