import { describe, expect, test } from "vitest";
import { sourceName } from "./names.ts";
import { readCampaign, readTouch, touchLines, withTouch } from "./touch.ts";

const arrive = (path: string, referrer = "") =>
  readTouch(new URL(path, "https://www.dock.example"), referrer);

describe("an arrival", () => {
  test.each([
    ["/", "", { landing_page: "/" }],
    ["/pricing?orders=5#table", "", { landing_page: "/pricing" }],
    [
      "/",
      "https://www.Google.com/search?q=ana%40example.com",
      { landing_page: "/", referrer: "google.com" },
    ],
    ["/", "https://dock.example/services", { landing_page: "/" }],
    ["/", "https://www.dock.example:8443/services", { landing_page: "/" }],
    ["/", "https://shop.dock.example/", { landing_page: "/", referrer: "shop.dock.example" }],
    ["/", "no address", { landing_page: "/" }],
    [
      "/faqs?utm_source=%20Spring%20News%20&UTM_MEDIUM=mail&utm_medium=E-Mail&gclid=1&utm_term=",
      "https://mail.example/",
      {
        landing_page: "/faqs",
        referrer: "mail.example",
        utm_source: "spring news",
        utm_medium: "e-mail",
      },
    ],
  ])("at %s from '%s' is %j", (path, referrer, touch) => {
    expect(arrive(path, referrer)).toEqual(touch);
  });

  test.each([
    ["gclid=Cj0K", "google ads"],
    ["gbraid=0AAA", "google ads"],
    ["wbraid=0AAA", "google ads"],
    ["fbclid=IwAR", "facebook / instagram"],
    ["ttclid=E.C.P", "tiktok"],
    ["msclkid=6f1", "microsoft ads"],
  ])("by a paid click (%s) is named after the ad service, without the id", (click, source) => {
    expect(arrive(`/pricing?${click}`)).toEqual({
      landing_page: "/pricing",
      utm_source: source,
      utm_medium: "paid",
    });
    expect(sourceName(source)).not.toBe(source);
  });

  test("by a paid click with a campaign keeps what the campaign says", () => {
    expect(readCampaign("?gclid=1&utm_source=news")).toEqual({ utm_source: "news" });
    expect(readCampaign("?gclid=1&utm_campaign=spring&utm_medium=cpc")).toEqual({
      utm_source: "google ads",
      utm_medium: "cpc",
      utm_campaign: "spring",
    });
    expect(readCampaign("?gclid=")).toEqual({});
  });

  test("holds nothing invalid or unlimited", () => {
    const { utm_source, utm_term, landing_page } = arrive(
      `/${"a".repeat(5_000)}?utm_source=a%00b%E2%80%8Bc%22%5C&utm_term=${"x".repeat(99)}%F0%9F%95%AF`,
    );
    expect(utm_source).toBe("abc");
    expect(utm_term).toBe("x".repeat(99));
    expect(landing_page).toHaveLength(200);
    expect(readCampaign("?utm_campaign=%00")).toEqual({});
  });
});

describe("a tab", () => {
  const first = arrive("/", "https://bing.com/");

  test("keeps its first arrival, and the last that came from somewhere", () => {
    const begun = withTouch(null, first);
    expect(begun).toEqual({ first });
    expect(withTouch(begun, arrive("/pricing", "https://dock.example/"))).toEqual({ first });
    const campaign = arrive("/services?utm_source=ads");
    const twice = withTouch(begun, campaign);
    expect(twice).toEqual({ first, last: campaign });
    const partner = arrive("/", "https://partner.example/");
    expect(withTouch(twice, partner)).toEqual({ first, last: partner });
    expect(withTouch(twice, arrive("/faqs"))).toEqual(twice);
  });
});

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
