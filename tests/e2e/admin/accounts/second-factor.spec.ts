import type { Route } from "@playwright/test";
import { expect, settled, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { shows } from "../../shows.ts";
import { countRequests, pressTwice, toasts } from "../steps.ts";
import {
  codeField,
  codeOf,
  enterCode,
  enterPassword,
  giveApp,
  removeFactors,
} from "./second-factor-steps.ts";

const SETTINGS = "/admin/login?to=/admin/settings";
const REFUSED = /status of 4(0[0-4]|22)/;

test.beforeEach(({ site }) => removeFactors(site));

test("signs in with a code, and refuses a wrong one", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  expectConsole(REFUSED);
  const { key } = await giveApp(site);
  const isStillHalf = async () =>
    expect(await site.sql`select from auth.sessions where aal::text = 'aal1'`).toHaveLength(1);
  await page.goto(SETTINGS);
  await enterPassword(page);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code");
  await expect(page.getByRole("navigation", { name: "Admin" })).toHaveCount(0);
  await expect(toasts(page).getByText("Successfully signed in!")).toHaveCount(0);
  await inspect(page, "second-factor-code", expectAccessible);

  const alert = page.getByRole("alert");
  await page.getByRole("button", { name: "Continue" }).click();
  await shows(alert, "secondFactor.codeMissing", isStillHalf);
  await enterCode(page, "12 34");
  await shows(alert, "secondFactor.codeShape", isStillHalf);
  const code = await codeOf(site, key);
  await enterCode(page, code === "000000" ? "000001" : "000000");
  await expect(alert).toContainText("That code isn't right or was already used.");
  await expect(codeField(page)).toBeFocused();
  await inspect(page, "second-factor-wrong-code", expectAccessible);

  await page.reload();
  await expect(codeField(page)).toBeFocused();
  // The first one may have expired during the checks.
  const current = await codeOf(site, key);
  await enterCode(page, `${current.slice(0, 3)} ${current.slice(3)}`);
  await expect(page.getByRole("heading", { level: 1, name: "Site Settings" })).toBeVisible();
  await expect(toasts(page).getByText("Successfully signed in!")).toBeVisible();
});

test("leaves the code step by Sign Out, and finishes it in another tab", async ({
  page,
  context,
  site,
}) => {
  const { key } = await giveApp(site);
  await page.goto("/admin/login");
  await enterPassword(page);
  await expect(codeField(page)).toBeVisible();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/login/);

  await enterPassword(page);
  await expect(codeField(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto("/admin/settings");
  // A check of the first tab is under way, and still says that a code is needed.
  const read = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const late = async (route: Route) => {
    const response = await route.fetch();
    read.resolve();
    await entered.promise;
    await route.fulfill({ response });
  };
  await page.route("**/rpc/my_second_factor", late, { times: 1 });
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await read.promise;
  await enterCode(other, await codeOf(site, key));
  await expect(other.getByRole("heading", { level: 1, name: "Site Settings" })).toBeVisible();
  entered.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await other.close();
});

test("signs in once with each recovery code", async ({ page, site, expectConsole }) => {
  expectConsole(REFUSED);
  const { codes } = await giveApp(site);
  const [first = "", second = ""] = codes;
  const enterRecovery = async (code: string) => {
    await page.getByRole("textbox", { name: "Recovery code" }).fill(code);
    await page.getByRole("button", { name: "Continue" }).dblclick();
  };
  await page.goto("/admin/login?to=/admin/account");
  await enterPassword(page);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await expect(page.getByRole("textbox", { name: "Recovery code" })).toBeFocused();
  await enterRecovery(first.toUpperCase());
  await expect(page.getByText("9 of 10 left.")).toBeVisible();

  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await enterPassword(page);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await enterRecovery(first);
  await expect(page.getByRole("alert")).toContainText(
    "That recovery code isn't right or was already used.",
  );
  await enterRecovery(second);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("sets up an app, and shows the recovery codes once", async ({
  page,
  site,
  context,
  signIn,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  expectConsole(REFUSED);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn();
  await page.goto("/admin/dashboard");
  await page.getByRole("main").getByRole("link", { name: "Your account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await inspect(page, "account-off", expectAccessible);

  await page.getByRole("button", { name: "Set up" }).dblclick();
  const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Authenticator app");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await page.reload();
  await dialog.getByRole("textbox", { name: "Name" }).fill("x".repeat(61));
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Name can have at most 60 characters");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Work phone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const picture = dialog.getByRole("img", { name: /QR code/ });
  await expect
    .poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0);
  const key = await dialog.getByRole("textbox", { name: "Key" }).inputValue();
  expect(key).toMatch(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/);
  await dialog.getByRole("button", { name: "Copy key" }).click();
  await shows(
    toasts(page),
    "copy.done",
    async () => {
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(key.replaceAll(" ", ""));
    },
    "Key",
  );
  await inspect(page, "account-scan", expectAccessible);
  await codeField(page).fill(await codeOf(site, key));
  await page.evaluate(holdFrames);
  await dialog.getByRole("button", { name: "Turn on" }).dblclick();

  const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(toasts(page).getByText("Authenticator app added")).toBeVisible();
  await expect(codes).toHaveCount(10);
  // In the frame after its focused button is gone, the dialog takes the focus. The heading gets it back.
  await page.evaluate(() => window.dispatchEvent(new Event("release-frames")));
  await page.evaluate(settled);
  await expect(dialog.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
  const shown = await codes.allInnerTexts();
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download as text" }).click();
  expect((await downloading).suggestedFilename()).toBe("recovery-codes.txt");
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await dialog.getByRole("button", { name: "Copy codes" }).click();
  await shows(toasts(page), "copy.failed", async () => {
    expect(await codes.allInnerTexts()).toEqual(shown);
  });
  await dialog.getByRole("button", { name: "Done" }).click();
  await shows(dialog.getByRole("alert"), "secondFactor.codesUnsaved", async () => {
    await expect(codes).toHaveCount(10);
  });
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Close without saving the codes?" });
  await question.getByRole("button", { name: "Stay here" }).click();
  await inspect(page, "account-recovery-codes", expectAccessible);
  await dialog.getByLabel("I've saved these codes").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();

  await expect(page.getByText("10 of 10 left.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Work phone" })).toContainText("Added");
  await inspect(page, "account-on", expectAccessible);
  await page.getByRole("button", { name: "Create new codes" }).click();
  const again = page.getByRole("dialog", { name: "New recovery codes" });
  const sets = await countRequests(page, "**/recovery-codes/regenerate");
  await site.sql`update auth.sessions set created_at = now() - interval '1 hour'`;
  await site.sql`update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'`;
  await pressTwice(again.getByRole("button", { name: "Create new codes" }));
  await expect(page.getByRole("dialog", { name: "Confirm it's you" })).toBeVisible();
  await enterCode(page, await codeOf(site, key));
  await expect(again.getByRole("listitem")).toHaveCount(10);
  expect(await again.getByRole("listitem").allInnerTexts()).not.toEqual(shown);
  await again.getByLabel("I've saved these codes").check();
  await again.getByRole("button", { name: "Done" }).click();
  await expect(again).toBeHidden();
  // Refused, and again after the proof.
  expect(sets()).toBe(2);

  await page.getByRole("button", { name: "Remove Work phone" }).click();
  const remove = page.getByRole("alertdialog", { name: "Remove Work phone?" });
  await expect(remove).toContainText("Signing in will take only your password.");
  const removals = await countRequests(page, /\/auth\/v1\/factors\/[^/]+$/);
  await pressTwice(remove.getByRole("button", { name: "Remove" }));
  await expect(toasts(page).getByText("Authenticator app removed")).toBeVisible();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  expect(removals()).toBe(1);
  await page.goto("/admin/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Site Settings" })).toBeVisible();
});

/** In the page: holds animation frames until the event `release-frames`. */
function holdFrames() {
  const request = window.requestAnimationFrame.bind(window);
  const held: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (call) => held.push(call);
  const release = () => {
    window.requestAnimationFrame = request;
    for (const call of held) request(call);
  };
  window.addEventListener("release-frames", release, { once: true });
}
