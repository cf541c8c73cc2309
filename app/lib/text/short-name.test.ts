import { expect, test } from "vitest";
import { shortName } from "./short-name.ts";

test.each([
  ["Evergreen Fulfillment", "Evergreen"],
  ["The Packing House", "The Packing"],
  ["A to Z 3PL", "A to Z 3PL"],
  ["Fulfillmentworks", "Fulfillmentworks"],
  ["", ""],
])("'%s' is '%s' below an icon", (name, short) => {
  expect(shortName(name)).toBe(short);
});
