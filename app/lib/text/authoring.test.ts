import { expect, test } from "vitest";
import { catalogueFields } from "#app/content/index.ts";
import { altProblem, authorProblem, linkProblem } from "./authoring.ts";

test.each([
  "IMG_2041.JPG",
  "dock-door.webp",
  "IMG_2041",
  "image 3",
  "Screenshot",
  "photo(2)",
  "DSC00012",
])("takes %j for a file name", (text) =>
  expect(altProblem(text)).toMatch(/^This looks like a file name/),
);

test.each(["Image of a dock", "a picture of racks", "The photo showing Ana", "Photograph of us"])(
  "asks to leave out that %j is an image",
  (text) => expect(altProblem(text)).toMatch(/^Leave out words/),
);

test.each([
  "",
  "A truck at the dock door at dawn",
  "Photographer Ana Lima",
  "Iconic dock 4",
  "Images of 2026 orders by month",
])("accepts %j as alt text", (text) => expect(altProblem(text)).toBeUndefined());

test.each(["here", "Click here", "Read more", "learn more →", "More", "This link.", "Details…"])(
  "takes %j for a vague link",
  (text) => expect(linkProblem(text)).toMatch(/^Say where the link goes/),
);

test.each([
  "",
  "See Pricing",
  "Read our rates",
  "More about returns",
  "Schedule a Call",
  "Here in Portland",
])("accepts %j as a link", (text) => expect(linkProblem(text)).toBeUndefined());

test("knows a field by its name, and finds nothing in the default texts", () => {
  expect(authorProblem("photo_alt", "dock.jpg")).toBeDefined();
  expect(authorProblem("alt_text", "dock.jpg")).toBeDefined();
  expect(authorProblem("alt", "dock.jpg")).toBeDefined();
  for (const name of ["schedule_button", "link_label", "returns_link"])
    expect(authorProblem(name, "here")).toBeDefined();
  expect(authorProblem("title", "here")).toBeUndefined();
  expect(authorProblem("default_text", "dock.jpg")).toBeUndefined();
  const found = catalogueFields.filter(({ content_key, field }) =>
    authorProblem(content_key, field.value),
  );
  expect(found).toEqual([]);
});
