import { expect, test } from "vitest";
import { mergeSettings } from "#app/content/index.ts";
import { postalLines } from "./postal-address.ts";

const lines = (
  address_street: string,
  address_city: string,
  address_region = "",
  address_postal_code = "",
  address_country = "",
) =>
  postalLines({
    ...mergeSettings(),
    address_street,
    address_city,
    address_region,
    address_postal_code,
    address_country,
  });

test.each([
  [
    lines("12 Dock Street", "Portland", "OR", "97209", "US"),
    "12 Dock Street / Portland, OR 97209 / US",
  ],
  [lines(" 12 Dock Street ", "Portland", "", "97209"), "12 Dock Street / Portland, 97209"],
  [lines("12 Dock Street", "Portland"), "12 Dock Street / Portland"],
  [lines("", "Portland", "OR"), ""],
  [lines("12 Dock Street", " "), ""],
  [postalLines(mergeSettings()), ""],
])("formats %j as on an envelope", (read, expected) => {
  expect(read.join(" / ")).toBe(expected);
});
