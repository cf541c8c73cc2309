import { expect, test, vi } from "vitest";
import { orderedStore } from "../ordered-store.ts";
import { abortRequests, allowRequests } from "../supabase.ts";
import { onePage, tableStore } from "../table-store.ts";
import {
  all,
  asked,
  backend,
  faqs,
  holds,
  ofAll,
  type QueuedResponse,
  row,
  signedIn,
  withMockBackend,
} from "./steps.ts";

withMockBackend();

test("requests one page in the store's own order", async () => {
  backend.answers = [{ body: [row], headers: ofAll("20-20/21") }];
  expect(await faqs.list({ ...all, page: 3 })).toEqual({ rows: [row], total: 21 });
  expect(asked).toEqual([
    {
      method: "GET",
      path: "/rest/v1/faq_items",
      query: { select: "*", order: "display_order.asc,id.desc", offset: "20", limit: "10" },
      body: undefined,
    },
  ]);
});

test("applies words, filters and order, unless they are blank", async () => {
  backend.answers = [
    { body: [row], headers: ofAll("0-0/1") },
    { body: [row], headers: ofAll("0-0/1") },
  ];
  await faqs.list({ ...all, q: " box ", filters: { is_active: "true", id: "" }, sort: "newest" });
  await faqs.list({ ...all, q: "  ", sort: "by hand" });
  expect(asked.map(({ query }) => query)).toEqual([
    {
      select: "*",
      or: '(question.imatch."box",answer.imatch."box")',
      is_active: "eq.true",
      order: "created_at.desc",
      offset: "0",
      limit: "10",
    },
    { select: "*", order: "display_order.asc,id.desc", offset: "0", limit: "10" },
  ]);
});

test("returns all rows for a search without columns", async () => {
  backend.answers = [{ body: [row], headers: ofAll("0-0/1") }];
  await tableStore("faq_items", { order: [["id", "asc"]] }).list({ ...all, q: "box" });
  expect(asked[0]?.query).not.toHaveProperty("or");
});

test("returns no rows past the end, with the total", async () => {
  for (const behind of [
    { status: 416, body: { code: "PGRST103", message: "behind" } },
    { body: [], headers: ofAll("*/3") },
  ]) {
    backend.answers = [behind, { body: [row], headers: ofAll("0-0/3") }];
    expect(await faqs.list({ ...all, page: 9 })).toEqual({ rows: [], total: 3 });
    expect(asked.at(-1)?.query).toMatchObject({ offset: "0", limit: "1" });
  }
});

test("a count that the answer leaves out is that of its rows; another error is thrown", async () => {
  const range = vi.fn();
  range.mockResolvedValueOnce({ data: [1, 2], count: null, error: null });
  expect(await onePage({ range }, { page: 1, pageSize: 2 })).toEqual({ rows: [1, 2], total: 2 });
  expect(range).toHaveBeenCalledWith(0, 1);
  const error = { code: "PGRST000" };
  range.mockResolvedValueOnce({ data: null, count: null, error });
  await expect(onePage({ range }, { page: 1, pageSize: 2 })).rejects.toBe(error);
});

test("reports an empty list only to someone who can read it", async () => {
  signedIn(true);
  backend.answers = [{ headers: ofAll("*/0") }, { body: ["editor"] }];
  expect(await faqs.list(all)).toEqual({ rows: [], total: 0 });
  backend.answers = [{ headers: ofAll("*/0") }, { body: [] }];
  await expect(faqs.list(all)).rejects.toThrow("You no longer have access");
  expect(asked.at(-1)?.path).toBe("/rest/v1/rpc/my_roles");
});

test("asks nothing as a visitor while the session ends", async () => {
  holds();
  await expect(faqs.list(all)).rejects.toMatchObject({ code: "PGRST301" });
  expect(asked).toEqual([]);
});

test("answers no dropped requests, and none until requests are allowed again", async () => {
  const fetch = vi.fn(
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        if (signal?.aborted) reject(signal.reason);
      }),
  );
  vi.stubGlobal("fetch", fetch);
  const aborted = { message: expect.stringContaining("AbortError") };
  const list = faqs.list(all);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  abortRequests();
  await expect(list).rejects.toMatchObject(aborted);
  await expect(faqs.list(all)).rejects.toMatchObject(aborted);
  allowRequests();
  vi.stubGlobal("fetch", async () => Response.json([row], { headers: ofAll("0-0/1") }));
  expect((await faqs.list(all)).total).toBe(1);
});

test("a row is read by its id, and null where there is none", async () => {
  backend.answers = [{ body: [row] }, { body: [] }];
  expect([await faqs.get("1"), await faqs.get("2")]).toEqual([row, null]);
  expect(asked[0]?.query).toEqual({ select: "*", id: "eq.1" });
});

test("counts all and active rows of an ordered list, and finds its last place", async () => {
  const store = orderedStore("faq_items", ["question"]);
  backend.answers = [
    { body: [{ display_order: 7 }], headers: ofAll("0-0/4") },
    { body: [{ id: "1" }], headers: ofAll("0-0/3") },
  ];
  expect(await store.facts()).toEqual({ total: 4, active: 3, highestOrder: 7 });
  expect(asked.map(({ query }) => query)).toEqual([
    { select: "display_order", order: "display_order.desc", limit: "1" },
    { select: "id", is_active: "eq.true", limit: "1" },
  ]);
  backend.answers = [{ headers: {} }, { headers: {} }];
  expect(await store.facts()).toEqual({ total: 0, active: 0, highestOrder: undefined });
});

test.each([
  ["last", [{ status: 400, body: { code: "X1", message: "ill" } }, {}]],
  ["active", [{}, { status: 400, body: { code: "X1", message: "ill" } }]],
])("when what is %s can't be counted, that is thrown", async (_, responses: QueuedResponse[]) => {
  backend.answers = responses;
  await expect(orderedStore("faq_items", []).facts()).rejects.toMatchObject({ code: "X1" });
});

test.each([
  [undefined, "display_order.asc,created_at.asc,id.asc"],
  ["newest", "created_at.desc,id.desc"],
  ["changed", "updated_at.desc,id.desc"],
])("an ordered list, sorted by %s, is in the order %s", async (sort, order) => {
  backend.answers = [{ body: [row], headers: ofAll("0-0/1") }];
  await orderedStore("faq_items", ["question"]).list({ ...all, q: "box", ...(sort && { sort }) });
  expect(asked[0]?.query).toMatchObject({ order, or: '(question.imatch."box")' });
});
