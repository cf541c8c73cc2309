import { expect, test } from "vitest";
import { fillIn, openingOf } from "./reply-box.tsx";

test.each([
  ["Hi {name},", "Hi Ana,"],
  ["{business} and {business}", "$& & Co and $& & Co"],
  ["{other} stays", "{other} stays"],
])("'%s' becomes '%s'", (text, filled) => {
  expect(fillIn(text, { name: " Ana  Ruiz ", business_name: "$& & Co" })).toBe(filled);
});

test("addresses a lead without a business in a whole sentence", () => {
  expect(fillIn("How is {business}?", { name: "Ana", business_name: null })).toBe(
    "How is your business?",
  );
});

test("does not fill placeholders inside values", () => {
  expect(fillIn("{name}", { name: "{business}", business_name: "Halfmoon" })).toBe("{business}");
});

test("a reply begins with a greeting", () => {
  expect(openingOf({ name: "Ana Ruiz", business_name: null }, "Evergreen")).toEqual({
    subject: "Re: Your message to Evergreen",
    message: "Hi Ana,\n\n",
  });
});

test.each([
  ["Prices", "Re: Prices"],
  ["RE: re: Prices ", "Re: Prices"],
  [" ", "Re: Your message"],
  [null, "Re: Your message"],
  ["x".repeat(500), `Re: ${"x".repeat(196)}`],
])("a reply to '%s' is called '%s'", (answered, subject) => {
  const lead = { name: "Ana Ruiz", business_name: null };
  expect(openingOf(lead, undefined, answered).subject).toBe(subject);
});
