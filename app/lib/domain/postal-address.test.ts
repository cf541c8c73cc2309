import { expect, test } from "vitest";
import { mergeSettings } from "#app/content/index.ts";
import { postalLines } from "./postal-address.ts";

const parts = ["street", "city", "region", "postal_code", "country"] as const;

test.each([
  [
    ["12 Dock Street", "Portland", "OR", "97209", "US"],
    "12 Dock Street / Portland, OR 97209 / United States",
  ],
  [[" 12 Dock Street ", "Portland", "", "97209"], "12 Dock Street / Portland, 97209"],
  [
    ["12 Dock Street", " Portland ", " OR ", " 97209 ", " US "],
    "12 Dock Street / Portland, OR 97209 / United States",
  ],
  [["12 Dock Street", "Windsor", "", "", "Canada"], "12 Dock Street / Windsor / Canada"],
  [["12 Dock Street", "Portland"], "12 Dock Street / Portland"],
  [["", "Portland", "OR"], ""],
  [["12 Dock Street", " "], ""],
  [[], ""],
])("formats %j as on an envelope", (given, expected) => {
  const address = Object.fromEntries(given.map((part, at) => [`address_${parts[at]}`, part]));
  expect(postalLines({ ...mergeSettings(), ...address }).join(" / ")).toBe(expected);
});
