import { expect, test } from "vitest";
import { nameOf } from "./name.ts";

test.each([
  ["Sam Lee", "Sam Lee"],
  [" Sam Lee ", "Sam Lee"],
  [" ", "sam@x.example"],
  [null, "sam@x.example"],
])("a person with the name %j is called %s", (full_name, name) => {
  expect(nameOf({ full_name, email: "sam@x.example" })).toBe(name);
});
