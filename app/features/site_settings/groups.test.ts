import { expect, test } from "vitest";
import { defaultSettings } from "#app/content/index.ts";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import { groupsOf, settingsOf, TABS } from "./admin/catalog.ts";

const added = { setting_key: "warehouse_motto", setting_value: "" } as SiteSetting;

test("groups General, with settings added by an admin last", () => {
  const titles = (rows: readonly SiteSetting[]) =>
    groupsOf("general", rows).map(({ title }) => title);
  const known = [
    "Website",
    "Company and contact",
    "Address",
    "Hours and time zone",
    "Dispatch",
    "Pricing",
    "Confirmation email",
  ];
  expect(titles([])).toEqual(known);
  expect(titles([added])).toEqual([...known, "Other"]);
  expect(settingsOf("general", [added]).at(-1)?.key).toBe("warehouse_motto");
});

test("keeps another tab as one group without added settings", () => {
  const groups = groupsOf("social", [added]);
  expect(groups.map(({ title }) => title)).toEqual([""]);
  expect(groups[0]?.settings).toHaveLength(4);
});

test("shows each setting in one tab", () => {
  const shown = TABS.flatMap((tab) => settingsOf(tab, []).map(({ key }) => key));
  expect(shown.sort()).toEqual(Object.keys(defaultSettings).sort());
});
