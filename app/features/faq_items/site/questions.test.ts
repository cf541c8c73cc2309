import { expect, test } from "vitest";
import { withAnchors } from "./questions.tsx";

const anchors = (...questions: string[]) =>
  withAnchors(questions.map((question) => ({ question }))).map(({ anchor }) => anchor);

test("links a question by its text", () => {
  expect(anchors("What's the rate, really?", "¿Cuánto cuesta?")).toEqual([
    "faq-whats-the-rate-really",
    "faq-cuánto-cuesta",
  ]);
});

test("gives each question its own non-empty address", () => {
  expect(anchors("Why?", "Why?", "why", "???", "!")).toEqual([
    "faq-why",
    "faq-why--2",
    "faq-why--3",
    "faq-question",
    "faq-question--2",
  ]);
});

test("shortens the address of a long question", () => {
  expect(anchors("how ".repeat(200))[0]?.length).toBeLessThanOrEqual(64);
});
