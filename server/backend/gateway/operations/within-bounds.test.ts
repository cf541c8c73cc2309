import { expect, test } from "vitest";
import { AHEAD, memoryOf, rpcBounds } from "./index.ts";
import { withinBounds } from "./within-bounds.ts";

const responseOf = (...parts: string[]) => {
  const body = new ReadableStream({
    start(stream) {
      for (const part of parts) stream.enqueue(new TextEncoder().encode(part));
      stream.close();
    },
  });
  return new Response(body, { status: 201, headers: { "x-kept": "yes" } });
};

test("returns a response of at most its bound, with its length", async () => {
  const response = await withinBounds({ answer: 6, ms: 60_000 }, async () =>
    responseOf("abc", "def"),
  );
  expect(response.status).toBe(201);
  expect(Object.fromEntries(response.headers)).toEqual({ "x-kept": "yes", "content-length": "6" });
  expect(await response.text()).toBe("abcdef");
});

test("refuses a longer response, however it arrives", async () => {
  for (const parts of [["abcdefg"], ["abc", "def", "g"]])
    await expect(
      withinBounds({ answer: 6, ms: 60_000 }, async () => responseOf(...parts)),
    ).rejects.toMatchObject({ status: 400, code: "answer_too_large" });
});

test("leaves a file a stream of any length", async () => {
  const file = responseOf("x".repeat(10_000));
  expect(await withinBounds({ answer: "file", ms: 60_000 }, async () => file)).toBe(file);
  expect(file.bodyUsed).toBe(false);
  expect(file.headers.has("content-length")).toBe(false);
});

test("leaves an empty response as it is", async () => {
  const empty = new Response(null, { status: 204 });
  expect(await withinBounds({ answer: 6, ms: 60_000 }, async () => empty)).toBe(empty);
});

test("ends work, and a response, that takes too long", async () => {
  const timeout = { status: 504, code: "timeout" };
  const never = new Promise<Response>(() => {});
  await expect(withinBounds({ answer: 6, ms: 1 }, () => never)).rejects.toMatchObject(timeout);
  const silent = new Response(new ReadableStream());
  await expect(withinBounds({ answer: 6, ms: 1 }, async () => silent)).rejects.toMatchObject(
    timeout,
  );
});

test("counts text twice, and of a file only what is buffered", () => {
  expect(memoryOf({ request: 100, answer: 10 })).toBe(120);
  expect(memoryOf({ request: "upload", answer: 10 })).toBe(AHEAD + 20);
  expect(memoryOf({ request: 100, answer: "file" })).toBe(100 + AHEAD);
});

test("an SQL function without a row does not exist", () => {
  expect(rpcBounds("page_rows")).toEqual({ who: "page" });
  expect(rpcBounds("preview_link_open")).toEqual({ who: "anybody", answer: 4 * 1024 * 1024 });
  expect(() => rpcBounds("pg_read_file")).toThrow(
    expect.objectContaining({ status: 404, code: "PGRST202" }),
  );
});
