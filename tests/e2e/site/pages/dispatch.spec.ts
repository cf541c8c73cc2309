import type { Page } from "@playwright/test";
import { mergeContent, mergeSettings } from "#app/content/index.ts";
import { type DispatchClock, dispatchClock, withHour } from "#app/lib/domain/dispatch/clock.ts";
import { now } from "#tests/support/clock.ts";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import type { Site } from "#tests/support/site.ts";
import { expect, test } from "../../fixture.ts";
import { section } from "./steps.ts";

const { dispatch } = mergeContent("home");
const SUNDAY_EVENING = { day: 0, hour: 18 };

/** Settings whose clock is there in every week: the seed's list of holidays ends. */
const SETTINGS = {
  dispatch_cutoff: "13:30",
  dispatch_pickup: "16:45",
  dispatch_days: "Mon, Tue, Wed, Thu, Fri",
  dispatch_holidays: "2090-12-25",
};

const settings = { ...mergeSettings(), ...SETTINGS };
const clockOf = (asked?: { day: number; hour: number }) => {
  const clock = dispatchClock(settings, now()) as DispatchClock;
  return asked ? withHour(clock, asked) : clock;
};

const wordsOf = ({ row: [, , ...points] }: DispatchClock) =>
  points.map(([day, time]) => `${day}${time}`);

const stops = (page: Page) => section(page, "dispatch").getByRole("status").getByRole("listitem");

async function expectStops(page: Page, clock: DispatchClock) {
  const labels = [dispatch.cutoff_label, dispatch.truck_label, dispatch.deadline_label];
  await expect(stops(page)).toHaveText(wordsOf(clock).map((words, at) => `${labels[at]}${words}`));
}

/** Opens the home page once it shows these settings. */
async function openWith(page: Page, site: Site, work: () => Promise<void>) {
  await withTablesRestored(site.sql, ["site_settings"], async () => {
    await writeSettings(site.sql, SETTINGS);
    await expect
      .poll(async () => (await page.request.get("/")).text(), { intervals: [50] })
      .toContain("4:45\u00A0PM");
    await page.goto("/");
    await work();
  });
}

test("shows pickup and deadline for an order of any hour", async ({
  page,
  site,
  expectAccessible,
}) => {
  await openWith(page, site, async () => {
    const clock = section(page, "dispatch");
    await expect(clock.getByText(/^Orders in by 1:30\sPM\sP[SD]T on a business day/)).toBeVisible();
    await expect(clock.getByText(dispatch.promise_value)).toBeVisible();
    await clock.getByLabel("Order day").selectOption("Sunday");
    await clock.getByLabel("Order time").selectOption({ value: "18" });
    await expectStops(page, clockOf(SUNDAY_EVENING));
    await clock.getByLabel("Order day").selectOption("Monday");
    await clock.getByLabel("Order time").selectOption({ value: "13" });
    await expectStops(page, clockOf({ day: 1, hour: 13 }));
    await clock.getByLabel("Order time").selectOption({ value: "14" });
    await expectStops(page, clockOf({ day: 1, hour: 14 }));
    await clock.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL("/");
    await expectAccessible();
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("shows an order of now, and answers another hour", async ({ page, site }) => {
    await openWith(page, site, async () => {
      const clock = section(page, "dispatch");
      await expect(async () => {
        await page.goto("/");
        const shown = clockOf();
        // Not injected: Reloads when an hour ends between the page and this line.
        await expect(stops(page)).toHaveCount(3, { timeout: 1_000 });
        expect(await clock.getByLabel("Order day").inputValue()).toBe(String(shown.shown.day));
        expect(await clock.getByLabel("Order time").inputValue()).toBe(String(shown.shown.hour));
        await expectStops(page, shown);
      }).toPass();
      await clock.getByLabel("Order day").selectOption("Sunday");
      await clock.getByLabel("Order time").selectOption({ value: "18" });
      await clock.getByRole("button", { name: "Show" }).click();
      await expect(page).toHaveURL("/?day=0&hour=18#dispatch");
      await expectStops(page, clockOf(SUNDAY_EVENING));
      await expect(clock.getByLabel("Order day")).toHaveValue("0");
      await expect(clock.getByLabel("Order time")).toHaveValue("18");
    });
  });
});

test("has only the two figures while a setting is blank, or an order would be late", async ({
  page,
  site,
}) => {
  await openWith(page, site, async () => {
    const clock = section(page, "dispatch");
    for (const changed of [{ dispatch_days: "Wed" }, { dispatch_days: "" }]) {
      await writeSettings(site.sql, { dispatch_days: SETTINGS.dispatch_days });
      await expect
        .poll(async () => (await page.request.get("/")).text(), { intervals: [50] })
        .toContain("4:45\u00A0PM");
      await writeSettings(site.sql, changed);
      await expect
        .poll(async () => (await page.request.get("/")).text(), { intervals: [50] })
        .not.toContain("4:45\u00A0PM");
      await page.goto("/");
      await expect(stops(page)).toHaveCount(0);
      await expect(clock.getByRole("button")).toHaveCount(0);
      await expect(clock.getByText(dispatch.promise_value)).toBeVisible();
      await expect(clock.getByText(dispatch.rule_value)).toBeVisible();
    }
  });
});
