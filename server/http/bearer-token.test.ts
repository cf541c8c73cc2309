import { expect, test } from "vitest";
import { bearsToken } from "./bearer-token.ts";

test.each(["Bearer t.o.k", "bearer t.o.k"])("%j bears the token", (header) => {
  expect(bearsToken("t.o.k", header)).toBe(true);
});

test.each([
  undefined,
  "",
  "t.o.k",
  "Bearer ",
  "Bearer t.o.k2",
  "Bearer t.o",
  "Bearer t.o.k x",
  "x Bearer t.o.k",
  "Basic t.o.k",
])("%j does not", (header) => {
  expect(bearsToken("t.o.k", header)).toBe(false);
});
