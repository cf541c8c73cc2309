import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { mergeContent } from "#app/content/index.ts";
import { Testimonial } from "./testimonial.tsx";

const { testimonial } = mergeContent("home");
const shown = (words: typeof testimonial) =>
  renderToStaticMarkup(
    createElement(Testimonial, { section: words, voice: { words, portrait: null }, others: [] }),
  );

test("shows nothing without a testimonial and figures", () => {
  const without = { ...testimonial, quote: "", stat_1_value: "", stat_2_value: "" };
  expect(shown(without)).toContain(testimonial.stat_3_label);
  expect(shown({ ...without, stat_3_value: "" })).toBe("");
});
