import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import Papa from "papaparse";
import { fromNow, now } from "#tests/support/clock.ts";
import { add, reader, SCREEN } from "../admin/inbox/submission-steps.ts";
import { expect, hydrated, PROVIDER, SENTENCES, stopTimeouts, test } from "./form.ts";

test.beforeEach(async ({ site }) => {
  await site.sql`delete from bookings`;
  await site.sql`delete from private.visitor_shares`;
  await site.sql`delete from contact_submissions`;
});

const inHeader = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("link", { name, exact: true }).first().click();

/** Fills in and sends the form. */
async function write(page: Page, form: { fill(): Promise<void>; send(): Promise<void> }) {
  await form.fill();
  await form.send();
  await expect(page.getByText(SENTENCES.sent)).toBeVisible();
}

test("stores a campaign with the lead, through pages and reloads", async ({
  page,
  form,
  site,
  anotherBrowser,
  signIn,
}) => {
  await add(site, { name: "Nobody Knows" });
  await page.goto("/pricing?utm_source=%20Spring%20News&utm_medium=E-Mail&gclid=7", {
    referer: "https://www.partner.example/letter?to=ana",
  });
  await inHeader(page, "Services");
  await expect(page).toHaveURL(/\/services$/);
  await page.reload();
  await inHeader(page, "Why Us");
  await expect(page).toHaveURL(/\/why-us$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/services$/);
  await inHeader(page, "Contact");
  await hydrated(page);
  await write(page, form);

  const staff = await (await anotherBrowser()).newPage();
  await signIn("admin", staff);
  await staff.goto(SCREEN);
  await expect(staff.getByText("2 total")).toBeVisible();
  await staff.getByRole("button", { name: "Filters" }).click();
  await staff.getByLabel("Source").selectOption("spring news");
  await expect(staff.getByText("1 found")).toBeVisible();
  await expect(staff).toHaveURL(/[?&]source=spring/);
  await staff.reload();
  await staff.getByRole("link", { name: "Ada Park", exact: true }).click();
  const from = reader(staff, "Ada Park").getByRole("region", { name: "Where they came from" });
  await expect(from).toContainText("Landed on /pricing, from partner.example");
  await expect(from).toContainText("Campaign: source spring news, medium e-mail");

  const downloading = staff.waitForEvent("download");
  await staff.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  const { data } = Papa.parse<Record<string, string>>(text.slice(1), { header: true });
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({
    Source: "spring news",
    "First landing page": "/pricing",
    "First referrer": "partner.example",
    "First UTM medium": "e-mail",
    "Last landing page": "",
  });

  await staff.goto("/admin/dashboard");
  const sources = staff.getByRole("table", { name: "By source, in the last 30 days" });
  await expect(sources.getByRole("row", { name: "spring news 1 0" })).toBeVisible();
  await sources.getByRole("link", { name: "Unknown" }).click();
  await expect(staff.getByRole("link", { name: "Nobody Knows", exact: true })).toBeVisible();
  await expect(staff.getByText("1 found")).toBeVisible();
});

const EVENT = "https://api.calendly.com/scheduled_events";
const scheduled = (id: string) => ({
  event: "calendly.event_scheduled",
  payload: { event: { uri: `${EVENT}/${id}` }, invitee: { uri: `${EVENT}/${id}/invitees/1` } },
});

test("counts a booked call, and links it to the message", async ({
  page,
  form,
  site,
  anotherBrowser,
  signIn,
}) => {
  const message = JSON.stringify(scheduled("true"));
  await page.route(PROVIDER, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<button onclick='parent.postMessage(${message}, "*")'>Book it</button>`,
    }),
  );
  await stopTimeouts(page);
  await page.clock.setFixedTime(fromNow(-60_000));
  await page.goto("/contact?utm_source=ads#schedule");
  await hydrated(page);
  await page.clock.setFixedTime(now());
  const calendar = page.frameLocator("iframe").getByRole("button", { name: "Book it" });
  await expect(calendar).toBeVisible();
  const frame = page.locator("iframe");
  expect(new URL((await frame.getAttribute("src")) ?? "").searchParams.get("utm_source")).toBe(
    "ads",
  );
  // No other window may use the calendar's origin, its frame no other origin, and no message other data.
  await frame.evaluate(
    (element, [forged, other]) => {
      const say = (data: unknown, origin: string, source: Window | null) =>
        dispatchEvent(new MessageEvent("message", { data, origin, source }));
      say(forged, "https://calendly.com", window);
      say(
        forged,
        "https://calendly.com.evil.example",
        (element as HTMLIFrameElement).contentWindow,
      );
      say(other, "https://calendly.com", (element as HTMLIFrameElement).contentWindow);
    },
    [scheduled("forged"), { ...scheduled("forged"), event: "calendly.event_type_viewed" }] as const,
  );
  await calendar.click();
  const booked = () => site.sql`select event_uri, source, submission_id from bookings`;
  const uri = `${EVENT}/true/invitees/1`;
  await expect.poll(booked).toEqual([{ event_uri: uri, source: "ads", submission_id: null }]);

  await write(page, form);
  const [lead] = await site.sql`select id from contact_submissions where email = ${form.email}`;
  await expect.poll(booked).toEqual([{ event_uri: uri, source: "ads", submission_id: lead?.id }]);

  const staff = await (await anotherBrowser()).newPage();
  await signIn("admin", staff);
  await staff.goto(`${SCREEN}?open=${lead?.id}`);
  await expect(reader(staff, "Ada Park").getByText("Call booked in the calendar")).toBeVisible();
  await staff.goto("/admin/dashboard");
  const pages = staff.getByRole("table", { name: "By landing page, in the last 30 days" });
  await expect(pages.getByRole("row", { name: "/contact 1 1" })).toBeVisible();
});
