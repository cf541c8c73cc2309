import { CALLS, expect, SENTENCES, test } from "./form.ts";
import { DEVICES } from "./steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const REFUSED = "You have sent several messages already. Please wait 9 minutes.";

for (const [device, viewport] of DEVICES)
  test(`what can go wrong keeps every word, on a ${device}`, async ({
    page,
    context,
    form,
    expectConsole,
    expectAccessible,
  }) => {
    await page.setViewportSize(viewport);
    await form.open();
    await form.fill();
    for (const [call, status, json, said] of [
      ["health", 503, { error: { message: "down" }, data: null }, SENTENCES.unavailable],
      [
        "insert",
        500,
        { code: "XX000", message: "relation is missing" },
        "Something went wrong: our server had a problem. Please try again.",
      ],
      ["insert", 429, { code: "rate_limited", message: REFUSED }, REFUSED],
    ] as const) {
      expectConsole(new RegExp(String(status)));
      await page.route(CALLS[call], (route) => route.fulfill({ status, json }));
      await form.send();
      await expect(form.result).toHaveText(said);
      await expect(form.result).toBeFocused();
      await expect(form.result).toHaveRole("alert");
      await form.expectFilled();
      await page.unroute(CALLS[call]);
    }
    await expectAccessible();
    expect(await form.stored()).toBe(0);

    await context.setOffline(true);
    await form.send();
    await expect(form.result).toContainText("You seem to be offline.");
    await form.expectFilled();
    await context.setOffline(false);
    await form.send();
    await expect(form.result).toHaveText(SENTENCES.sent);
    expect(await form.stored()).toBe(1);

    expectConsole(/502/);
    const error = { message: "the email couldn't be delivered" };
    await page.route(CALLS.mail, (route) =>
      route.fulfill({ status: 502, json: { error, data: null } }),
    );
    await form.fill();
    await form.send();
    await expect(form.result).toHaveText(
      "Your message was saved but email failed: the email couldn't be delivered. We'll still get your message!",
    );
    await form.expectEmpty();
    await expectAccessible();
    expect(await form.stored()).toBe(2);
  });
