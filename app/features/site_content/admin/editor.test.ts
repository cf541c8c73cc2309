import { expect, test } from "vitest";
import { checkText } from "./editor.ts";

const calendar = { content_type: "url", content_key: "calendly_url" };
const title = { content_type: "text", content_key: "title" };

test.each([
  [calendar, " calendly.com/us/call ", "https://calendly.com/us/call"],
  [calendar, "https://calendly.com/us/call", "https://calendly.com/us/call"],
  [calendar, "/contact", "/contact"],
  [calendar, "", ""],
  [title, " calendly.com ", " calendly.com "],
])("stores a text of %j typed as %j as %j", (row, typed, value) => {
  expect(checkText(row, typed, undefined)).toEqual({ value });
});
