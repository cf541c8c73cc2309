import { expect, test } from "vitest";
import { matches } from "./find-dialog.tsx";

const place = (title: string, synonyms?: string) => ({
  key: title,
  kind: "Screen",
  title,
  to: "/",
  ...(synonyms && { synonyms }),
});
const inbox = place("Contact Submissions", "leads inbox messages");
const media = place("Media Library", "pictures files");
const titles = (typed: string) => matches([inbox, media], typed).map(({ title }) => title);

test("finds a place by part of its title, in any order and case", () => {
  expect(titles("LIB media")).toEqual(["Media Library"]);
  expect(titles("issions")).toEqual(["Contact Submissions"]);
});

test("finds a place by the start of a synonym", () => {
  expect(titles("leads")).toEqual(["Contact Submissions"]);
  expect(titles("pic")).toEqual(["Media Library"]);
  expect(titles("eads")).toEqual([]);
});

test("finds nothing unless every word fits, and everything without words", () => {
  expect(titles("leads library")).toEqual([]);
  expect(titles(" ")).toEqual(["Contact Submissions", "Media Library"]);
});
