import { now } from "#tests/support/clock.ts";
import { DESKTOP, expect, PHONE, people, settled, test } from "../../fixture.ts";
import { namePerson } from "../steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(({ signIn }) => signIn());

test("folds the sidebar by button and shortcut, also after a reload", async ({ page, context }) => {
  await page.goto("/admin/dashboard");
  const nav = page.getByRole("navigation", { name: "Admin" });
  const width = async () => (await nav.boundingBox())?.width;
  await expect.poll(width).toBe(256);
  // The frame arrives with the page, the key handlers with the figures.
  await expect(page.getByRole("link", { name: /^New leads/ })).toBeVisible();
  await page.keyboard.press("Control+b");
  await expect.poll(width).toBe(48);
  await expect(nav.getByRole("link", { name: "Media Library" })).toBeVisible();
  const cookie = (await context.cookies()).find(({ name }) => name === "sidebar_state");
  expect(cookie?.value).toBe("false");
  expect((cookie?.expires ?? 0) - now().getTime() / 1000).toBeCloseTo(7 * 86_400, -2);

  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { sidebarWidths: seen });
    const measure = () => {
      const nav = document.querySelector("nav[aria-label=Admin]");
      if (nav) seen.push(nav.getBoundingClientRect().width);
    };
    // With the next frame: while the style sheet loads there is none, and widths are not yet real.
    const observer = new MutationObserver(() => requestAnimationFrame(measure));
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect.poll(width).toBe(48);
  expect(new Set(await page.evaluate(() => Reflect.get(window, "sidebarWidths")))).toEqual(
    new Set([48]),
  );
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await expect.poll(width).toBe(256);
});

test("folds Advanced until it is opened, and remembers that", async ({ page }) => {
  await page.goto("/admin/dashboard");
  const nav = page.getByRole("navigation", { name: "Admin" });
  const advanced = nav.getByRole("button", { name: "Advanced" });
  const system = nav.getByRole("link", { name: "System" });
  const last = nav.getByRole("link", { name: "Redirects" });
  /** The end of the menu, which stays in place, doesn't cover the last link. */
  const expectLastShown = () =>
    expect
      .poll(async () => {
        const end = await nav.getByRole("link", { name: /^View Live Site/ }).boundingBox();
        const link = await last.boundingBox();
        return Boolean(end && link && link.y + link.height <= end.y);
      })
      .toBe(true);
  await expect(page.locator("[inert]")).toHaveCount(0);
  await expect(advanced).toHaveAttribute("aria-expanded", "false");
  await expect(system).toHaveCount(0);
  await advanced.focus();
  await page.keyboard.press("Enter");
  await expect(advanced).toHaveAttribute("aria-expanded", "true");
  await expectLastShown();
  await page.reload();
  await expect(system).toBeVisible();
  await advanced.click();
  await expect(system).toHaveCount(0);
  await page.reload();
  await expect(page.locator("[inert]")).toHaveCount(0);
  await expect(system).toHaveCount(0);

  // On one of its screens the group is open and can't be collapsed.
  await page.goto("/admin/webhooks");
  await expect(nav.getByRole("link", { name: "Webhooks" })).toHaveAttribute("aria-current", "page");
  await expect(advanced).toHaveCount(0);
  await last.click();
  await expect(last).toHaveAttribute("aria-current", "page");
  await page.reload();
  await expectLastShown();
  await nav.getByRole("link", { name: "Users" }).click();
  await expect(advanced).toHaveAttribute("aria-expanded", "false");
});

test("Saved Replies is a tab of Contact Submissions", async ({ page, expectAccessible }) => {
  await page.goto("/admin/contact-manager");
  const nav = page.getByRole("navigation", { name: "Admin" });
  const tabs = page.getByRole("navigation", { name: "Tabs" });
  await expect(nav.getByRole("link", { name: "Saved Replies" })).toHaveCount(0);
  await tabs.getByRole("link", { name: "Saved Replies" }).click();
  await expect(page).toHaveURL("/admin/saved-replies");
  await expect(page.getByRole("heading", { level: 1, name: "Saved Replies" })).toBeVisible();
  const here = nav.getByRole("link", { name: "Contact Submissions" });
  await expect(here).toHaveAttribute("aria-current", "page");
  await expectAccessible();
  await tabs.getByRole("link", { name: "Leads" }).click();
  await expect(page).toHaveURL("/admin/contact-manager");
});

test("shows icons at 768 px, with names on hover and focus", async ({ page, expectAccessible }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/admin/dashboard");
  const nav = page.getByRole("navigation", { name: "Admin" });
  const width = async () => (await nav.boundingBox())?.width;
  await expect.poll(width).toBe(48);
  await expect(page.locator("[inert]")).toHaveCount(0);
  const media = nav.getByRole("link", { name: "Media Library" });
  const words = page.locator(".popup").getByText("Media Library", { exact: true });
  await media.hover();
  await expect(words).toBeVisible();
  await page.mouse.move(700, 500);
  await expect(words).toBeHidden();
  await nav.getByRole("link", { name: "Announcements" }).focus();
  await page.keyboard.press("Tab");
  await expect(media).toBeFocused();
  await expect(words).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible();

  // The user's choice applies at every width.
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await page.reload();
  await expect.poll(width).toBe(256);
});

for (const [kind, path, size, opens, closes] of [
  ["a dialog", "/admin/faqs", DESKTOP, "Add FAQ", "Cancel"],
  ["a question", "/admin/testimonials", DESKTOP, /^Delete /, "Cancel"],
  ["a drawer", "/admin/faqs", PHONE, "Expand sidebar", "Close"],
] as const)
  test(`a double click that closes ${kind} presses nothing behind it`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto(path);
    await page.evaluate(() => {
      for (const type of ["mousedown", "click"] as const)
        window.addEventListener(type, ({ detail }) => {
          if (detail > 1) document.body.dataset.pressed = type;
        });
    });
    await page.getByRole("button", { name: opens }).first().click();
    const opened = page.locator("[role=dialog], [role=alertdialog]");
    await opened.getByRole("button", { name: closes }).hover();
    for (const clickCount of [1, 2]) {
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
      await expect(opened).toBeHidden();
    }
    await expect(page.locator("body")).not.toHaveAttribute("data-pressed");
  });

test("opens once for two presses, with one Back", async ({ page }) => {
  await page.goto("/admin/dashboard");
  const link = (name: string) => page.getByRole("navigation").getByRole("link", { name });
  const heading = page.getByRole("heading", { level: 1 });
  // A screen's code loads on the first visit; only later visits open before a second click.
  await page.getByRole("button", { name: "Advanced" }).click();
  for (const name of ["SEO Tools", "Users", "SEO Tools"]) {
    await link(name).dblclick();
    await expect(link(name)).toHaveAttribute("aria-current", "page");
    await expect(heading).toBeVisible();
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await page.goForward();

  await page.getByRole("tab", { name: "Keywords" }).dblclick();
  await expect(page).toHaveURL(/tab=keywords/);
  await page.goBack();
  await expect(page).not.toHaveURL(/tab=/);

  const dialog = page.getByRole("dialog", { name: "Start SEO tasks" });
  const button = page.getByRole("button", { name: "Run Analysis" });
  await button.dblclick();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/seo$/);

  // As slow as a hand: the second click hits what the first one opened.
  await button.click();
  await expect(dialog).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.evaluate(settled);
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test("on a phone the sidebar is a drawer, which a long name fits", async ({
  page,
  site,
  signIn,
  expectAccessible,
}) => {
  await namePerson(
    site,
    people.admin.email,
    "Bartholomew Featherstonehaugh-Cholmondeley of Halfmoon",
  );
  await signIn();
  await namePerson(site, people.admin.email);
  await page.setViewportSize(PHONE);
  await page.goto("/admin/dashboard");
  await page.getByRole("button", { name: /sidebar/ }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toBeVisible();
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(288);
  await expectAccessible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await page.getByRole("button", { name: /sidebar/ }).click();
  await expect(drawer.getByRole("button", { name: "Sign Out" })).toBeInViewport({ ratio: 1 });
  await drawer.getByRole("button", { name: "Advanced" }).click();
  await expect(drawer.getByRole("link", { name: "System" })).toBeVisible();
  await drawer.getByRole("link", { name: "Content Editor" }).click();
  await expect(page.getByRole("heading", { name: "Content Editor" })).toBeVisible();
  await expect(drawer).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});
