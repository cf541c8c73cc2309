import type { Page } from "@playwright/test";
import { settled } from "../fixture.ts";
import { CALLS, expect, hydrated, SENTENCES, test } from "./form.ts";
import { DEVICES } from "./steps.ts";

/** Fills the form as a password manager does: values appear without any event. */
const fillSilently = (page: Page, values: Record<string, string>) =>
  page.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) {
      const control = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
      if (control) control.value = value;
    }
  }, values);

test("supports autofill in each field", async ({ page, form }) => {
  await form.open();
  for (const [label, kind] of [
    ["Your name", "name"],
    ["Email", "email"],
    ["Shop or business name", "organization"],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAttribute("autocomplete", kind);
  await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
  await fillSilently(page, { name: "Ada Park", email: form.email, monthly_volume: "0-50" });
  await page.getByLabel("Etsy").check();
  await form.send();
  await expect(form.result).toHaveText(SENTENCES.sent);
  expect(await form.stored()).toBe(1);
});

test("Enter sends from every field of one line, and makes a new line in the message", async ({
  page,
  form,
}) => {
  await form.open();
  for (const label of ["Your name", "Email", "Shop or business name", "Etsy"]) {
    await page.getByLabel("Your name").fill("");
    await form.send();
    await expect(page.getByText("Name must be")).toBeVisible();
    await form.fill();
    await page.getByLabel("Your name").fill("A");
    await page.getByLabel(label).press("Enter");
    await expect(page.getByLabel("Your name"), `Enter in ${label}`).toBeFocused();
  }
  await form.fill();
  const message = page.getByLabel("What should we know?");
  await message.press("End");
  await message.press("Enter");
  await message.pressSequentially("and more");
  await expect(message).toHaveValue("Lip oils & <b>sets</b>\nand more");
  await expect(form.result).toBeHidden();
  expect(await form.stored()).toBe(0);
});

test("leaves the focus where someone corrects an error, however fast they type", async ({
  page,
  form,
}) => {
  await form.open();
  await form.send();
  const name = page.getByLabel("Your name");
  await expect(name).toBeFocused();
  // Several letters before the next frame: a slow phone, or a program that types.
  await name.evaluate(async (input: HTMLInputElement) => {
    for (const letter of "Ada Park") {
      input.value += letter;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      for (let turn = 0; turn < 5; turn++) await null;
    }
  });
  await expect(page.getByText("Name must be")).toBeHidden();
  await page.evaluate(settled);
  await expect(name).toBeFocused();
});

test("asks about a mistyped address, and sends what the visitor decides", async ({
  page,
  form,
  site,
  expectAccessible,
}) => {
  const [person] = form.email.split("@");
  await form.open();
  await form.fill();
  const email = page.getByLabel("Email");
  const question = page.getByText(`Did you mean ${person}@gmail.com?`);
  await email.fill(`${person}@gmial.com`);
  await expect(question).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: `${person}@gmail.com?` }).press("Enter");
  await expect(email).toHaveValue(`${person}@gmail.com`);
  await expect(email).toBeFocused();
  await expect(question).toBeHidden();
  await page.reload();
  await hydrated(page);
  await expect(email).toHaveValue(`${person}@gmail.com`);

  await email.fill(`${person}@gmial.com`);
  await page.reload();
  await hydrated(page);
  await expect(question).toBeVisible();
  const stores = Promise.withResolvers<void>();
  await page.route(CALLS.insert, async (route) => {
    await stores.promise;
    await route.continue();
  });
  await form.send();
  await expect(page.getByRole("button", { name: "Sending..." })).toBeFocused();
  stores.resolve();
  await expect(form.result).toHaveText(SENTENCES.sent);
  await expect(question).toBeHidden();
  const stored = await site.sql`
    select email from contact_submissions where starts_with(email, ${`${person}@`})`;
  expect(stored.map((row) => row.email)).toEqual([`${person}@gmial.com`]);
});

test("keeps typed text when the visitor returns, is empty once sent, and a second message is a second row", async ({
  page,
  form,
}) => {
  await form.open();
  await form.fill();
  await page.getByRole("contentinfo").getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL("/pricing");
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await form.expectFilled();
  await form.send();
  await expect(form.result).toHaveText(SENTENCES.sent);
  // It gets the focus after its first frame. Someone who leaves before that finds the text again.
  await expect(form.result).toBeFocused();
  await page.goto("/pricing");
  await page.goBack();
  // The script would put a draft back.
  await hydrated(page);
  await form.expectEmpty();
  await page.reload();
  await hydrated(page);
  await form.expectEmpty();
  await form.fill();
  await form.send();
  await expect(form.result).toHaveText(SENTENCES.sent);
  expect(await form.stored()).toBe(2);
});

test("stores one message when the visitor returns and sends again", async ({ page, form }) => {
  await form.open();
  await form.fill();
  const asked = Promise.withResolvers<void>();
  // The message is stored; the email call gets no response while the page is open.
  await page.route(CALLS.mail, () => asked.resolve());
  await form.send();
  await asked.promise;
  await page.goto("/pricing");
  await page.unroute(CALLS.mail);
  await page.goBack();
  await hydrated(page);
  await form.expectFilled();
  await form.send();
  await expect(form.result).toHaveText(SENTENCES.sent);
  expect(await form.stored()).toBe(1);
});

test("reports and keeps too much text, on a desktop and a phone", async ({
  page,
  form,
  expectAccessible,
}) => {
  await form.open();
  await form.fill();
  const much = "مرحبا 📦 ".repeat(2_000) + "w".repeat(3_000);
  await page.getByLabel("Your name").fill("n".repeat(300));
  await page.getByLabel("Shop or business name").fill("b".repeat(300));
  await page.getByLabel("What should we know?").fill(much);
  await form.send();
  await expect(page.getByLabel("Your name")).toBeFocused();
  for (const [, viewport] of DEVICES) {
    await page.setViewportSize(viewport);
    await expect(
      page.getByText("Name must be at most 200 characters", { exact: true }),
    ).toBeVisible();
    await expect(page.getByText("Business name must be at most 200 characters")).toBeVisible();
    await expect(page.getByText("Message must be at most 5,000 characters")).toBeVisible();
    await expect(page.getByLabel("What should we know?")).toHaveValue(much);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    await expectAccessible();
  }
  await page.getByLabel("Your name").fill("Ada Park");
  await page.getByLabel("Shop or business name").fill("");
  await page.getByLabel("What should we know?").fill(much.slice(0, 5_000));
  await form.send();
  await expect(form.result).toHaveText(SENTENCES.sent);
  expect(await form.stored()).toBe(1);
});
