import type { Locator, Page } from "@playwright/test";
import { fromNow, now } from "#tests/support/clock.ts";
import { test as base, expect } from "../fixture.ts";

export { expect, PHONE } from "../fixture.ts";

export const PROVIDER = "https://calendly.com/**";

export const SENTENCES = {
  sent: "Thank you for your message! We'll get back to you soon.",
  unavailable:
    "Email service is currently unavailable. Please try again later or contact us directly.",
};

/** The URLs of the submit's three calls, for interception. */
export const CALLS = {
  health: "**/functions/v1/test-deployment",
  insert: "**/rest/v1/contact_submissions*",
  mail: "**/functions/v1/send-contact-email",
};

interface ContactForm {
  /** Opens /contact with a clock one minute back, so that the test doesn't count as a bot. */
  open(): Promise<void>;
  /** Fills in every required field. */
  fill(): Promise<void>;
  send(): Promise<void>;
  /** The result that the visitor sees. */
  result: Locator;
  /** Expects that everything `fill` typed is still there. */
  expectFilled(): Promise<void>;
  expectEmpty(): Promise<void>;
  /** The number of leads stored from this test's address. */
  stored(): Promise<number>;
  email: string;
}

/** A visitor at the contact form, with their own address and a provider that responds. */
export const test = base.extend<{ form: ContactForm }>({
  form: [
    async ({ page, site }, use, { testId }) => {
      const email = `ada-${testId}@tinyshop.example`;
      await answerForProvider(page);
      const result = page.locator("form .result");
      const name = page.getByLabel("Your name");
      await use({
        email,
        result,
        async open() {
          await page.clock.setFixedTime(fromNow(-60_000));
          await page.goto("/contact");
          await hydrated(page);
          await page.clock.setFixedTime(now());
        },
        async fill() {
          await name.fill("Ada Park");
          await page.getByLabel("Email").fill(email);
          await page.getByLabel("Monthly order volume").selectOption("51-100");
          await page.getByLabel("TikTok Shop").check();
          await page.getByLabel("Etsy").check();
          await page.getByLabel("What should we know?").fill("Lip oils & <b>sets</b>");
        },
        send: () => page.getByRole("button", { name: "Send Message" }).click(),
        async expectFilled() {
          await expect(name).toHaveValue("Ada Park");
          await expect(page.getByLabel("Email")).toHaveValue(email);
          await expect(page.getByLabel("Monthly order volume")).toHaveValue("51-100");
          await expect(page.getByLabel("Etsy")).toBeChecked();
          await expect(page.getByLabel("What should we know?")).toHaveValue(
            "Lip oils & <b>sets</b>",
          );
        },
        async expectEmpty() {
          await expect(name).toHaveValue("");
          await expect(page.getByLabel("Etsy")).not.toBeChecked();
          await expect(page.getByLabel("Monthly order volume")).toHaveValue("");
        },
        async stored() {
          const [row] = await site.sql`
          select count(*)::int from contact_submissions where email = ${email}`;
          return row?.count;
        },
      });
    },
    { auto: true },
  ],
});

/** Fills in the required fields and sends, as a bot does: no pointer, keys or scrolling. */
export const sendByProgram = (page: Page, email: string) =>
  page.locator("form").evaluate((form, address) => {
    const field = (name: string) =>
      form.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`);
    for (const [name, value] of [
      ["name", "Ada Park"],
      ["email", address],
      ["monthly_volume", "51-100"],
    ] as const) {
      const control = field(name);
      if (control) control.value = value;
    }
    form.querySelector<HTMLInputElement>("[name=platforms]")?.click();
    (form as HTMLFormElement).requestSubmit();
  }, email);

/** Stubs the scheduling provider, which tests never call. */
export const answerForProvider = (page: Page) =>
  page.route(PROVIDER, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Pick</title><h1>Pick a time</h1>" }),
  );

/**
 * Lets the page wait for the calendar and the form's script without end: a busy machine can need longer than
 * visitors wait.
 */
export async function stopTimeouts(page: Page): Promise<void> {
  // A clock that was installed later would replace the function again.
  await page.clock.setFixedTime(now());
  await page.addInitScript(() => {
    // Not injected: Nothing waits. Long timeouts of the page never start.
    window.setTimeout = new Proxy(window.setTimeout, {
      apply: (start, self, [run, ms = 0]) =>
        ms < 4_000 ? Reflect.apply(start, self, [run, ms]) : 0,
    });
  });
}

/** Waits for hydration: only the script can show whether the company is open now. */
export const hydrated = (page: Page) => expect(page.getByText(/^(Open|Closed) now$/)).toBeVisible();
