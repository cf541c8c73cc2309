import { expect, type Locator, type Page } from "@playwright/test";
import { people } from "#tests/support/people.ts";
import type { Site } from "#tests/support/site.ts";
import { settled } from "../fixture.ts";

/** The toasts. */
export const told = (page: Page) => page.getByRole("region", { name: "Notifications" });

/** Whether closing the page now would make the browser ask. */
export const asksBeforeUnload = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));

/** Signs in again on top of the screen, whose session has ended. */
export async function signInAgain(page: Page, password = people.admin.password) {
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await again.getByLabel("Password", { exact: true }).fill(password);
  await again.getByRole("button", { name: "Sign In" }).click();
  await expect(again).toBeHidden();
}

/**
 * Presses a button, or leaves a field, in a session that has ended and with a token that has expired. The
 * session ends as the browser asks for a new token: before, a read of the screen could meet its end first,
 * and the dialog would lie over what is to be pressed.
 */
export async function actAfterSessionEnds(
  site: Site,
  element: Locator,
  act: "click" | "blur" = "click",
) {
  const endSession = () => site.sql`delete from auth.sessions where user_id =
    (select id from auth.users where email = ${people.admin.email})`;
  await element.page().route(
    "**/auth/v1/token?*",
    async (route) => {
      await endSession();
      await route.continue();
    },
    { times: 1 },
  );
  await element.evaluate((one: HTMLElement, how) => {
    for (const [key, text] of Object.entries(localStorage))
      if (text.includes('"access_token"'))
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), expires_at: 1 }));
    one[how]();
  }, act);
}

/**
 * Opens a list of choices or a menu and waits until it stands still: a press on a row that is on its
 * way makes the driver scroll the page, and the row is gone from under the pointer.
 */
export async function openRows(opener: Locator): Promise<Locator> {
  const page = opener.page();
  await opener.click();
  const popup = page.locator(":is([role=listbox], [role=menu])[data-open]");
  await expect(popup).toBeVisible();
  await page.evaluate(settled);
  return popup;
}

/** Chooses in a menu, a list of choices, or the browser's own select. */
export async function choose(opener: Locator, row: string | RegExp) {
  if (await opener.evaluate(({ tagName }) => tagName === "SELECT")) {
    const value = await opener.getByRole("option", { name: row }).getAttribute("value");
    await opener.selectOption({ value: value ?? "" });
    return;
  }
  const popup = await openRows(opener);
  const choices = popup.getByRole("option", { name: row });
  const actions = popup.getByRole("menuitem", { name: row });
  await choices.or(actions).click();
}

const makeAdmin = (site: Site, { email }: { email: string }) => site.sql`
  insert into admins (user_id) select id from auth.users where email = ${email}
  on conflict do nothing`;

const unmakeAdmin = (site: Site, { email }: { email: string }) => site.sql`
  delete from admins where user_id = (select id from auth.users where email = ${email})`;

/** The admin is one no longer, while signed in and in the middle of something. */
export async function takeRightsAway(site: Site, page: Page) {
  // What the frame asks at its start has its answer: it is not what is to be refused.
  await expect(
    page
      .getByRole("navigation", { name: "Admin", includeHidden: true })
      .getByRole("link", { name: "Make It Yours", includeHidden: true }),
  ).toBeAttached();
  // The last admin can't be removed.
  await makeAdmin(site, people.stranger);
  await unmakeAdmin(site, people.admin);
}

export async function giveRightsBack(site: Site) {
  await makeAdmin(site, people.admin);
  await unmakeAdmin(site, people.stranger);
}

/** As a site with a mail server, though tests read what it sends from files; `not`: as one without. */
export const setUpEmail = ({ sql }: Site, { not } = { not: false }) =>
  sql`update private.email_setup set saves_files = ${not}`;

/** Two presses before the page has answered the first, as by an impatient hand. */
export const pressTwice = (button: Locator) =>
  button.evaluate((node: HTMLElement) => {
    node.focus();
    node.click();
    node.click();
  });
