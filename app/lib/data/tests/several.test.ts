import { describe, expect, test } from "vitest";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { oneByOne, together } from "../several.ts";
import { backend, faqs, row, signedIn, withMockBackend } from "./steps.ts";

const rows = [{ id: "a" }, { id: "b" }, { id: "c" }];
const refusal = Object.assign(new Error("These texts use this price."), { code: "PT409" });
const offline = new TypeError("Failed to fetch");
const failing = (at: string, cause: unknown) => {
  const tried: string[] = [];
  const save = async ({ id }: { id: string }) => {
    tried.push(id);
    if (id === at) throw cause;
    return id;
  };
  return { tried, save };
};

test("names a refused row and changes the others", async () => {
  const { save } = failing("a", refusal);
  expect(await oneByOne(rows, save)).toEqual({
    done: ["b", "c"],
    cause: refusal,
    refused: rows[0],
  });
});

test("stops after a request without an answer", async () => {
  const { save, tried } = failing("b", offline);
  expect(await oneByOne(rows, save)).toEqual({ done: ["a"], cause: offline, refused: rows[1] });
  expect(tried).toEqual(["a", "b"]);
  await expect(oneByOne(rows, failing("a", offline).save)).rejects.toBe(offline);
});

test("reports the first reason when all rows are refused", async () => {
  const gone = new RefusedError("Someone else deleted it meanwhile");
  const refuse = () => Promise.reject(gone);
  expect(await oneByOne(rows, refuse)).toEqual({ done: [], cause: gone, refused: rows[0] });
});

test("sends all in one call, and each alone when one is refused", async () => {
  const calls: string[] = [];
  const call = (refused: string) => async (ids: string[]) => {
    calls.push(ids.join(""));
    return ids.includes(refused)
      ? { data: null, error: refusal }
      : { data: ids, error: null, status: 200 };
  };
  expect(await together(rows, call("none"))).toEqual({ done: ["a", "b", "c"] });
  expect(calls.splice(0)).toEqual(["abc"]);
  expect(await together(rows, call("b"))).toEqual({
    done: ["a", "c"],
    cause: refusal,
    refused: rows[1],
  });
  expect(calls).toEqual(["abc", "a", "b", "c"]);
  const denied = { code: "22P02" };
  await expect(together(rows, async () => ({ data: null, error: denied }))).rejects.toBe(denied);
});

describe("no row was changed", () => {
  withMockBackend();

  test.each([
    [["editor"], "Someone else already deleted them"],
    // They can't read what is inactive, and change nothing.
    [["sales"], "You don't have permission to do this"],
    [[], "You no longer have access"],
  ])("by %j", async (roles, words) => {
    signedIn(true);
    backend.answers = [{ body: [] }, { body: roles }];
    await expect(faqs.updateAll([row], { is_active: true })).rejects.toThrow(words);
  });
});
