import { expect, test } from "vitest";
import { items } from "./index.ts";

const section = {
  title: "Steps",
  step_1_title: "Receive",
  step_1_description: "In",
  step_2_title: "  ",
  step_2_description: "Nobody reads this",
  step_10_title: "Ship",
  step_10_description: "",
  step_note: "Not an item",
};

test("reads a numbered group as a list and keeps each entry's number", () => {
  expect(items(section, "step")).toEqual([
    { number: 1, title: "Receive", description: "In" },
    { number: 10, title: "Ship", description: "" },
  ]);
});

test("matches a prefix as a whole", () => {
  expect(items({ extra_step_1_title: "No" }, "step")).toEqual([]);
});
