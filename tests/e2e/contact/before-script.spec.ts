import { CALLS, expect, hydrated, SENTENCES, stopTimeouts, test } from "./form.ts";
import { holdIslands, ISLANDS } from "./steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("Send pressed before the script arrives waits for it, and is one submission", async ({
  page,
  form,
}) => {
  const release = await holdIslands(page);
  await stopTimeouts(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && /test-deployment|contact$/.test(request.url())) sent++;
  });
  await page.goto("/contact");
  await form.fill();
  for (let press = 0; press < 3; press++) await form.send();
  await expect(page.getByRole("form")).toHaveAttribute("aria-busy", "true");
  await form.expectFilled();
  expect(sent).toBe(0);
  release();
  await expect(form.result).toHaveText(SENTENCES.sent);
  await expect(page.getByRole("form")).not.toHaveAttribute("aria-busy");
  expect(sent).toBe(1);
  expect(await form.stored()).toBe(1);
});

test("reports missing fields of a form sent before the script", async ({
  page,
  form,
  expectConsole,
}) => {
  // When the script takes too long the browser submits the form, and the server responds the same.
  expectConsole(/status of 422/);
  const release = await holdIslands(page);
  await page.goto("/contact");
  await form.send();
  release();
  await expect(page.getByText("Please select at least one platform")).toBeVisible();
  await expect(page.getByLabel("Your name")).toBeFocused();
});

test("the browser sends the form itself if its script is lost or never comes", async ({
  page,
  form,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  for (const [row, isLost] of [true, false].entries()) {
    await page.route(ISLANDS, (route) => (isLost ? route.abort() : undefined));
    await page.goto("/contact");
    await form.fill();
    await page.getByLabel("What should we know?").fill(`Message ${row + 1}`);
    await form.send();
    await expect(form.result).toHaveText(SENTENCES.sent);
    await expect(form.result).toBeFocused();
    expect(await form.stored()).toBe(row + 1);
  }
});

test("the same words by the script and without it are one message, whichever came first", async ({
  page,
  form,
}) => {
  // With the page's own stamp, as its form sends it: a message is the same one on the same day.
  const post = async (message: string) =>
    page.request.post("/contact", {
      form: {
        name: "Ada Park",
        email: form.email,
        monthly_volume: "51-100",
        platforms: "Etsy",
        message,
        opened_at: await page.locator("input[name=opened_at]").inputValue(),
      },
    });
  await form.open();
  await form.fill();
  await page.getByLabel("TikTok Shop").uncheck();
  await page.getByLabel("What should we know?").fill("posted first");
  await post("posted first");
  await form.send();
  await expect(form.result).toHaveText(SENTENCES.sent);
  expect(await form.stored()).toBe(1);
  // Sent by the script, but the page never got the response.
  const asked = Promise.withResolvers<void>();
  await page.route(CALLS.mail, () => asked.resolve());
  await form.fill();
  await page.getByLabel("TikTok Shop").uncheck();
  await page.getByLabel("What should we know?").fill("sent first");
  await form.send();
  await asked.promise;
  await post("sent first");
  expect(await form.stored()).toBe(2);
});

test("what is typed before the script comes leaves the rest of an earlier draft", async ({
  page,
  form,
}) => {
  await form.open();
  await form.fill();
  await page.goto("/pricing");
  const release = await holdIslands(page);
  await page.goto("/contact");
  await page.getByLabel("Shop or business name").fill("Halfmoon Nails");
  release();
  await hydrated(page);
  await form.expectFilled();
  await expect(page.getByLabel("Shop or business name")).toHaveValue("Halfmoon Nails");
});

test("keeps what is typed on a page whose script is lost", async ({
  page,
  form,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await page.route(ISLANDS, (route) => route.abort());
  const lost = page.waitForEvent("requestfailed");
  await page.goto("/contact");
  await lost;
  await form.fill();
  await page.goto("/pricing");
  await page.unroute(ISLANDS);
  await page.goto("/contact");
  await hydrated(page);
  await form.expectFilled();
});

test("sends only what the form showed when Send was pressed", async ({ page, form, site }) => {
  await form.open();
  await page.getByLabel("What should we know?").fill("An earlier draft");
  await page.goto("/pricing");
  const release = await holdIslands(page);
  await stopTimeouts(page);
  await page.goto("/contact");
  await page.getByLabel("Your name").fill("Ada Park");
  await page.getByLabel("Email").fill(form.email);
  await page.getByLabel("Monthly order volume").selectOption("51-100");
  await page.getByLabel("Etsy").check();
  await form.send();
  release();
  await expect(form.result).toHaveText(SENTENCES.sent);
  const rows = await site.sql`select message from contact_submissions where email = ${form.email}`;
  expect(rows).toEqual([{ message: null }]);
});

test("an old browser that the script fails in sends the form itself", async ({
  page,
  form,
  expectConsole,
}) => {
  expectConsole(/toWellFormed/);
  await page.addInitScript("delete String.prototype.toWellFormed");
  await form.open();
  await form.fill();
  await form.send();
  await expect(form.result).toHaveText(SENTENCES.sent);
  await expect(form.result).toBeFocused();
  expect(await form.stored()).toBe(1);
});
