import { expect, test } from "vitest";
import { catalogue, mergeContent, mergeSettings } from "./index.ts";

const row = (section_name: string, content_key: string, content_value: string) => ({
  page_name: "home",
  section_name,
  content_key,
  content_value,
});

test("replaces only its own default with a stored text", () => {
  const content = mergeContent("home", [row("hero", "title", "Changed by staff")]);
  expect(content.hero.title).toBe("Changed by staff");
  expect(content.hero.subtitle).toBe(catalogue.home.hero.subtitle.value);
});

test("keeps a text blank that staff blanked", () => {
  expect(mergeContent("home", [row("hero", "eyebrow", "")]).hero.eyebrow).toBe("");
});

test("uses the defaults without rows", () => {
  expect(mergeContent("why-us").stats.stat_3_value).toBe("99.8%");
});

test("ignores rows of other pages and unknown keys", () => {
  const strangers = [
    { ...row("hero", "title", "Not this page"), page_name: "pricing" },
    row("hero", "banner", "No such key"),
    row("__proto__", "title", "No such section"),
  ];
  expect(mergeContent("home", strangers)).toEqual(mergeContent("home"));
});

test("merges stored settings over the defaults, without unknown keys", () => {
  const settings = mergeSettings([
    { setting_key: "company_name", setting_value: "Spruce Logistics" },
    { setting_key: "smtp_password", setting_value: "secret" },
  ]);
  expect(settings.company_name).toBe("Spruce Logistics");
  expect(settings.brand_color_primary).toBe("#1F6E4D");
  expect(settings).not.toHaveProperty("smtp_password");
});
