import { expect, test } from "vitest";
import { cleanCode, codesAsText, inGroups, isAppCode, nextName } from "./codes.ts";

test.each([
  ["123456", "123456"],
  [" 123 456 ", "123456"],
  ["123-456", "123456"],
  ["123\u00a0456\n", "123456"],
  ["１２３４５６", "123456"],
  ["abcde–fghij", "abcdefghij"],
])("cleans the code %j", (typed, code) => {
  expect(cleanCode(typed)).toBe(code);
});

test("a code of an app has six digits", () => {
  expect(isAppCode("012345")).toBe(true);
  for (const other of ["", "12345", "1234567", "12345a"]) expect(isAppCode(other)).toBe(false);
});

test("groups a key or a code by four, and loses nothing of it", () => {
  expect(inGroups("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
  expect(inGroups("abcd-efgh-jkmn", "-")).toBe("abcd-efgh-jkmn");
  expect(cleanCode(inGroups("abcdefghjkmnpqrs", "-"))).toBe("abcdefghjkmnpqrs");
  expect(inGroups("")).toBe("");
});

test("the next app gets a free name", () => {
  expect(nextName([])).toBe("Authenticator app");
  expect(nextName(["Phone"])).toBe("Authenticator app");
  expect(nextName(["authenticator app", "Authenticator app 2"])).toBe("Authenticator app 3");
});

test("the text file says whose codes they are", () => {
  const text = codesAsText(["one", "two"], "example.com", "ada@example.com");
  expect(text.split("\n")).toEqual([
    "Recovery codes for ada@example.com at example.com",
    "Each code signs you in once when you don't have your authenticator app.",
    "",
    "one",
    "two",
    "",
  ]);
});
