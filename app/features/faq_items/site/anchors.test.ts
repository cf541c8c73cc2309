import { expect, test } from "vitest";
import { withAnchors } from "./anchors.ts";

const anchors = (...questions: string[]) =>
  withAnchors(questions.map((question) => ({ question }))).map(({ anchor }) => anchor);

test("a question is linked by its words", () => {
  expect(anchors("What's the rate, really?", "¿Cuánto cuesta?")).toEqual([
    "faq-whats-the-rate-really",
    "faq-cuánto-cuesta",
  ]);
});

test("no two questions share an address, and none is empty", () => {
  expect(anchors("Why?", "Why?", "why", "???", "!")).toEqual([
    "faq-why",
    "faq-why--2",
    "faq-why--3",
    "faq-question",
    "faq-question--2",
  ]);
});

test("a very long question gets a short address", () => {
  expect(anchors("how ".repeat(200))[0]?.length).toBeLessThanOrEqual(64);
});
