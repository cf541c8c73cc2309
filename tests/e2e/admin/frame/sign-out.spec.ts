import type { Page, Request } from "@playwright/test";
import { fromNow, MINUTE } from "#tests/support/clock.ts";
import { expect, people, test } from "../../fixture.ts";
import { shows } from "../../shows.ts";
import { begin, goesTo, liveTitle, title } from "../changes/set-steps.ts";
import { actAfterSessionEnds, hold, holdWrite, toasts } from "../steps.ts";

/** On the sign-in page that a sign-out led to, without loading it again. */
async function signInHere(page: Page) {
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill(people.admin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("link", { name: /^New leads/ })).toBeVisible();
}

test("signs out even when the server refuses", async ({ page, signIn, expectConsole }) => {
  expectConsole(/status of 500/);
  await signIn();
  await page.goto("/admin/dashboard");
  await page.route("**/auth/v1/logout**", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(toasts(page).getByText("You're signed out in this browser")).toBeVisible();
  await expect(toasts(page).getByText("The server couldn't end the session: ")).toBeVisible();
  await expect(page.getByText("Failed to sign out")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/admin\/login\?to=/);
});

test("signs in again before the server answered the sign-out", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/content?tab=why-us");
  await expect(page.getByRole("heading", { name: "Content Editor" })).toBeVisible();
  const logout = await hold(page, "**/auth/v1/logout**");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await signInHere(page);
  await page.getByRole("link", { name: "Media Library" }).click();
  const ended = page.waitForResponse("**/auth/v1/logout**");
  logout.release();
  await ended;
  await expect(toasts(page).getByText("Successfully signed out")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/media/);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Latest changes" })).toBeVisible();
});

test("reports a sign-out that can't clear the session", async ({ page, signIn }) => {
  const reads = new Set<Request>();
  page.on("request", (request) => request.url().includes("/rest/v1/") && reads.add(request));
  page.on("requestfinished", (request) => reads.delete(request));
  page.on("requestfailed", (request) => reads.delete(request));
  await signIn();
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("link", { name: /^New leads/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Latest changes" })).toBeVisible();
  await expect(page.getByText("Loading the latest changes…")).toHaveCount(0);
  // The server will have ended the session and would refuse the screen's later requests. So none is answered.
  const unanswered = new Set<Request>();
  await page.route("**/rest/v1/**", (route) => void unanswered.add(route.request()));
  await expect.poll(() => [...reads].every((read) => unanswered.has(read))).toBe(true);
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new Error("The disk is full");
    };
  });
  await page.getByRole("button", { name: "Sign Out" }).click();
  await shows(toasts(page), "auth.signOutFailed", async () => {
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).toContain("access_token");
  });
});

test("signs out once when pressed again during the last save", async ({ page, site, signIn }) => {
  await site.sql`delete from change_sets`;
  await signIn();
  await page.goto("/admin/content?tab=home");
  const save = await holdWrite(page, "site_content");
  const logout = await hold(page, "**/auth/v1/logout**");
  await title(page).fill("The last words");
  const signOut = page.getByRole("button", { name: "Sign Out" });
  // Signing out waits for the last saves for a few seconds only.
  await page.clock.pauseAt(fromNow(MINUTE));
  await signOut.click();
  await save.asked();
  await signOut.click();
  save.goOn();
  await page.clock.resume();
  await signInHere(page);
  await page.getByRole("link", { name: "Content Editor" }).click();
  await begin(page);
  logout.release();
  await expect(toasts(page).getByText("Successfully signed out")).toBeVisible();
  await expect(goesTo(page)).not.toHaveValue("");
  expect(await liveTitle(site)).toBe("The last words");
});

test("leaves the set too when an ended session is left", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 40[013]/);
  await site.sql`delete from change_sets`;
  await signIn();
  await page.goto("/admin/content?tab=home");
  await begin(page);
  await title(page).fill("Typed in the set");
  await actAfterSessionEnds(site, title(page), "blur");
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  await ended.getByRole("button", { name: "Leave and sign out" }).click();
  await expect(toasts(page).getByText("Successfully signed out")).toBeVisible();
  await signInHere(page);
  await page.getByRole("link", { name: "Content Editor" }).click();
  await expect(goesTo(page)).toHaveValue("");
  await expect(title(page)).not.toHaveValue("Typed in the set");
});

test("stays signed out when an earlier sign-in is answered late", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 40[013]/);
  await signIn();
  await page.goto("/admin/content?tab=home");
  await title(page).fill("Typed before the end");
  await actAfterSessionEnds(site, title(page), "blur");
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  await ended.getByLabel("Password", { exact: true }).fill(people.admin.password);
  const signingIn = page.waitForRequest("**/auth/v1/token?grant_type=password");
  const answer = await hold(page, "**/auth/v1/token?grant_type=password");
  await ended.getByRole("button", { name: "Sign In" }).click();
  const request = await signingIn;
  await ended.getByRole("button", { name: "Leave and sign out" }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
  answer.release();
  await expect.poll(() => request.failure()?.errorText).toBe("net::ERR_ABORTED");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("access_token");
});
