import type { Page } from "@playwright/test";
import type { DeliverabilityFacts } from "#supabase/functions/_shared/deliverability/facts.ts";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { shows } from "../../shows.ts";
import { toasts } from "../steps.ts";

/** What DNS says about a shop that has SPF only. DNS itself is tested in tests/backend/mail. */
const facts = (): DeliverabilityFacts => ({
  from: { address: "hello@yourshop.com", domain: "yourshop.com", kind: "own" },
  dns: {
    spf: {
      records: ["v=spf1 include:sendgrid.net ~all"],
      lookups: 1,
      broken: null,
      silent: [],
      all: "~",
    },
    dmarc: { record: null, own: { records: 0, other: [] }, silent: false },
    dkim: null,
    organizations: { "yourshop.com": "yourshop.com" },
  },
});

const HEADERS = `Return-Path: <bounces@em.sendgrid.net>
Authentication-Results: mx.google.com;
       dkim=pass header.i=@sendgrid.net header.s=smtpapi header.b=Abc;
       spf=pass (google.com: domain of bounces@em.sendgrid.net) smtp.mailfrom=bounces@em.sendgrid.net
From: Your Shop <hello@yourshop.com>
Subject: A test email from your website`;

/** The server says that it sends by a mail server; without one the card asks nothing. */
const sendsEmail = (page: Page) =>
  page.route("**/functions/v1/admin-system", async (route) => {
    const response = await route.fetch();
    const report = await response.json();
    report.server.mail.by = "smtp";
    report.database.answers.address = "reply+*@yourshop.com";
    await route.fulfill({ response, json: report });
  });

const FUNCTION = "**/functions/v1/admin-deliverability";

test("finds a missing DMARC record, and reads the headers of a test email", async ({
  page,
  context,
  signIn,
  expectConsole,
  expectAccessible,
}) => {
  expectConsole(/status of 400/);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn();
  await sendsEmail(page);
  await page.route(FUNCTION, (route) =>
    route.fulfill({ status: 400, json: { success: false, error: "It is down." } }),
  );
  await page.goto("/admin/first-hour?step=mail");
  await page.getByRole("link", { name: "Check deliverability" }).click();
  await expect(page.getByText("Failed to look up your email records: It is down")).toBeVisible();

  const asked: unknown[] = [];
  await page.unroute(FUNCTION);
  await page.route(FUNCTION, async (route) => {
    const named = route.request().postDataJSON();
    asked.push(named);
    const found = facts();
    if (named.selector && found.dns) {
      found.dns.dkim = { selector: named.selector, signer: named.signer, records: [] };
      found.dns.organizations["sendgrid.net"] = "sendgrid.net";
      found.dns.organizations["em.sendgrid.net"] = "sendgrid.net";
    }
    await route.fulfill({ json: { success: true, error: null, facts: found } });
  });
  await page.getByRole("button", { name: "Try again" }).click();
  const records = page.getByRole("list", { name: "Email records" });
  const [spf, dkim, dmarc] = ["SPF", "DKIM", "DMARC"].map((name) =>
    records.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) }),
  ) as [typeof records, typeof records, typeof records];
  await expect(spf).toContainText("Good");
  await expect(dkim).toContainText("Not checked");
  await expect(dmarc).toContainText("Needs fixing");
  await expect(dmarc).toContainText("yourshop.com has no DMARC record");
  const copy = page.getByRole("button", { name: "Copy the DMARC value" });
  await copy.click();
  // The link focuses a button below once it is there, but not after the person pressed something.
  await expect(copy).toBeFocused();
  await shows(
    toasts(page),
    "copy.done",
    async () => {
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe("v=DMARC1; p=none");
    },
    "DMARC value",
  );
  await inspect(page, "deliverability", expectAccessible);

  await page.getByRole("button", { name: "Paste the headers of the test email" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste the headers of the test email" });
  const field = dialog.getByRole("textbox", { name: "Headers" });
  const read = dialog.getByRole("button", { name: "Read headers" });
  await read.click();
  await expect(dialog.getByText("There is no Authentication-Results header")).toBeVisible();
  await field.fill(HEADERS.replace("hello@yourshop.com", "me@elsewhere.com"));
  await read.click();
  await expect(dialog.getByText("This email is from me@elsewhere.com")).toBeVisible();
  await inspect(page, "deliverability-paste", expectAccessible);
  await field.fill(`X-Odd: <img src=x onerror=alert(1)>\n${HEADERS}`);
  await read.click();
  await expect(dialog).toBeHidden();

  await expect(
    page.getByRole("status").filter({ hasText: "Your test results are above" }),
  ).toBeVisible();
  await expect(dkim).toContainText("There is no key at smtpapi._domainkey.sendgrid.net");
  await expect(dkim).toContainText("Signed for sendgrid.net, not for yourshop.com");
  await expect(spf).toContainText("Passed for em.sendgrid.net, not for yourshop.com");
  await expect(dmarc).toContainText("nothing passed for yourshop.com");
  expect(asked.at(-1)).toEqual({
    selector: "smtpapi",
    signer: "sendgrid.net",
    bounce: "em.sendgrid.net",
  });
  await inspect(page, "deliverability-email", expectAccessible);

  // A record that was just published shows at once.
  const before = asked.length;
  await page.getByRole("button", { name: "Check again" }).click();
  await expect.poll(() => asked.length).toBe(before + 1);
});

test("says what to set where nothing can be looked up", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/system");
  await expect(page.getByText("so there is nothing to check. Set SMTP_URL")).toBeVisible();
  await sendsEmail(page);
  await page.reload();
  // The real function: the test's site is at an IP address.
  await expect(page.getByText("which isn't a domain on the internet")).toBeVisible();
  await page.route(FUNCTION, (route) =>
    route.fulfill({
      json: {
        success: true,
        error: null,
        facts: {
          from: { address: "shop@gmail.com", domain: "gmail.com", kind: "shared" },
          dns: null,
        },
      },
    }),
  );
  await page.reload();
  await expect(page.getByText("Nobody but the provider can prove email")).toBeVisible();
});

test("reads a test email that came back to the address of answers", async ({
  page,
  signIn,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 400/);
  await signIn();
  await sendsEmail(page);
  await page.route(FUNCTION, (route) =>
    route.fulfill({ json: { success: true, error: null, facts: facts() } }),
  );
  let isDown = true;
  const sent: unknown[] = [];
  await page.route("**/functions/v1/admin-test-mail", async (route) => {
    if (isDown)
      return route.fulfill({ status: 400, json: { success: false, error: "It is down." } });
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: { success: true, error: null, to: "…", test: "one" } });
  });
  let headers: string | null = null;
  let looked = 0;
  await page.route("**/rest/v1/rpc/inbound_test", async (route) => {
    looked += 1;
    await route.fulfill({ json: headers });
  });
  await page.clock.install();
  await page.goto("/admin/system");
  const send = page.getByRole("button", { name: "Send a test email to this site" });
  const card = page.getByRole("status").filter({ hasText: /test (email|results)/ });
  const later = (until: string) =>
    expect
      .poll(
        async () => {
          await page.clock.runFor(3_000);
          return (await card.allTextContents()).join(" ");
        },
        { intervals: [20] },
      )
      .toContain(until);

  await expect(page.getByText("The server has no problems.")).toBeVisible();
  await send.click();
  await expect(card.last()).toHaveText("Failed to send the test email: It is down");
  isDown = false;
  await send.click();
  await expect(card.last()).toContainText("Waiting for the test email.");
  await later("hasn't arrived");
  await shows(card.last(), "system.notBack", async () => expect(looked).toBe(40));

  headers = "From: hello@yourshop.com\n\n";
  await send.click();
  await later("didn't check");
  await shows(card.last(), "system.backWithoutResults", async () =>
    expect(headers).not.toContain("Authentication-Results"),
  );
  await inspect(page, "deliverability-back", expectAccessible);

  headers = HEADERS;
  await send.click();
  await later("Your test results are above");
  expect(sent).toEqual([{ to: "answers" }, { to: "answers" }, { to: "answers" }]);
});
