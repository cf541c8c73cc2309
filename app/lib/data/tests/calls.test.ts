import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RefusedError, StaleError } from "#app/lib/errors/backend-error.ts";
import { patience } from "#app/lib/retry/retry-after.ts";
import { answered, checkRights, checkSession, explainZeroRows } from "../answers.ts";
import { lastEditor } from "../last-editor.ts";
import { orderedStore } from "../ordered-store.ts";
import { dropRequests, supabase } from "../supabase.ts";
import { onePage, tableStore } from "../table-store.ts";

/** What a backend is told to answer, in order, and what it was asked. */
type Told = { status?: number; body?: unknown; headers?: Record<string, string> };
let answers: Told[];
let asked: { method: string; path: string; query: Record<string, string>; body: unknown }[];

/** The browser's client, in a page whose backend answers as told; it keeps its session in memory. */
vi.hoisted(() => {
  Object.assign(globalThis, {
    window: { location: { origin: "http://site.test" } },
    document: {
      querySelector: () => ({
        content: JSON.stringify({ supabaseUrl: "", publishableKey: "sb_publishable_x" }),
      }),
    },
  });
});

beforeEach(() => {
  answers = [];
  asked = [];
  holds("a.b.c");
  vi.stubGlobal("fetch", async (input: string | URL, init: RequestInit = {}) => {
    const { origin, pathname, searchParams } = new URL(input);
    expect(origin).toBe("http://site.test");
    asked.push({
      method: init.method ?? "GET",
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    });
    const { status = 200, body = [], headers = {} } = answers.shift() ?? {};
    return Response.json(body, { status, headers });
  });
});
afterEach(() => {
  expect(answers, "all that was told was asked for").toEqual([]);
});

/** The browser holds a session with this token, or none. */
const holds = (access_token?: string) =>
  vi.spyOn(supabase().auth, "getSession").mockResolvedValue({
    data: { session: access_token ? { access_token } : null },
    error: null,
  } as never);

/** The person is signed in with a session that the auth server knows, or, without `user`, does not. */
function signedIn(user?: boolean) {
  const { auth } = supabase();
  const error = Object.assign(new Error("gone"), { name: "AuthSessionMissingError" });
  vi.spyOn(auth, "getUser").mockResolvedValue(
    (user ? { data: { user: {} }, error: null } : { data: { user: null }, error }) as never,
  );
  return error;
}

const faqs = tableStore("faq_items", {
  search: ["question", "answer"],
  order: [
    ["display_order", "asc"],
    ["id", "desc"],
  ],
  sorts: { newest: [["created_at", "desc"]] },
});
const row = { id: "1", updated_at: "t1", question: "Why?" } as Awaited<
  ReturnType<typeof faqs.insert>
>;
const later = { ...row, updated_at: "t2" };
const ofAll = (range: string) => ({ "content-range": range });
const all = { q: "", page: 1, pageSize: 10 };

test("one page is asked for in the store's own order", async () => {
  answers = [{ body: [row], headers: ofAll("20-20/21") }];
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

test("words, filters and another order narrow it; a blank one of them does not", async () => {
  answers = [
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

test("a store without columns to search in takes any words for all", async () => {
  answers = [{ body: [row], headers: ofAll("0-0/1") }];
  await tableStore("faq_items", { order: [["id", "asc"]] }).list({ ...all, q: "box" });
  expect(asked[0]?.query).not.toHaveProperty("or");
});

test("behind the end there are no rows, and still so many in all", async () => {
  for (const behind of [
    { status: 416, body: { code: "PGRST103", message: "behind" } },
    { body: [], headers: ofAll("*/3") },
  ]) {
    answers = [behind, { body: [row], headers: ofAll("0-0/3") }];
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

test("an empty list is said to be one only to whoever may read it", async () => {
  signedIn(true);
  answers = [{ headers: ofAll("*/0") }, { body: true }];
  expect(await faqs.list(all)).toEqual({ rows: [], total: 0 });
  answers = [{ headers: ofAll("*/0") }, { body: false }];
  await expect(faqs.list(all)).rejects.toThrow("You no longer have admin rights");
  expect(asked.at(-1)?.path).toBe("/rest/v1/rpc/is_admin_user");
});

test("nothing is asked in a visitor's name while the session ends: the answer says so", async () => {
  holds();
  await expect(faqs.list(all)).rejects.toMatchObject({ code: "PGRST301" });
  expect(asked).toEqual([]);
});

test("what is dropped never answers; what is asked afterwards does", async () => {
  const fetch = vi.fn(
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  );
  vi.stubGlobal("fetch", fetch);
  const list = faqs.list(all);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  dropRequests();
  await expect(list).rejects.toMatchObject({ message: expect.stringContaining("AbortError") });
  vi.stubGlobal("fetch", async () => Response.json([row], { headers: ofAll("0-0/1") }));
  expect((await faqs.list(all)).total).toBe(1);
});

test("a row is read by its id, and null where there is none", async () => {
  answers = [{ body: [row] }, { body: [] }];
  expect([await faqs.get("1"), await faqs.get("2")]).toEqual([row, null]);
  expect(asked[0]?.query).toEqual({ select: "*", id: "eq.1" });
});

test("what was written is read back; nothing written is somebody else's delete", async () => {
  answers = [{ body: [row] }, { body: [row] }, { body: [row] }];
  for (const call of [faqs.insert(row), faqs.remove(row), faqs.restore(row)])
    expect(await call).toEqual(row);
  expect(asked.map(({ method, query, body }) => [method, query.id, query.select, body])).toEqual([
    ["POST", undefined, "*", row],
    ["DELETE", "eq.1", "*", undefined],
    ["POST", undefined, "*", row],
  ]);
  signedIn(true);
  answers = [{ body: [] }, { body: true }];
  await expect(faqs.remove(row)).rejects.toThrow("Someone else deleted it meanwhile");
});

test("an insert that is said again changes the row that the first one made", async () => {
  const twice = { status: 409, body: { code: "23505", message: "twice" } };
  answers = [twice, { body: [row] }, { body: [later] }];
  expect(await faqs.insertOnce("1", row)).toEqual(later);
  expect(asked.map(({ method }) => method)).toEqual(["POST", "GET", "PATCH"]);
  expect(asked[0]?.body).toMatchObject({ id: "1", question: "Why?" });

  answers = [twice, { body: [] }];
  await expect(faqs.insertOnce("1", row)).rejects.toMatchObject({ code: "23505" });
  answers = [{ status: 400, body: { code: "23514", message: "a check" } }];
  await expect(faqs.insertOnce("1", row)).rejects.toMatchObject({ code: "23514" });
});

test("a row is changed in the version that was seen", async () => {
  answers = [{ body: [later] }];
  expect(await faqs.update(row, { answer: "So." })).toEqual(later);
  expect(asked).toEqual([
    {
      method: "PATCH",
      path: "/rest/v1/faq_items",
      query: { id: "eq.1", updated_at: "eq.t1", select: "*" },
      body: { answer: "So." },
    },
  ]);
});

test("a version that moved alone is followed; one with other words is told", async () => {
  answers = [{ body: [] }, { body: [later] }, { body: [later] }];
  expect(await faqs.update(row, { answer: "So." })).toEqual(later);
  expect(asked.at(-1)?.query.updated_at).toBe("eq.t2");

  const theirs = { ...later, question: "How?" };
  answers = [{ body: [] }, { body: [theirs] }];
  const stale = await faqs.update(row, { answer: "So." }).catch((cause: unknown) => cause);
  expect(stale).toBeInstanceOf(StaleError);
  expect((stale as StaleError<unknown>).current).toEqual(theirs);
});

test("an update that touches no row though its version stands was refused, or the row is gone", async () => {
  signedIn(true);
  for (const [now, rights, words] of [
    [[row], false, "You no longer have admin rights"],
    [[], true, "Someone else deleted it meanwhile"],
  ] as const) {
    answers = [{ body: [] }, { body: now }, { body: rights }];
    await expect(faqs.update(row, {})).rejects.toThrow(words);
  }
});

test("an answer is its data, or throws its error with the status in it", async () => {
  expect(await answered(Promise.resolve({ data: [1], error: null }))).toEqual([1]);
  const refused = { data: null, error: { code: "23514" }, status: 400 };
  await expect(answered(Promise.resolve(refused))).rejects.toEqual({ code: "23514", status: 400 });
});

test("a refusal for want of rights may be a session that has ended: then that is said", async () => {
  const refused = () => Promise.resolve({ data: null, error: { code: "42501" }, status: 403 });
  signedIn(true);
  await expect(answered(refused())).rejects.toMatchObject({ code: "42501", status: 403 });
  const gone = signedIn();
  await expect(answered(refused())).rejects.toBe(gone);
  await expect(checkSession()).rejects.toBe(gone);
});

test("why nothing came: no session, an ended one, or no rights", async () => {
  holds();
  await expect(checkRights()).rejects.toMatchObject({ name: "AuthSessionMissingError" });
  holds("a.b.c");
  const gone = signedIn();
  answers = [{ body: false }];
  await expect(checkRights()).rejects.toBe(gone);
  signedIn(true);
  answers = [{ body: false }, { body: true }];
  await expect(checkRights()).rejects.toBeInstanceOf(RefusedError);
  await expect(explainZeroRows()).rejects.toThrow("Someone else deleted it meanwhile");
});

test("of a list that staff order: how many, how many active, and its last place", async () => {
  const store = orderedStore("faq_items", ["question"]);
  answers = [
    { body: [{ display_order: 7 }], headers: ofAll("0-0/4") },
    { body: [{ id: "1" }], headers: ofAll("0-0/3") },
  ];
  expect(await store.facts()).toEqual({ total: 4, active: 3, highestOrder: 7 });
  expect(asked.map(({ query }) => query)).toEqual([
    { select: "display_order", order: "display_order.desc", limit: "1" },
    { select: "id", is_active: "eq.true", limit: "1" },
  ]);
  answers = [{ headers: {} }, { headers: {} }];
  expect(await store.facts()).toEqual({ total: 0, active: 0, highestOrder: undefined });
});

test.each([
  ["last", [{ status: 400, body: { code: "X1", message: "ill" } }, {}]],
  ["active", [{}, { status: 400, body: { code: "X1", message: "ill" } }]],
])("when what is %s can't be counted, that is thrown", async (_, told: Told[]) => {
  answers = told;
  await expect(orderedStore("faq_items", []).facts()).rejects.toMatchObject({ code: "X1" });
});

test.each([
  [undefined, "display_order.asc,created_at.asc,id.asc"],
  ["newest", "created_at.desc,id.desc"],
  ["changed", "updated_at.desc,id.desc"],
])("an ordered list, sorted by %s, is in the order %s", async (sort, order) => {
  answers = [{ body: [row], headers: ofAll("0-0/1") }];
  await orderedStore("faq_items", ["question"]).list({ ...all, q: "box", ...(sort && { sort }) });
  expect(asked[0]?.query).toMatchObject({ order, or: '(question.imatch."box")' });
});

test("a whole list is put in order by one call; a row's last editor is asked by its id", async () => {
  answers = [{ body: null }, { body: "Ann" }];
  await orderedStore("faq_items", []).reorder(["2", "1"]);
  expect(await lastEditor("1")).toBe("Ann");
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ["/rest/v1/rpc/reorder_items", { list: "faq_items", ids: ["2", "1"] }],
    ["/rest/v1/rpc/last_editor", { row_id: "1" }],
  ]);
});

test("a server that asks for time is left alone, and not asked again at once", async () => {
  answers = [{ status: 503, headers: { "retry-after": "60" }, body: { message: "busy" } }];
  await expect(faqs.get("1")).rejects.toMatchObject({ status: 503 });
  expect(asked).toHaveLength(1);
  expect(patience()).toBeGreaterThan(50_000);
});
