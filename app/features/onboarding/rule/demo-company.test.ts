import { expect, test } from "vitest";
import { DEMO_NAME, demoNamedIn, demoTraceIn } from "./demo-company.ts";

test("counts the demo's whole name as demo content, but no shared word", () => {
  const namesake = demoNamedIn("Evergreen Logistics");
  expect(namesake("Evergreen packs by hand.")).toBe(false);
  expect(namesake("Evergreen Fulfillment packs by hand.")).toBe(true);
  expect(demoNamedIn("Northlight")(`${DEMO_NAME} packs.`)).toBe(true);
  expect(demoNamedIn("Evergreen Fulfillment")("Evergreen packs.")).toBe(true);
});

test.each([
  ["Evergreen packs.", "name"],
  ["hello@evergreen.example.com", "name"],
  ["(503) 555-0142", "number"],
  ["503.555.0142", "number"],
  ["Quick and kind. Priya Castellanos", "person"],
])("%s shows the demo's %s", (text, trace) => {
  expect(demoTraceIn(text)).toBe(trace);
});
