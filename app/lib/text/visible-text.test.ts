import { expect, test } from "vitest";
import { HIDDEN, UNCHANGED } from "#tests/support/samples/odd-text.ts";
import { isUnreadable, visibleText } from "./visible-text.ts";

test.each(HIDDEN)("%j is read as %j", (text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

test.each(UNCHANGED)("leaves %s unchanged", (text) => {
  expect(visibleText(text, "\n")).toBe(text);
});

test("treats unusual line separators as line breaks", () => {
  expect(visibleText("a\u2028b\u0085c\vd", "\n")).toBe("a\nb\nc\nd");
});

test("half a character is unreadable, a whole one is not", () => {
  expect(["A\ud83d", "\udd6fA", "A\ufffd", "🕯️", "Ana"].map(isUnreadable)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
