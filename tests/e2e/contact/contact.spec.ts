import type { Page } from "@playwright/test";
import { fromNow, now } from "#tests/support/clock.ts";
import { CALLS, expect, hydrated, SENTENCES, sendByProgram, test } from "./form.ts";
import { DEVICES, holdIslands } from "./steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

for (const [device, viewport] of DEVICES)
  test(`missing fields are reported, then a message is stored, mailed and thanked for, on a ${device}`, async ({
    page,
    form,
    site,
    expectAccessible,
  }) => {
    await page.setViewportSize(viewport);
    await form.open();
    await expectAccessible();
    await form.send();
    for (const sentence of [
      "Name must be at least 2 characters",
      "Please enter a valid email address",
      "Please select your monthly order volume",
      "Please select at least one platform",
    ])
      await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByLabel("Your name")).toBeFocused();
    await expect(page.getByLabel("Your name")).toHaveAccessibleDescription(
      "Name must be at least 2 characters",
    );
    await expectAccessible();
    await page.getByLabel("Your name").fill("Ada");
    await expect(page.getByText("Name must be")).toBeHidden();
    await form.send();
    await expect(page.getByLabel("Email")).toBeFocused();
    expect(await form.stored()).toBe(0);

    await form.fill();
    await form.send();
    await expect(form.result).toHaveText(SENTENCES.sent);
    await expect(form.result).toBeFocused();
    await expect(form.result).toHaveRole("status");
    await expect(page.locator("form .button:not(.button-plain)")).toHaveText(["Pick a time now"]);
    await form.expectEmpty();
    await expectAccessible();

    const row = async () =>
      (await site.sql`select * from contact_submissions where email = ${form.email}`)[0];
    await expect.poll(row).toMatchObject({
      name: "Ada Park",
      business_name: null,
      monthly_volume: "51-100",
      platforms: ["TikTok Shop", "Etsy"],
      message: "Lip oils & <b>sets</b>",
      status: "new",
      is_spam: false,
      mail_status: "sent",
    });
    const mails = await site.outbox();
    const mail = mails.find((one) => one.replyTo?.[0]?.address === form.email);
    expect(mail?.to?.[0]?.address).toBe("hello@evergreen.example.com");
    expect(mail?.replyTo?.[0]?.name).toBe("Ada Park");
    expect(mail?.text).toContain("Lip oils & <b>sets</b>");
    expect(mail?.html).toContain("Lip oils &amp; &lt;b&gt;sets&lt;/b&gt;");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });

test.describe("one message, one row", () => {
  test("a double click, and Enter pressed five times", async ({ page, form }) => {
    await form.open();
    const sending = page.getByRole("button", { name: "Sending..." });
    let asked = 0;
    await page.route(CALLS.health, async (route) => {
      asked++;
      await expect(sending).toBeDisabled();
      await route.continue();
    });
    await form.fill();
    await page.getByRole("button", { name: "Send Message" }).dblclick();
    await expect(form.result).toHaveText(SENTENCES.sent);
    expect(await form.stored()).toBe(1);

    const held = Promise.withResolvers<void>();
    await page.route(CALLS.health, async (route) => {
      await held.promise;
      await route.fallback();
    });
    asked = 0;
    await form.fill();
    for (let press = 0; press < 5; press++) await page.getByLabel("Email").press("Enter");
    held.resolve();
    await expect(form.result).toHaveText(SENTENCES.sent);
    expect(asked).toBe(1);
    expect(await form.stored()).toBe(2);
  });

  test("a lost response, a reload, a retry", async ({ page, form, expectConsole }) => {
    expectConsole(/ERR_FAILED/);
    await page.route(CALLS.insert, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await form.open();
    await form.fill();
    await form.send();
    await expect(form.result).toHaveText(
      "Something went wrong: our server couldn't be reached. Please try again.",
    );
    expect(await form.stored()).toBe(1);
    await page.unroute(CALLS.insert);
    await page.reload();
    await form.expectFilled();
    await form.send();
    await expect(form.result).toHaveText(SENTENCES.sent);
    expect(await form.stored()).toBe(1);
  });
});

test.describe("likely spam is stored and labelled, with the same message to the visitor", () => {
  test("a field that people don't see was filled in", async ({ page, form, site }) => {
    await form.open();
    await form.fill();
    await page.locator("[name=reference_link]").fill("https://spam.example", { force: true });
    await form.send();
    await expect(form.result).toHaveText(SENTENCES.sent);
    const [row] = await site.sql`
      select is_spam, spam_reason from contact_submissions where email = ${form.email}`;
    expect(row).toEqual({ is_spam: true, spam_reason: "trap filled" });
  });

  test("a program sent it within three seconds: mailed, and labelled", async ({
    page,
    form,
    site,
  }) => {
    await page.clock.setFixedTime(now());
    await page.goto("/contact");
    // Before that it would be held, and posted by the browser after four seconds.
    await hydrated(page);
    await sendByProgram(page, form.email);
    await expect(form.result).toHaveText(SENTENCES.sent);
    const [row] = await site.sql`
      select is_spam, spam_reason, mail_status
      from contact_submissions where email = ${form.email}`;
    expect(row).toEqual({ is_spam: false, spam_reason: "too fast", mail_status: "sent" });
    const mails = (await site.outbox()).filter((one) => one.replyTo?.[0]?.address === form.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Likely spam: New lead from Ada Park"]);
  });

  const SIGNS: Record<string, (page: Page) => Promise<unknown>> = {
    types: (page) => page.keyboard.press("Tab"),
    "moves the mouse": (page) => page.mouse.move(200, 300),
    "turns the wheel": async (page) => {
      // Playwright doesn't wait until the page has handled the event.
      const event = await page.evaluateHandle(() => ({
        wheel: new Promise((resolve) => addEventListener("wheel", resolve, { once: true })),
      }));
      await page.mouse.wheel(0, 200);
      await event.evaluate(async ({ wheel }) => void (await wheel));
    },
    "swipes on a touch screen": async (page) => {
      const devtools = await page.context().newCDPSession(page);
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
        devtools.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: y === undefined ? [] : [{ x: 200, y }],
        });
      await touch("touchStart", 400);
      await touch("touchMove", 300);
      await touch("touchEnd");
    },
    "lets the browser fill it in": async (page) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("DOM.enable");
      await devtools.send("CSS.enable");
      const { root } = await devtools.send("DOM.getDocument");
      const { nodeId } = await devtools.send("DOM.querySelector", {
        nodeId: root.nodeId,
        selector: "form [name=name]",
      });
      await devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["autofill"] });
    },
  };
  for (const [does, act] of Object.entries(SIGNS))
    test(`labels no person who ${does} within three seconds`, async ({ page, form, site }) => {
      await page.clock.setFixedTime(now());
      await page.goto("/contact");
      await act(page);
      await sendByProgram(page, form.email);
      await expect(form.result).toHaveText(SENTENCES.sent);
      const rows = await site.sql`
        select spam_reason, filled_in_ms from contact_submissions where email = ${form.email}`;
      expect(rows).toEqual([{ spam_reason: null, filled_in_ms: null }]);
    });

  test("labels nobody as too fast after a late script or an earlier message", async ({
    page,
    form,
    site,
  }) => {
    // The page was opened a minute ago; its script only runs now.
    await page.clock.setFixedTime(fromNow(-60_000));
    await page.goto("/contact", { waitUntil: "commit" });
    await page.clock.setFixedTime(now());
    for (let message = 1; message <= 2; message++) {
      // Sent without the script, the same words are one message.
      await hydrated(page);
      await form.fill();
      await form.send();
      await expect(form.result).toHaveText(SENTENCES.sent);
      await form.expectEmpty();
    }
    const rows = await site.sql`
      select spam_reason from contact_submissions where email = ${form.email}`;
    expect(rows).toEqual([{ spam_reason: null }, { spam_reason: null }]);
  });
});

test("nothing can be typed while the message is being sent, and everything again once it failed", async ({
  page,
  form,
  site,
  expectConsole,
}) => {
  expectConsole(/500/);
  await form.open();
  await form.fill();
  const message = page.getByLabel("What should we know?");
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  await page.route(CALLS.insert, async (route) => {
    const isFirst = asked++ === 0;
    await held[isFirst ? 0 : 1]?.promise;
    await (isFirst
      ? route.fulfill({ status: 500, json: { code: "XX000", message: "relation is missing" } })
      : route.continue());
  });
  /** Goes on by keyboard and by mouse, in a field of each kind. */
  const goOn = async () => {
    await expect(page.getByRole("button", { name: "Sending..." })).toBeFocused();
    await page.keyboard.type("PS");
    for (const field of [message, page.getByLabel("Shopify"), page.getByLabel("Monthly order")]) {
      await field.scrollIntoViewIfNeeded();
      const box = await field.boundingBox();
      await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
      await page.keyboard.type("1");
    }
    await page.getByRole("button", { name: "Sending..." }).focus();
    for (let field = 0; field < 3; field++) {
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.type("PS ");
    }
    await form.expectFilled();
    await expect(page.getByLabel("Shopify")).not.toBeChecked();
  };

  await page.getByLabel("Your name").press("Enter");
  await goOn();
  held[0]?.resolve();
  await expect(form.result).toBeFocused();
  await message.press("End");
  await message.pressSequentially(", please call after 3 pm");
  await form.send();
  held[1]?.resolve();
  await expect(form.result).toHaveText(SENTENCES.sent);
  await form.expectEmpty();
  const rows = await site.sql`
    select message from contact_submissions where email = ${form.email}`;
  expect(rows).toEqual([{ message: "Lip oils & <b>sets</b>, please call after 3 pm" }]);
});

test("sends with Enter", async ({ page, form }) => {
  await form.open();
  await page.getByRole("button", { name: "Send Message" }).focus();
  for (const answer of ["message", "platforms", "volume", "business", "email", "name"])
    for (let key = 0; key < (answer === "platforms" ? 6 : 1); key++)
      await page.keyboard.press("Shift+Tab");
  await expect(page.getByLabel("Your name")).toBeFocused();
  await page.keyboard.type("Ada Park");
  await page.keyboard.press("Tab");
  await page.keyboard.type(form.email);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("51");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.getByLabel("Email").focus();
  await page.keyboard.press("Enter");
  await expect(form.result).toHaveText(SENTENCES.sent);
  expect(await form.stored()).toBe(1);
});

test("keeps and sends what is typed before the script", async ({ page, form }) => {
  const release = await holdIslands(page);
  await page.goto("/contact", { waitUntil: "commit" });
  await form.fill();
  release();
  await hydrated(page);
  await form.expectFilled();
  const asked = page.waitForRequest(CALLS.health);
  await Promise.all([asked, form.send()]);
  await expect(form.result).toHaveText(SENTENCES.sent);
});
