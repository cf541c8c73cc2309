import { expect, test } from "vitest";
import { home } from "#app/content/pages/home.ts";
import { bySection } from "./content-sections.tsx";

test("orders the editor's rows as the page does, unknown ones last", () => {
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
