import { expect, test } from "vitest";
import { addressed, addressedAs, addressedRows, items, mergeContent, place } from "./index.ts";

test("marks sources of texts only on request", () => {
  const { hero, features } = mergeContent("home");
  expect(place(hero, "title")).toEqual({});
  addressed(features, "site_content/home.features.");
  expect(place(hero, "title")).toEqual({});
  expect(place(mergeContent("home").features, "title")).toEqual({});
});

test("a text of a section, of a group in it, and of what is made of it", () => {
  const { features } = mergeContent("home");
  addressed(features, "site_content/home.features.");
  expect(place(features, "title")).toEqual({ "data-place": "site_content/home.features.title" });
  const [, second] = items(features, "card");
  expect(second && place(second, "title", "description")).toEqual({
    "data-place":
      "site_content/home.features.card_2_title site_content/home.features.card_2_description",
  });
  const { description, ...rest } = features;
  expect(place(addressedAs(rest, features), "title")).toEqual(place(features, "title"));
  expect(description).toBeTruthy();
});

test("marks rows with their id, and built-in rows without one", () => {
  const [stored, builtIn] = addressedRows("faq_items", [
    { id: "7", question: "?" },
    { question: "!" },
  ] as {
    id?: string;
    question: string;
  }[]);
  expect(stored && place(stored, "question")).toEqual({ "data-place": "faq_items/7.question" });
  expect(builtIn && place(builtIn, "question")).toEqual({});
});
