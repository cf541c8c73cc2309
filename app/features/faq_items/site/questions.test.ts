import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { byTopic, LoadingQuestions, matching, withAnchors } from "./questions.tsx";

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

const about = (topic: string | null, question: string) => ({ topic, question, answer: "Yes." });

test("groups by topic in any case, in the order of the first question, the rest last", () => {
  const list = [about(null, "a"), about("Cost", "b"), about(" ", "c"), about("cost ", "d")];
  expect(byTopic(list).map(({ name, items }) => [name, items.map((one) => one.question)])).toEqual([
    ["Cost", ["b", "d"]],
    ["Other questions", ["a", "c"]],
  ]);
  expect(byTopic([])).toEqual([]);
});

test("finds questions with every word, in the question or the answer", () => {
  const list = [about(null, "Do you ship boxes?"), about(null, "Boxes?")];
  expect(matching(list, "BOXES  yes")).toEqual(list);
  expect(matching(list, "ship yes")).toEqual(list.slice(0, 1));
  expect(matching(list, "")).toEqual(list);
  expect(matching(list, ".*")).toEqual([]);
});

test("finds an apostrophe however it was typed: phones write a curly one", () => {
  const list = [about(null, "What's a SKU?"), about(null, "What’s a pallet?")];
  for (const asked of ["what's", "what’s"]) expect(matching(list, asked)).toEqual(list);
});

test("without script, a slow list is requested again with its search", () => {
  const html = renderToStaticMarkup(createElement(LoadingQuestions, { asked: "A&B 50%" }));
  const whole = "/faqs?whole&amp;q=A%26B+50%25";
  expect(html).toContain(`content="0; url=${whole}"`);
  expect(html).toContain(`href="${whole}"`);
  expect(renderToStaticMarkup(createElement(LoadingQuestions, { asked: "" }))).toContain(
    'href="/faqs?whole"',
  );
});
