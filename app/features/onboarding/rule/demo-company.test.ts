import { expect, test } from "vitest";
import { DEMO_NAME, demoNamedIn } from "./demo-company.ts";

test("counts the demo's whole name as demo content, but no shared word", () => {
  const namesake = demoNamedIn("Evergreen Logistics");
  expect(namesake("Evergreen packs by hand.")).toBe(false);
  expect(namesake("Evergreen Fulfillment packs by hand.")).toBe(true);
  expect(demoNamedIn("Northlight")(`${DEMO_NAME} packs.`)).toBe(true);
  expect(demoNamedIn("Evergreen Fulfillment")("Evergreen packs.")).toBe(true);
});
