import { expect, test } from "vitest";
import { readState, readStates, stateName, stateTiles } from "./states.ts";

test("the map has each of 50 states and the capital's district once, no two in one place", () => {
  expect(new Set(stateTiles.map(({ state }) => state)).size).toBe(51);
  expect(stateTiles).toHaveLength(51);
  expect(new Set(stateTiles.map(({ column, row }) => `${column} ${row}`)).size).toBe(51);
  expect(Math.max(...stateTiles.map(({ column }) => column))).toBe(10);
  expect(Math.max(...stateTiles.map(({ row }) => row))).toBe(7);
});

test.each([
  ["OR, WA, ID", ["OR", "WA", "ID"], []],
  ["Oregon; washington\nnew york and NJ.", ["OR", "WA", "NY", "NJ"], []],
  ["OR, Oregon, or", ["OR"], []],
  ["OR, Oregn, Puerto Rico", ["OR"], ["Oregn", "Puerto Rico"]],
  ["Rhode Island, Maryland", ["RI", "MD"], []],
  [" , ;\n", [], []],
  ["constructor", [], ["constructor"]],
])("reads %j", (text, states, unknown) => {
  expect(readStates(text)).toEqual({ states, unknown });
});

test("reads one state by code or name, and names it", () => {
  expect(readState(" dc ")).toBe("DC");
  expect(stateName("DC")).toBe("District of Columbia");
  expect(readState("")).toBeUndefined();
});
