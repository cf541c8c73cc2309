import { CALLS, expect, SENTENCES, stopTimeouts, test } from "./form.ts";
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
