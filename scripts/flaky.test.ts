import { expect, test } from "vitest";
import { flaky } from "./flaky.mjs";

const journey = (title: string, status: string, ...messages: string[]) => ({
  title,
  tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }, {}] }],
});

test("only a browser that hung on a picture is forgiven", () => {
  const report = {
    suites: [
      {
        specs: [
          journey("fine", "expected"),
          journey("broken", "unexpected", "Error: page.screenshot: Test ended."),
          journey("wavers", "flaky", "Error: 2 headings\n> page.screenshot: Timeout"),
        ],
        suites: [
          {
            specs: [
              journey("ended", "flaky", "Test timeout", "Error: page.screenshot: Test ended.\n"),
              journey("late", "flaky", "TimeoutError: page.screenshot: Timeout 20000ms exceeded."),
            ],
          },
        ],
      },
    ],
  };
  expect(flaky(report)).toEqual({ hung: ["ended", "late"], wavering: ["wavers"] });
});
