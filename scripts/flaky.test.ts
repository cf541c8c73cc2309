import { expect, test } from "vitest";
import { flaky, literally } from "./flaky.mjs";

const journey = (title: string, status: string, ...messages: string[]) => ({
  title,
  tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }, {}] }],
});

test("a browser that hung on a picture is told from a journey that wavers", () => {
  const report = {
    suites: [
      {
        title: "a.spec.ts",
        specs: [
          journey("fine", "expected"),
          journey("broken", "unexpected", "Error: page.screenshot: Test ended."),
          journey("wavers", "flaky", "Error: 2 headings\n> page.screenshot: Timeout"),
        ],
        suites: [
          {
            title: "on a phone",
            specs: [
              journey("ended", "flaky", "Test timeout", "Error: page.screenshot: Test ended.\n"),
              journey("late", "flaky", "TimeoutError: page.screenshot: Timeout 20000ms exceeded."),
            ],
          },
        ],
      },
    ],
  };
  expect(flaky(report)).toEqual({
    hung: ["a.spec.ts on a phone ended", "a.spec.ts on a phone late"],
    wavering: ["a.spec.ts wavers"],
  });
});

test.each(["a.spec.ts / weighs no more (at most) than $1 [x]", "1+1? {2} a|b ^c *d \\e"])(
  "the words of %j find that journey and no other",
  (title) => {
    const pattern = new RegExp(literally(title));
    expect(pattern.test(title)).toBe(true);
    expect(pattern.test(title.replaceAll(/[.?*+]/g, "x"))).toBe(false);
  },
);
