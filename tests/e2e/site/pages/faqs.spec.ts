import type { Page } from "@playwright/test";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { DESKTOP, expect, PHONE, test } from "../../fixture.ts";
import { says } from "./steps.ts";

/** Blocks every read of the questions until the returned function is called: a slow backend. */
async function holdQuestions(sql: Sql): Promise<() => Promise<void>> {
  const connection = await sql.reserve();
  // A change makes the server drop the cached page.
  await connection`update faq_items set question = question`;
  await connection`begin`;
  await connection`lock table faq_items in access exclusive mode`;
  return async () => {
    await connection`commit`;
    connection.release();
  };
}

test("questions are headings, and open and close by pointer and key, on a desktop and a phone", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/faqs");
  const questions = page.getByRole("listitem").getByRole("heading", { level: 2 });
  await expect(questions).toHaveCount(await page.locator("details").count());
  await expect(questions.first()).toHaveText("How fast do my orders ship?");
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    const question = page.getByText("What will it cost me?");
    const answer = page.getByText("Pick and pack is $1.00-$5.00 per order");
    await expect(answer).toBeHidden();
    await question.click();
    await expect(answer).toBeVisible();
    await expectAccessible();
    await question.click();
    await expect(answer).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  }
  await page.setViewportSize(DESKTOP);
  await page.getByRole("main").focus();
  for (let key = 0; key < 3; key++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("We see the spike when you do.")).toBeVisible();
});

test("a link to an answer opens it, and every open answer offers its link", async ({ page }) => {
  await page.goto("/faqs#faq-how-do-you-handle-returns");
  await expect(page.getByText("We open each return, inspect it")).toBeInViewport();
  await expect(page.getByText("How do you handle returns?")).toBeInViewport();
  await expect(page.getByRole("link", { name: "Link to this answer" }).last()).toHaveAttribute(
    "href",
    "#faq-how-do-you-handle-returns",
  );
});

const TOPICS = ["Shipping", "Cost", null, "shipping"];

/** Writes this many questions, with TOPICS in turn. */
async function writeQuestions(sql: Sql, count: number) {
  await sql`delete from faq_items`;
  const rows = Array.from({ length: count }, (_, at) => ({
    question: `Question ${at + 1}?`,
    answer: at === 4 ? "Pallets are stacked." : "Yes.",
    topic: TOPICS[at % TOPICS.length] ?? null,
    display_order: at,
  }));
  await sql`insert into faq_items ${sql(rows)}`;
}

/** The questions that search engines read; undefined if the page describes none. */
async function described(page: Page): Promise<string[] | undefined> {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  return blocks
    .flatMap((block) => JSON.parse(block)["@graph"])
    .find((thing) => thing["@type"] === "FAQPage")
    ?.mainEntity.map(({ name }: { name: string }) => name);
}

for (const javaScriptEnabled of [true, false])
  test.describe(`twelve questions, ${javaScriptEnabled ? "with" : "without"} script`, () => {
    test.use({ javaScriptEnabled });

    test("are grouped by topic and can be searched; eleven are one list", async ({
      page,
      site,
      expectAccessible,
    }) => {
      await withTablesRestored(site.sql, ["faq_items"], async () => {
        await writeQuestions(site.sql, 11);
        await says(page, "/faqs", "Question 11?");
        await page.goto("/faqs");
        await expect(page.getByRole("searchbox")).toHaveCount(0);
        await expect(page.getByRole("heading", { name: "Shipping" })).toHaveCount(0);

        await writeQuestions(site.sql, 12);
        await says(page, "/faqs", "Question 12?");
        await page.goto("/faqs");
        await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
          ...["Shipping", "Cost", "Other questions"],
          "Still have a question?",
        ]);
        await expect(page.locator("#topic-1 summary")).toHaveText(
          [1, 4, 5, 8, 9, 12].map((number) => new RegExp(`Question ${number}\\?`)),
        );
        await page.getByRole("link", { name: "Other questions" }).click();
        await expect(page.getByRole("heading", { name: "Question 3?" })).toBeInViewport();
        if (javaScriptEnabled) await expectAccessible();

        const search = page.getByRole("searchbox", { name: "Search questions" });
        await search.fill("  PALLETS stacked ");
        await page.getByRole("button", { name: "Search" }).click();
        await expect(page.getByRole("status")).toHaveText('1 question matches "PALLETS stacked".');
        await expect(page.locator("details")).toHaveCount(1);
        await expect(page.getByText("Pallets are stacked.")).toBeVisible();
        expect(await described(page)).toEqual(["Question 5?"]);
        await expect(search).toHaveValue("PALLETS stacked");
        if (javaScriptEnabled) await expectAccessible();

        await search.fill("<b>nothing</b>");
        await search.press("Enter");
        await expect(page.getByRole("status")).toHaveText(
          'No question matches "<b>nothing</b>". Try other words, or ask us.',
        );
        await expect(page.locator("details")).toHaveCount(0);
        expect(await described(page)).toBeUndefined();
        await page.getByRole("link", { name: "Show all questions" }).click();
        await expect(page.locator("details")).toHaveCount(12);
      });
    });
  });

test("a list that is there in time is in its place, with nothing for a script to move", async ({
  request,
}) => {
  let html = "";
  // A busy machine may read the list too late at first.
  await expect
    .poll(async () => {
      html = await (await request.get("/faqs")).text();
      return html;
    })
    .not.toContain("Loading questions");
  expect(html).toContain("Which platforms do you work with?");
  expect(html).not.toContain("<template");
});

test("a slow list streams in behind its spinner", async ({ page, site, expectAccessible }) => {
  const release = await holdQuestions(site.sql);
  const spinner = page.getByRole("status").filter({ hasText: "Loading questions" });
  try {
    await expect(async () => {
      await page.goto("/faqs", { waitUntil: "commit" });
      // Not injected: Reloads until a page waits; one cached before the lock is complete.
      await expect(spinner).toBeVisible({ timeout: 1_500 });
    }).toPass();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible();
  } finally {
    await release();
  }
  await expect(page.getByText("What will it cost me?")).toBeVisible();
  await expect(spinner).toBeHidden();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("shows a slow list", async ({ page, site }) => {
    // The waiting page goes to the whole one at once. An answer without content lets it stay to be looked at.
    const whole = "**/faqs?whole";
    await page.route(whole, (route) => route.fulfill({ status: 204 }));
    const asked = page.waitForRequest(whole);
    const release = await holdQuestions(site.sql);
    try {
      await expect(async () => {
        await page.goto("/faqs", { waitUntil: "commit" });
        // Not injected: Reloads until a page waits; one cached before the lock is complete.
        await expect(page.getByText("Loading questions")).toBeVisible({ timeout: 1_500 });
      }).toPass();
      await asked;
    } finally {
      await release();
    }
    await page.unroute(whole);
    await page.goto((await asked).url());
    await expect(page.getByText("What will it cost me?")).toBeVisible();
  });
});

test("the built-in questions: with none active, and with a backend that fails", async ({
  page,
  anotherSite,
}) => {
  const site = await anotherSite();
  await site.sql`update faq_items set is_active = false`;
  await page.goto(`${site.url}/faqs`);
  await expect(page.locator("details")).toHaveCount(10);
  await site.sql`alter table faq_items rename to faq_items_gone`;
  await site.sql`update site_settings set setting_value = setting_value`;
  await expect(async () => {
    const response = await page.goto(`${site.url}/faqs`);
    expect(response?.status()).toBe(200);
    expect(site.printed()).toContain("the questions could not be read");
  }).toPass();
  await expect(page.locator("details")).toHaveCount(10);
});
