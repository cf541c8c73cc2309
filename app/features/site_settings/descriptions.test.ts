import { expect, test } from "vitest";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import { settingsOf } from "./admin/catalog.ts";

const row = (setting_key: string) => ({ setting_key, description: "From the row" }) as SiteSetting;

test("a known setting has the program's description, another one its row's", () => {
  const settings = settingsOf("general", [row("time_zone"), row("dock_count")]);
  const described = (key: string) => settings.find((one) => one.key === key)?.description;
  expect(described("time_zone")).toBe("Used for opening hours, schedules, backups and emails");
  expect(described("dock_count")).toBe("From the row");
});
