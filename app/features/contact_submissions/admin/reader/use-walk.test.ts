import { expect, test } from "vitest";
import { placeOf } from "./use-walk.ts";

const place = (id: string, ids: string, seen: string) => placeOf(id, [...ids], [...seen]);

test.each([
  ["is listed", "c", "abcde", "abcde", 2],
  ["has gone alone", "c", "abde", "abcde", 2],
  ["has gone together with one before it", "c", "bde", "abcde", 1],
  ["has gone together with all before it", "c", "de", "abcde", 0],
  ["has gone while new ones came above", "c", "xyabde", "abcde", 4],
  ["has gone with all before it while new ones came above", "c", "xyde", "abcde", 2],
  ["was the last", "e", "abcd", "abcde", 4],
  ["has gone with all that stood around it", "c", "xy", "abcde", 0],
  ["was never listed", "z", "abc", "", 0],
])("finds the position of a message that %s", (_, id, ids, seen, at) => {
  expect(place(id, ids, seen)).toBe(at);
});
