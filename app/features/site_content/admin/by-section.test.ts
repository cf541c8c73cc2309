import { expect, test } from "vitest";
import { home } from "#app/content/pages/home.ts";
import { bySection } from "./by-section.ts";

test("the editor's rows come in the order the page is written, strangers last", () => {
  const rows = [
    { section_name: "zoo", content_key: "sign" },
    { section_name: "cta", content_key: "title" },
    { section_name: "hero", content_key: "title" },
    { section_name: "hero", content_key: "eyebrow" },
  ];
  expect(
    bySection(rows, home).map(([name, fields]) => [name, fields.map((row) => row.content_key)]),
  ).toEqual([
    ["hero", ["eyebrow", "title"]],
    ["cta", ["title"]],
    ["zoo", ["sign"]],
  ]);
});
