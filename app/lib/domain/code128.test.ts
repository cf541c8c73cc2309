import { expect, test } from "vitest";
import { code128 } from "./code128.ts";
import { formatWebsite, phoneLink } from "./contact-links.ts";

/** The widths of bars and spaces, as printed in the standard's table. */
function widthsOf(text: string): string {
  const { bars, width } = code128(text);
  return bars
    .map(([left, bar], index) => {
      const [next = width] = bars[index + 1] ?? [];
      return `${bar}${next - left - bar || ""}`;
    })
    .join("");
}
const START_B = "211214";
const STOP = "2331112";

test.each([
  // 104 + 33 is 34 modulo 103.
  ["A", ["111323", "131123"]],
  // 104 + 33 + 2 * 34 is 102 modulo 103.
  ["AB", ["111323", "131123", "411131"]],
  // The first and last characters of the set: 104 + 0 + 2 * 94 is 86.
  [" ~", ["212222", "131141", "411212"]],
])("encodes %j as the standard requires", (text, symbols) => {
  const all = START_B + symbols.join("") + STOP;
  expect(widthsOf(text)).toBe(all);
  expect(code128(text).width).toBe([...all].reduce((sum, one) => sum + Number(one), 0));
});

test("leaves out characters that the set lacks", () => {
  expect(code128("Aé\n\u007f📦")).toEqual(code128("A"));
});

test("numbers and addresses as links and as people say them", () => {
  expect(
    [
      "+1 (503) 555-0142",
      "503.555.0142",
      "1-503-555-0142",
      "(503) 555-0142, ext. 12",
      "+44 20 7946 0018",
      "+44 (0)20 7946 0018",
      "911",
    ].map(phoneLink),
  ).toEqual([
    "tel:+15035550142",
    "tel:+15035550142",
    "tel:+15035550142",
    "tel:+15035550142;ext=12",
    "tel:+442079460018",
    "tel:+442079460018",
    "tel:911",
  ]);
  expect(
    ["https://dock.test/", "http://dock.test/a/", "dock.test", "httpss://a"].map(formatWebsite),
  ).toEqual(["dock.test", "dock.test/a", "dock.test", "httpss://a"]);
});
