import { expect, test } from "vitest";
import { StorageClient } from "./storage-on-demand.ts";

test("passes bucket calls to the real client, with its URL, key and fetch", async () => {
  const asked: [string, string, string | null][] = [];
  const client = new StorageClient(
    "http://s.test/storage/v1",
    { apikey: "k" },
    async (url, init) => {
      asked.push([
        init?.method ?? "",
        new URL(String(url)).pathname,
        new Headers(init?.headers).get("apikey"),
      ]);
      return Response.json([]);
    },
  );
  expect(await client.from("media").remove(["a.png"])).toEqual({ data: [], error: null });
  expect((await client.from("media").info("a.png")).error).toBeNull();
  expect(asked).toEqual([
    ["DELETE", "/storage/v1/object/media", "k"],
    ["GET", "/storage/v1/object/info/media/a.png", "k"],
  ]);
});
