import { expect, test } from "vitest";
import { HttpError } from "#server/backend/http-error.ts";
import { readAddress } from "./address.ts";

/** The status of a refusal, or the result. */
const outcome = async (work: () => unknown) => {
  try {
    return await work();
  } catch (cause) {
    return cause instanceof HttpError ? cause.status : cause;
  }
};
const at = (path: string) => readAddress(`http://site.test${path}`);

test.each([
  ["/rest/v1", "", []],
  ["/rest/v1/", "/", []],
  ["/rest/v1/a%20b", "/a%20b", []],
  ["/rest/v1/a?", "/a", []],
  ["/rest/v1/a?b", "/a", [["b", ""]]],
  ["/rest/v1/a?b=", "/a", [["b", ""]]],
  ["/rest/v1/a?b=c=d", "/a", [["b", "c=d"]]],
  ["/rest/v1/a?b=c+d%2Be", "/a", [["b", "c d+e"]]],
  [
    "/rest/v1/a?b+c=1&%22=2",
    "/a",
    [
      ["b+c", "1"],
      ['"', "2"],
    ],
  ],
  ["/rest/v1/a?=x", "/a", [["", "x"]]],
])("%s is read as path %j and query %j", (path, below, query) => {
  expect(at(path)).toEqual({ service: "rest", path: below, query });
});

test.each([
  ["/rest/v1x", 404],
  ["/x/rest/v1/a", 404],
  ["/rest/v1/a?b=%", 400],
  ["/rest/v1/a?b=%00", 400],
  ["/rest/v1/a?%=1", 400],
  ["/rest/v1/a?%62=1", 400],
  ["/rest/v1/a?b%2Ec=1", 400],
  ["/rest/v1/a?b%5F=1", 400],
  [`/rest/v1/a?${"b=1&".repeat(99)}b=1`, "fits"],
  [`/rest/v1/a?${"b=1&".repeat(100)}b=1`, 414],
  [`/rest/v1/a?${"b".repeat(8192 - 11)}`, "fits"],
  [`/rest/v1/a?${"b".repeat(8192 - 10)}`, 414],
])("%.40s is answered %s", async (path, status) => {
  const read = await outcome(() => at(path));
  expect(typeof read === "number" ? read : "fits").toBe(status);
});
