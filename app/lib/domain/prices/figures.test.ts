import { describe, expect, test } from "vitest";
import { monthQuery, readMonth } from "./figures.ts";
import type { Month } from "./month.ts";
import { month } from "./steps.ts";

describe("figures as typed", () => {
  const typed = { orders: "300", items: "2", cubic_feet: "40", returns: "yes" };
  const read = (odd: Partial<Record<keyof Month, string | undefined>>) =>
    readMonth((name) => ({ ...typed, ...odd })[name as keyof typeof typed] ?? null);

  test.each<[Partial<Record<keyof Month, string>>, Partial<Month>]>([
    [{}, {}],
    [{ orders: "1" }, { orders: 1 }],
    [{ orders: " 1,000 " }, { orders: 1_000 }],
    [{ orders: "1,000,000" }, { orders: 1_000_000 }],
    [{ orders: "0300" }, { orders: 300 }],
    [{ orders: "300.0" }, { orders: 300 }],
    [{ items: "1000" }, { items: 1_000 }],
    [{ items: "1.5" }, { items: 1.5 }],
    [{ items: "2.333333" }, { items: 2.33 }],
    [{ cubic_feet: "0" }, { cubic_feet: 0 }],
    [{ cubic_feet: ".5" }, { cubic_feet: 0.5 }],
    [{ cubic_feet: "12,345.75" }, { cubic_feet: 12_345.75 }],
    [{ returns: "no" }, { returns: false }],
    [{ size: "small" }, { size: "small" }],
    [{ size: "large" }, { size: "large" }],
    [{ size: "" }, {}],
    [{ size: "toString" }, {}],
    [
      { cartons: "12", ounces: "8.5" },
      { cartons: 12, ounces: 8.5 },
    ],
    [{ cartons: "0" }, { cartons: 0 }],
    [{ cartons: " ", ounces: "" }, {}],
  ])("%o", (odd, figures) => {
    expect(read(odd)).toEqual({ month: month(figures) });
  });

  test.each<[keyof Month, string | undefined, string]>([
    ["orders", "", "Please enter how many orders"],
    ["orders", undefined, "Please enter how many orders"],
    ["orders", "   ", "Please enter how many orders"],
    ["orders", "0", "Please enter 1 to 1,000,000 orders"],
    ["orders", "-5", "Please enter 1 to 1,000,000 orders"],
    ["orders", "1000001", "Please enter 1 to 1,000,000 orders"],
    ["orders", "1".repeat(400), "Please enter 1 to 1,000,000 orders"],
    ["orders", "2.5", "Please enter whole orders, like 300"],
    ["orders", "many", "Please enter orders as a number, like 300"],
    ["orders", "1e3", "Please enter orders as a number, like 300"],
    ["orders", "0x10", "Please enter orders as a number, like 300"],
    ["orders", "Infinity", "Please enter orders as a number, like 300"],
    ["orders", "300; drop table", "Please enter orders as a number, like 300"],
    ["orders", "1,00", "Please use a decimal point, like 2.5"],
    ["items", "0", "Please enter 1 to 1,000 items"],
    ["items", "0.99", "Please enter 1 to 1,000 items"],
    ["items", "1001", "Please enter 1 to 1,000 items"],
    ["items", "2,5", "Please use a decimal point, like 2.5"],
    ["items", "two", "Please enter items as a number, like 2"],
    ["cubic_feet", "-1", "Please enter 0 to 1,000,000 cubic feet"],
    ["cubic_feet", "1,000,001", "Please enter 0 to 1,000,000 cubic feet"],
    ["cubic_feet", "1.000,5", "Please use a decimal point, like 2.5"],
    ["cubic_feet", "", "Please enter how many cubic feet"],
    ["cubic_feet", "1.2.3", "Please enter cubic feet as a number, like 40"],
    ["cartons", "-1", "Please enter 0 to 100,000 cartons"],
    ["cartons", "2.5", "Please enter whole cartons, like 12"],
    ["cartons", "some", "Please enter cartons as a number, like 12"],
    ["ounces", "0", "Please enter 0.1 to 10,000 ounces"],
    ["ounces", "10001", "Please enter 0.1 to 10,000 ounces"],
    ["ounces", "1 lb", "Please enter ounces as a number, like 8"],
    ["returns", "maybe", "Please choose yes or no"],
    ["returns", undefined, "Please choose yes or no"],
  ])("%s %j is refused", (name, value, sentence) => {
    expect(read({ [name]: value })).toEqual({ errors: { [name]: sentence } });
  });

  test("each wrong field has its own sentence", () => {
    expect(Object.keys(read({ orders: "x", items: "", returns: "" }).errors ?? {})).toEqual([
      ...["orders", "items", "returns"],
    ]);
  });

  test("the end of an address says the same month", () => {
    const query = new URLSearchParams(monthQuery(month({ items: 1.5, returns: false })));
    expect(readMonth((name) => query.get(name))).toEqual({
      month: month({ items: 1.5, returns: false }),
    });
    const whole = month({ size: "small", cartons: 0, ounces: 8 });
    expect(monthQuery(whole)).toBe(
      "orders=300&items=2&size=small&cubic_feet=40&returns=yes&cartons=0&ounces=8",
    );
  });
});

test.each(["yesterday", "no way", "oh no", "my yes"])("rejects %j as returns", (returns) => {
  const typed = { orders: "1", items: "1", cubic_feet: "1", returns };
  expect(readMonth((name) => typed[name as keyof typeof typed]).errors).toEqual({
    returns: "Please choose yes or no",
  });
});
