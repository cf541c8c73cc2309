import { expect, test } from "vitest";
import { HttpError } from "#server/backend/http-error.ts";
import { readAddress } from "./request/address.ts";
import { matchStorage } from "./storage.ts";

/** The status of a refusal, or the result. */
const outcome = async (work: () => unknown) => {
  try {
    return await work();
  } catch (cause) {
    return cause instanceof HttpError ? cause.status : cause;
  }
};
/** A request to storage, matched. */
const stored = (method: string, path: string, body?: unknown, headers: HeadersInit = {}) => {
  const url = `http://site.test/storage/v1${path}`;
  const request = new Request(url, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return matchStorage(request, readAddress(url), "http://backend.internal");
};
const FILE = "/object/public/media/";

test.each([
  ["a.png", "a.png"],
  ["a/b/c.png", "a/b/c.png"],
  ["a%20b.png", "a b.png"],
  ["!-_.*'()&$@=;:+,", "!-_.*'()&$@=;:+,"],
  ["1/2/3/4/5/6/7/8/9", "1/2/3/4/5/6/7/8/9"],
  ["a".repeat(200), "a".repeat(200)],
  ["...a", "...a"],
  ["1/2/3/4/5/6/7/8/9/10", 400],
  ["a".repeat(201), 400],
  ["", 400],
  ["a//b", 400],
  ["a/", 400],
  [".../a", 400],
  ["a/...", 400],
  ["%61.png", 400],
  ["a%2Fb", 400],
  ["a%", 400],
  ["a%3Fb", 400],
  ["%C3%A9.png", 400],
])("the file name %s is %s", async (written, key) => {
  expect(await outcome(async () => (await stored("GET", FILE + written)).call.key)).toBe(key);
});

test.each([
  ["GET", "/object/public/media/a", "file"],
  ["HEAD", "/object/public/media/a", "file"],
  ["GET", "/render/image/public/media/a", "variant"],
  ["GET", "/object/media/a", "ownFile"],
  ["GET", "/object/info/media/a", "info"],
  ["GET", "/object/info/public/media/a", "publicInfo"],
  ["POST", "/object/media/a", "upload"],
  ["PUT", "/object/media/a", "replace"],
  ["DELETE", "/object/media/a", 405],
  ["DELETE", "/object/public/media/a", 405],
  ["GET", "/object/media", 405],
  ["GET", "/object/other/a", 404],
])("%s %s is %s", async (method, path, name) => {
  expect(await outcome(async () => (await stored(method, path)).name)).toBe(name);
});

test("lists the allowed methods to an unknown one", async () => {
  await expect(stored("DELETE", "/object/media/a")).rejects.toMatchObject({
    status: 405,
    headers: { allow: "GET, HEAD, POST, PUT" },
  });
});

test("rebuilds the request from what is known", async () => {
  const known = {
    accept: "image/webp",
    range: "bytes=0-1",
    "if-range": '"a"',
    "if-none-match": '"b"',
    "if-modified-since": "x",
    authorization: "Bearer t",
    "cache-control": "no-cache",
  };
  const { call } = await stored("GET", `${FILE}a%20b?download=c%20d&v=1`, undefined, {
    ...known,
    cookie: "x=1",
    "x-forwarded-host": "evil.test",
  });
  expect(call.request.url).toBe(
    "http://backend.internal/storage/v1/object/public/media/a%20b?download=c+d&v=1",
  );
  expect(Object.fromEntries(call.request.headers)).toEqual(known);
  expect([call.key, call.body, call.request.body]).toEqual(["a b", undefined, null]);
});

test.each([
  ["?v=1&v=2", 400],
  ["?other=1", 400],
  ["?width=1", 400],
  [`?v=${"1".repeat(200)}`, "file"],
  [`?v=${"1".repeat(201)}`, 400],
])("answers a file request with %.20s by %s", async (query, answer) => {
  expect(await outcome(async () => (await stored("GET", `${FILE}a${query}`)).name)).toBe(answer);
});

test("streams an uploaded file, and reads other bodies", async () => {
  const sent = await stored("POST", "/object/media/a", { any: 1 }, { "x-upsert": "true" });
  expect(await sent.call.request.json()).toEqual({ any: 1 });
  expect(sent.call.request.method).toBe("POST");
  expect(sent.call.request.headers.get("x-upsert")).toBe("true");

  const removed = await stored("DELETE", "/object/media", { prefixes: ["a", "b/c"] });
  expect([removed.name, removed.call.key, removed.call.body, removed.call.request.body]).toEqual([
    "remove",
    "",
    { prefixes: ["a", "b/c"] },
    null,
  ]);
  const listed = async (body: unknown) => (await stored("POST", "/object/list/media", body)).call;
  expect((await listed({ search: null })).body).toEqual({
    prefix: "",
    limit: 100,
    offset: 0,
    search: "",
  });
  for (const body of [
    { limit: 0 },
    { limit: 1001 },
    { limit: 1.5 },
    { offset: -1 },
    { offset: 1_000_001 },
    { search: "a".repeat(201) },
    { prefix: "a".repeat(1001) },
  ])
    expect(await outcome(() => listed(body)), JSON.stringify(body).slice(0, 20)).toBe(400);
  for (const body of [{}, { prefixes: [] }, { prefixes: ["../a"] }, { prefixes: ["a", ".."] }])
    expect(await outcome(() => stored("DELETE", "/object/media", body))).toBe(400);
});
