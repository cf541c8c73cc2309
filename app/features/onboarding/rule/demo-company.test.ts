import { expect, test } from "vitest";
import { DEMO_NAME, demoNamedIn } from "./demo-company.ts";

test("a name that is the company's own too is not the demo's; its whole name is", () => {
  const namesake = demoNamedIn("Evergreen Logistics");
  expect(namesake("Evergreen packs by hand.")).toBe(false);
  expect(namesake("Evergreen Fulfillment packs by hand.")).toBe(true);
  expect(demoNamedIn("Northlight")(`${DEMO_NAME} packs.`)).toBe(true);
  expect(demoNamedIn("Evergreen Fulfillment")("Evergreen packs.")).toBe(true);
});
