import { expect, test } from "vitest";
import { sitePath } from "./site-path.ts";

test.each([
  ["/", "/"],
  ["/Old-Page/", "/old-page"],
  ["/Caf%C3%A9", "/caf%C3%A9"],
  ["/CAFÉ", "/caf%C3%A9"],
  ["/cafe%cc%81", "/caf%C3%A9"],
  ["/%41%2d1", "/a-1"],
  ["/a b", "/a%20b"],
  ["/a%3fb", "/a%3Fb"],
  ["/a%24+%2c;=:@", "/a$+,;=:@"],
  ["/100%25", "/100%25"],
])("spells %s as %s, and again", (path, spelled) => {
  expect(sitePath(path)).toBe(spelled);
  expect(sitePath(spelled)).toBe(spelled);
});

test.each([
  ..."old //old /a//b /a/../b /.. /%2e%2e/a /a%2Fb /a%5Cb /a\\b /50% /%ff /a%0d%0ab /a%00".split(
    " ",
  ),
  "",
  "/\ud800",
  `/${"a".repeat(500)}`,
])("has no spelling for %j", (path) => {
  expect(sitePath(path)).toBeUndefined();
});
