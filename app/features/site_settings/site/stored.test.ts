import { expect, test } from "vitest";
import { mergeSettings, type Settings } from "#app/content/index.ts";
import { storedInBrowser } from "./stored.ts";

const CALENDAR = "https://calendly.com/evergreen/call";
const GA = { ga_enabled: "true", ga_measurement_id: "G-AB12CD34EF" };
const GTM = { gtm_enabled: "true", gtm_container_id: "GTM-AB12CD3" };
const listed = (settings: Partial<Settings> = {}, calendar = "") =>
  storedInBrowser({ ...mergeSettings(), ...settings }, calendar).map(
    ({ who, what }) => `${who}: ${what}`,
  );

test("lists only what this site stores while nothing else is on", () => {
  expect(listed()).toEqual([
    expect.stringMatching(/^This site: Until you close the tab/),
    expect.stringMatching(/^This site: Which announcements you closed/),
  ]);
  expect(listed({ ga_enabled: "true" })).toHaveLength(2);
});

test("lists each tool and calendar that is on, and when it starts", () => {
  const answer = "This site: A cookie with your cookie choice, for 180 days.";
  expect(listed({ ...GA, ...GTM }, CALENDAR).slice(2)).toEqual([
    answer,
    "Google Analytics: If you allow it, cookies that count your visits, such as _ga, for up to two years.",
    "Google Tag Manager: If you allow it, cookies of the tools that we load with it.",
    "calendly.com: Its calendar is on our contact page, and may set cookies.",
  ]);
  const calmly = { ...GA, consent_ask: "false", calendar_on_click: "true" };
  expect(listed(calmly, CALENDAR).slice(2)).toEqual([
    "Google Analytics: Cookies that count your visits, such as _ga, for up to two years.",
    "calendly.com: Its calendar is on our contact page, and may set cookies after you choose to show it.",
  ]);
});
