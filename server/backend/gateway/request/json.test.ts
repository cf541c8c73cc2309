import { expect, test, vi } from "vitest";
import { HttpError } from "#server/backend/http-error.ts";
import { readJson } from "./json.ts";

/** The status of a refusal, or the result. */
const outcome = async (work: () => unknown) => {
  try {
    return await work();
  } catch (cause) {
    return cause instanceof HttpError ? cause.status : cause;
  }
};
/** A request with this body and this declared length. */
const sending = (
  body: BodyInit | undefined,
  type: string | undefined = "application/json",
  length?: number,
) =>
  new Request("http://site.test/", {
    method: "POST",
    ...(body !== undefined && { body }),
    headers: {
      ...(type !== undefined && { "content-type": type }),
      ...(length !== undefined && { "content-length": String(length) }),
    },
  });
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test.each([
  ['{"a":[1,"b",null]}', { a: [1, "b", null] }],
  ['"\\u00e9"', "é"],
  ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', { a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] }],
  ['{"a:b":"{","c":"}:[","d\\"":":"}', { "a:b": "{", c: "}:[", 'd"': ":" }],
  ['{"a":"x","x":1}', { a: "x", x: 1 }],
  ['{"a":"\\\\","b":"\\\\\\"","c":""}', { a: "\\", b: '\\"', c: "" }],
  ["", undefined],
  [undefined, undefined],
  ['{"a":1,"a":2}', 400],
  ['{"a":1,"\\u0061":2}', 400],
  ['[{"b":{"a":1,"c":[1],"a":2}}]', 400],
  ['{"c":[{"d":1}],"c":2}', 400],
  ["{", 400],
  ["\ufeff{}", 400],
  ['"\\u0000"', 400],
  ['{"\\u0000":1}', 400],
  ['["\\ud800"]', 400],
  [new Uint8Array([0x22, 0xff, 0x22]), 400],
  [nested(33), JSON.parse(nested(33))],
  [nested(34), 400],
])("the body %.40s is read as %j", async (body, value) => {
  expect(await outcome(() => readJson(sending(body), 1024 * 1024))).toEqual(value);
});

test.each(["a", "\n", '"', "\\", "é"])("reads a string of 4 million %j", async (letter) => {
  const given = { a: letter.repeat(4_000_000) };
  expect(await outcome(() => readJson(sending(JSON.stringify(given)), 2 ** 24))).toEqual(given);
});

test.each([
  ["application/json", 1],
  ["Application/JSON; charset=UTF-8", 1],
  ['application/json ;charset="utf-8" ', 1],
  ["application/json; charset=latin1", 415],
  ["application/jsonx", 415],
  ["x-application/json", 415],
  ["text/plain", 415],
  ["", 415],
])("answers a body of type %j with %s", async (type, value) => {
  expect(await outcome(() => readJson(sending(new Blob(["1"]), type), 1024))).toBe(value);
});

test("limits a body's length, whatever length it declares", async () => {
  const read = (text: string, length?: number) =>
    outcome(() => readJson(sending(text, undefined, length), 5));
  expect([await read('"abc"'), await read('"abcd"')]).toEqual(["abc", 413]);
  expect(await read('"abc"', 6)).toBe(413);
  expect(await read('"abc"', 5)).toBe("abc");
  const megabyte = `"${"a".repeat(1024 * 1024 - 2)}"`;
  expect(await outcome(() => readJson(sending(megabyte), 1024 * 1024))).toHaveLength(
    1024 * 1024 - 2,
  );
  await expect(readJson(sending(`${megabyte} `), 1024 * 1024)).rejects.toThrow(
    "The request is larger than 1 MB.",
  );
});

test("refuses a body that takes longer than a minute", async () => {
  vi.useFakeTimers();
  const never = new ReadableStream();
  const request = new Request("http://site.test/", {
    method: "POST",
    body: never,
    duplex: "half",
  } as RequestInit);
  const answer = expect(readJson(request, 1024)).rejects.toMatchObject({
    status: 408,
    message: "The request took too long to arrive. Please try again.",
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await answer;
  vi.useRealTimers();
});
