import { expect, test } from "vitest";
import { swapText } from "./live-page.ts";

const node = (data: string) => ({
  data,
  replaceData(at: number, count: number, text: string) {
    this.data = this.data.slice(0, at) + text + this.data.slice(at + count);
  },
});

/** The text nodes of an element after a swap. */
function swapped(parts: string[], before: string, after: string) {
  const texts = parts.map(node);
  const done = swapText(texts, before, after);
  return done ? texts.map(({ data }) => data) : done;
}

test.each([
  [["Fast"], "Fast", "Faster", ["Faster"]],
  [["“Fast”"], "Fast", "Quick", ["“Quick”"]],
  [["Call ", "555"], "Call", "Ring", ["Ring ", "555"]],
  [["In ", "24-48 hours", "."], "In 24-48 hours.", "In 24-49 hours.", ["In ", "24-49 hours", "."]],
  [["In ", "24-48 hours", "."], "In 24-48 hours.", "Soon.", ["Soon", "", "."]],
  [["$1.00", " ", "per order"], "$1.00 per order", "$1.00 per box", ["$1.00", " ", "per box"]],
  [["Fast"], "Fast", "", [""]],
  [["a📦b"], "a📦b", "a📮b", ["a📮b"]],
])("%j: %j becomes %j", (parts, before, after, expected) => {
  expect(swapped(parts, before, after)).toEqual(expected);
});

test("leaves missing and empty texts to the server's page", () => {
  expect(swapped(["Slow"], "Fast", "Faster")).toBe(false);
  expect(swapped(["Slow"], "", "Faster")).toBe(false);
});
