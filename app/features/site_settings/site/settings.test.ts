import { expect, test, vi } from "vitest";
import { mergeSettings } from "#app/content/index.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { load } from "./above.tsx";
import { siteSettings } from "./settings.ts";

const deadline = () => new AbortController().signal;

test("a site whose settings can't be read has the defaults", async () => {
  const degrade = vi.fn();
  const cause = new Error("gone");
  const server = { rows: () => Promise.reject(cause), deadline, degrade };
  expect(await siteSettings(server as unknown as ServerContext)).toEqual(mergeSettings());
  expect(degrade.mock.calls).toEqual([["the settings could not be read", cause]]);
});

test("the question about cookies may refer to a price", async () => {
  const stored = {
    ga_enabled: "true",
    ga_measurement_id: "G-1",
    consent_text: "{price: storage}?",
  };
  const tables: Record<string, unknown> = {
    site_settings: Object.entries(stored).map(([setting_key, setting_value]) => ({
      setting_key,
      setting_value,
    })),
    pricing_items: [{ reference: "storage", rate: "$2.00" }],
  };
  const server = { rows: async (table: string) => tables[table], deadline };
  expect(await load(server as unknown as ServerContext)).toMatchObject({ text: "$2.00?" });
});
