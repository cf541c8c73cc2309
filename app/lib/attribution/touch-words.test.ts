import { expect, test } from "vitest";
import { touchLines } from "./touch-words.ts";

test.each([
  [{ landing_page: "/" }, true, ["Landed on /"]],
  [
    { landing_page: "/faqs", referrer: "bing.com", utm_source: "ads", utm_campaign: "spring" },
    true,
    ["Landed on /faqs, from bing.com", "Campaign: source ads, campaign spring"],
  ],
  [{ utm_source: "ads" }, false, ["Latest visit", "Campaign: source ads"]],
  [{ landing_page: "/", referrer: "bing.com" }, false, ["Latest visit: /, from bing.com"]],
])("%j reads %j", (touch, isFirst, lines) => {
  expect(touchLines(touch, isFirst)).toEqual(lines);
});
