import { expect, test } from "./fixture.ts";
import { inspect } from "./pictures.ts";

const SCREENS = [
  { path: "/admin/dashboard", heading: "Dashboard", name: "dashboard" },
  { path: "/admin/content", heading: "Content Editor", name: "content" },
  { path: "/admin/contact-manager", heading: "Contact Submissions", name: "submissions" },
  { path: "/admin/users", heading: "User Management", name: "users" },
];

test.describe("every screen, in light and dark, on a phone and wide", () => {
  // Six pictures and two checks of every element take their time on a small machine.
  test.slow();

  test.beforeAll(async ({ site }) => {
    await site.sql`
      insert into contact_submissions (name, email, business_name, monthly_volume, platforms, message)
      select 'Wren Castellane ' || n, 'wren' || n || '@shop.example', 'Castellane Candles', '101-500',
        array['TikTok Shop', 'Etsy'], repeat('Our orders tripled after one clip. ', n)
      from generate_series(1, 12) as n`;
  });
  test.afterAll(async ({ site }) => {
    await site.sql`delete from contact_submissions`;
  });

  test("sign in", async ({ page, expectAccessible }) => {
    await page.goto("/admin/login");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    await inspect(page, "login", expectAccessible);
  });

  for (const { path, heading, name } of SCREENS) {
    test(heading, async ({ page, signIn, expectAccessible }) => {
      await signIn();
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole("status", { name: /loading/i })).toHaveCount(0);
      await inspect(page, name, expectAccessible);
    });
  }
});

test("the way from one screen to the next takes less than 200 ms", async ({ page, signIn }) => {
  await signIn();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  const times: number[] = [];
  for (let round = 0; round < 4; round++) {
    for (const heading of ["Content Editor", "FAQs", "Dashboard"]) {
      const took = await page.evaluate(async (name) => {
        const link = [...document.querySelectorAll<HTMLAnchorElement>("nav a")].find(
          ({ textContent }) => textContent?.trim() === name,
        );
        if (!link) throw new Error(`no way to ${name}`);
        const began = performance.now();
        link.click();
        while (document.querySelector("h1")?.textContent?.startsWith(name) !== true)
          await new Promise(requestAnimationFrame);
        return performance.now() - began;
      }, heading);
      times.push(took);
    }
  }
  times.sort((a, b) => a - b);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(200);
});
