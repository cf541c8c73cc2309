import { expect, test } from "vitest";
import { readAnalytics } from "./analytics.ts";

const read = (settings: Record<string, string>) =>
  readAnalytics(
    Object.entries(settings).map(([setting_key, setting_value]) => ({
      setting_key,
      setting_value,
    })),
  );
const ids = { ga_measurement_id: "G-ABC123", gtm_container_id: "GTM-XYZ9" };

test("turns each on by its own switch", () => {
  expect(read({ ...ids, ga_enabled: "true", gtm_enabled: "false" })).toEqual({
    ga: "G-ABC123",
    gtm: "",
  });
  expect(read({ ...ids, gtm_enabled: "true" })).toEqual({ ga: "", gtm: "GTM-XYZ9" });
});

test.each(["", "UA-1", "G-1?x=", "G-1<script>", "g-abc"])("%j is no id to load", (id) => {
  expect(read({ ga_enabled: "true", ga_measurement_id: id }).ga).toBe("");
});

test("nothing is on without settings", () => {
  expect(read({})).toEqual({ ga: "", gtm: "" });
});
