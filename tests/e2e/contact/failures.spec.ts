import { CALLS, expect, SENTENCES, test } from "./form.ts";
import { DEVICES } from "./steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const NOT_DELIVERED = "the email couldn't be delivered";

for (const [device, viewport] of DEVICES)
  test.describe(`what can go wrong, on a ${device}`, () => {
    test.use({ viewport });

    test.describe("each failure keeps every word", () => {
      test("the health check", async ({ page, form, expectConsole, expectAccessible }) => {
        expectConsole(/503/);
        await page.route(CALLS.health, (route) =>
          route.fulfill({ status: 503, json: { error: { message: "down" }, data: null } }),
        );
        await form.open();
        await form.fill();
        await form.send();
        await expect(form.result).toHaveText(SENTENCES.unavailable);
        await expect(form.result).toBeFocused();
        await expect(form.result).toHaveRole("alert");
        await form.expectFilled();
        await expectAccessible();
        expect(await form.stored()).toBe(0);
      });

      test("the insert", async ({ page, form, expectConsole }) => {
        expectConsole(/500/);
        await page.route(CALLS.insert, (route) =>
          route.fulfill({ status: 500, json: { code: "XX000", message: "relation is missing" } }),
        );
        await form.open();
        await form.fill();
        await form.send();
        await expect(form.result).toHaveText(
          "Something went wrong: something went wrong on our server. Please try again.",
        );
        await form.expectFilled();
      });

      test("reports a lost network, and sends when it is back", async ({ context, form }) => {
        await form.open();
        await form.fill();
        await context.setOffline(true);
        await form.send();
        await expect(form.result).toContainText("You seem to be offline.");
        await form.expectFilled();
        await context.setOffline(false);
        await form.send();
        await expect(form.result).toHaveText(SENTENCES.sent);
        expect(await form.stored()).toBe(1);
      });

      test("shows the server's sentence for too many messages", async ({
        page,
        form,
        expectConsole,
      }) => {
        expectConsole(/429/);
        const sentence = "You have sent several messages already. Please wait 9 minutes.";
        await page.route(CALLS.insert, (route) =>
          route.fulfill({ status: 429, json: { code: "rate_limited", message: sentence } }),
        );
        await form.open();
        await form.fill();
        await form.send();
        await expect(form.result).toHaveText(sentence);
        await expect(form.result).toHaveRole("alert");
        await form.expectFilled();
        expect(await form.stored()).toBe(0);
      });
    });

    test("reports a stored message whose email failed", async ({
      page,
      form,
      expectConsole,
      expectAccessible,
    }) => {
      expectConsole(/502/);
      await page.route(CALLS.mail, (route) =>
        route.fulfill({ status: 502, json: { error: { message: NOT_DELIVERED }, data: null } }),
      );
      await form.open();
      await form.fill();
      await form.send();
      await expect(form.result).toHaveText(
        "Your message was saved but email failed: the email couldn't be delivered. We'll still get your message!",
      );
      await form.expectEmpty();
      await expectAccessible();
      expect(await form.stored()).toBe(1);
    });
  });
