import { expect, type Locator, type Page, type Request, type Route } from "@playwright/test";
import { people } from "#tests/support/people.ts";
import type { PickedFile } from "#tests/support/samples/png.ts";
import type { Site } from "#tests/support/site.ts";
import { settled } from "../fixture.ts";

/** The toasts. */
export const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });

/** Whether the browser would ask before closing the page now. */
export const asksBeforeUnload = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));

/**
 * Holds back the next request to `url`.
 * @param isMeant whether this is the request; any other goes on
 * @returns a wait until it was made, and a function that lets it go on or answers it
 */
export async function hold(
  page: Page,
  url: string | RegExp,
  isMeant: (request: Request) => boolean = () => true,
) {
  const held = Promise.withResolvers<(route: Route) => Promise<void>>();
  let isHeld = false;
  await page.route(url, async (route) => {
    if (isHeld || !isMeant(route.request())) {
      await route.fallback();
      return;
    }
    isHeld = true;
    await (await held.promise)(route);
  });
  // The page intercepts requests a moment later: one that a bare key press makes now could go by.
  await page.evaluate(() => undefined);
  return {
    asked: () => expect.poll(() => isHeld).toBe(true),
    release: (answer = (route: Route) => route.continue()) => held.resolve(answer),
  };
}

/** Counts the requests to `url` from here on. */
export async function countRequests(page: Page, url: string | RegExp) {
  let count = 0;
  await page.route(url, (route) => {
    count += 1;
    return route.fallback();
  });
  return () => count;
}

/** Holds back the next write to a table until it may go on, or fails it. */
export async function holdWrite(page: Page, table: string) {
  const isWrite = (request: Request) => ["POST", "PATCH"].includes(request.method());
  const { asked, release } = await hold(page, new RegExp(`/rest/v1/${table}\\b`), isWrite);
  return { asked, goOn: () => release(), fail: () => release((route) => route.abort()) };
}

/** Signs in again in the dialog over the screen, after the session ended. */
export async function signInAgain(page: Page, password = people.admin.password) {
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await again.getByLabel("Password", { exact: true }).fill(password);
  await again.getByRole("button", { name: "Sign In" }).click();
  await expect(again).toBeHidden();
}

/**
 * Clicks a button, or leaves a field, after the session ended and with an expired token. The session ends
 * when the browser requests a new token. Any earlier, a read of the screen could fail first, and the dialog
 * would cover the element.
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
 * Opens a select or a menu and waits until it stops moving: a click on a moving row makes the driver scroll
 * the page, and the click misses.
 */
export async function openRows(opener: Locator): Promise<Locator> {
  const page = opener.page();
  await opener.click();
  const popup = page.locator(":is([role=listbox], [role=menu])[data-open]");
  await expect(popup).toBeVisible();
  await page.evaluate(settled);
  return popup;
}

/** Chooses an item in a menu, a list, or a native select. */
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

/** Chooses a file to upload in an image picker. */
export async function chooseNewImage(picker: Locator, file: PickedFile) {
  await picker.getByRole("button", { name: "Upload a new image" }).click();
  const chooser = picker.page().waitForEvent("filechooser");
  await picker.getByRole("button", { name: "Choose an image" }).click();
  await (await chooser).setFiles(file);
}

const makeOwner = (site: Site, { email }: { email: string }) => site.sql`
  insert into admins (user_id, is_owner) select id, true from auth.users where email = ${email}
  on conflict (user_id) do update set is_owner = true`;

const removeAdminRights = (site: Site, { email }: { email: string }) => site.sql`
  delete from admins where user_id = (select id from auth.users where email = ${email})`;

/** Waits until the page has the answers to its latest hundred requests, and to those that followed from them. */
export async function answered(page: Page) {
  let last: Request | undefined;
  for (;;) {
    const requests = await page.requests();
    for (const request of requests) await request.response();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    if (requests.at(-1) === last) return;
    last = requests.at(-1);
  }
}

/** Removes the admin's rights while they are signed in and working. */
export async function takeRightsAway(site: Site, page: Page) {
  // The act must be what is refused, not a read of the screen before it: then the page would load again.
  const read = () =>
    page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    );
  await expect.poll(read).toContain("/rest/v1/rpc/first_hour");
  await answered(page);
  // An open inbox would load again when its poll for new leads is refused (rule R-10).
  await page.route("**/rpc/lead_list", (route) =>
    route.request().postDataJSON().page_size === 0
      ? route.fulfill({ json: { rows: [], total: 0, answered: 0 } })
      : route.fallback(),
  );
  // The menu counts new leads once a minute, and a refusal would be an error on the console.
  await page.route("**/rpc/lead_new_count", (route) => route.fulfill({ json: 0 }));
  // The last owner can't be removed, so add another first.
  await makeOwner(site, people.stranger);
  await removeAdminRights(site, people.admin);
}

export async function giveRightsBack(site: Site) {
  await makeOwner(site, people.admin);
  await removeAdminRights(site, people.stranger);
}

/** Simulates a mail server, although tests read emails from files; `not`: simulates none. */
export const setUpEmail = ({ sql }: Site, { not } = { not: false }) =>
  sql`update private.email_setup set saves_files = ${not}`;

/** Gives someone a full name, or takes it away: then people see the address. */
export const namePerson = ({ sql }: Site, email: string, name?: string) =>
  sql`update auth.users set raw_user_meta_data = ${sql.json(name ? { full_name: name } : {})}
    where email = ${email}`;

/** Two clicks before the page has reacted to the first, as an impatient user does. */
export const pressTwice = (button: Locator) =>
  button.evaluate((node: HTMLElement) => {
    node.focus();
    node.click();
    node.click();
  });
