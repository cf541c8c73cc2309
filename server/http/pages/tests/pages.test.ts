import { expect, test, vi } from "vitest";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { collectGarbage } from "#server/runtime/v8/gc-when-idle.ts";
import { counting, NINE, openPages, page, text } from "./pages-steps.ts";

test("renders a page again when it expires", async () => {
  const { time, get } = await openPages(
    counting((context) => {
      context.until(new Date(NINE + 3_600_000));
      context.until(new Date(NINE));
    }),
  );
  expect(await text(get("/"))).toBe("page 1");
  time.date = NINE - 1;
  time.elapsed += 59_999;
  expect(await text(get("/"))).toBe("page 1");
  time.date = NINE;
  expect(await text(get("/"))).toBe("page 2");
});

test("caches one page for all queries, which it doesn't see", async () => {
  const render = counting();
  const { get } = await openPages(render);
  expect(await text(get("/a?utm_source=first&x=1"))).toBe("page 1");
  for (const query of ["?b=2", "?whole", ""]) expect(await text(get(`/a${query}`))).toBe("page 1");
  expect(render.mock.calls.map(([request]) => new URL(request.url).search)).toEqual([""]);
});

test("renders a page that uses its query each time", async () => {
  const render = counting();
  const { get } = await openPages(render);
  expect(await text(get("/a"))).toBe("page 1");
  const asked = await get("/a?n=1");
  expect(await asked.text()).toContain("page 2");
  expect(asked.headers.get("cache-control")).toBe((await get("/a")).headers.get("cache-control"));
  expect(await text(get("/a?x=0&n=1"))).toBe("page 3");
  for (const query of ["", "?x=1", "?nn=1"]) expect(await text(get(`/a${query}`))).toBe("page 1");
  expect(await text(get("/?n=1")), "another page does not").toBe("page 4");
  expect(await text(get("/?n=2"))).toBe("page 4");
  const searches = render.mock.calls.map(([request]) => new URL(request.url).search);
  expect(searches).toEqual(["", "?n=1", "?x=0&n=1", ""]);
});

test("renders unknown addresses each time, with their query", async () => {
  const render = counting();
  const { get } = await openPages(render);
  expect([await text(get("/none?x=1")), await text(get("/none?x=1"))]).toEqual([
    "page 1",
    "page 2",
  ]);
  expect(await text(get("/A")), "nor has another spelling a place").toBe("page 3");
  expect(new URL(render.mock.calls[0]?.[0].url ?? "").search).toBe("?x=1");
});

test("does not cache a page when content changes during its render", async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  let count = 0;
  const { mocks, get } = await openPages(async (_request, context) => {
    count += 1;
    const number = count;
    if (number === 1) {
      mocks.change();
      await mayEnd;
    }
    return page(context, `page ${number}`);
  });
  const first = text(get("/"));
  await vi.waitFor(() => expect(count).toBe(1));
  expect(await text(get("/")), "who asks after the change waits for no old page").toBe("page 2");
  end();
  expect(await first).toBe("page 1");
  expect(await text(get("/"))).toBe("page 2");
});

test("caches pages for seconds while live updates don't work", async () => {
  const { time, mocks, get } = await openPages(counting());
  expect(await text(get("/"))).toBe("page 1");
  mocks.receivesChanges = false;
  mocks.loseChanges();
  expect(await text(get("/"))).toBe("page 2");
  time.elapsed += 2_999;
  expect(await text(get("/"))).toBe("page 2");
  time.elapsed += 1;
  expect(await text(get("/"))).toBe("page 3");
  mocks.receivesChanges = true;
  mocks.change();
  expect(await text(get("/"))).toBe("page 4");
  time.elapsed += 86_400_000;
  expect(await text(get("/"))).toBe("page 4");
});

test("caches an incomplete page for seconds, and prefers the last complete one", async () => {
  let ill = true;
  const { time, mocks, get } = await openPages(
    counting((context) => ill && context.degrade("the texts could not be read", new Error("ill"))),
  );
  expect(await text(get("/"))).toBe("page 1");
  time.elapsed += 1_999;
  expect(await text(get("/"))).toBe("page 1");
  time.elapsed += 1;
  ill = false;
  expect(await text(get("/"))).toBe("page 2");
  ill = true;
  mocks.loseChanges();
  expect(await text(get("/"))).toBe("page 2");
});

test("answers 503 with a message when a render does not end", async () => {
  // Not injected: The render never ends, so the deadline always passes.
  const { get } = await openPages(() => new Promise(() => {}), { renderMs: 100 });
  for (const answer of [await get("/"), await get("/", { method: "POST", body: "a=1" })]) {
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await answer.text()).toBe(
      "This page is taking too long. Please try again in a moment.\n",
    );
  }
});

test("gives up on a silent backend", async () => {
  const asked: (string | undefined)[] = [];
  const { get } = await openPages(async (_request, context) => {
    const { error } = await context.supabase
      .from("services")
      .select()
      // Not injected: The backend never responds, so the deadline always passes.
      .abortSignal(AbortSignal.timeout(50));
    asked.push(error?.message);
    // A function has only the caller's deadline, which must survive a garbage collection.
    const called = context.fetchBackend("/functions/v1/silent", {
      // Not injected: The backend never responds, so the deadline always passes.
      signal: AbortSignal.timeout(500),
    });
    collectGarbage();
    asked.push(await called.then(() => "answered", String));
    return page(context, "page 1");
  });
  expect(await text(get("/"))).toBe("page 1");
  expect(asked).toEqual(Array(2).fill(expect.stringContaining("TimeoutError")));
});

test("renders once for a hundred simultaneous requests, in each encoding", async () => {
  const render = counting();
  const { get, mocks } = await openPages(render);
  await text(get("/"));
  mocks.change();
  const encodings = ["br", "gzip", "identity"];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      text(get("/", { headers: { "accept-encoding": encodings[n % 3] ?? "" } })),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(["page 2"]));
  expect(render).toHaveBeenCalledTimes(2);
});

test("shares rows between pages until a change, or until live updates fail", async () => {
  const render = vi.fn<Renderer["render"]>(async (_request, context) => {
    const [row] = await context.rows("services", ["title"]);
    return page(context, `page ${row?.title}`);
  });
  const { get, mocks } = await openPages(render);
  let reads = 0;
  mocks.fetch = async () => Response.json([{ rows: [{ title: `${++reads}` }], until: null }]);
  expect([await text(get("/")), await text(get("/a?n=1"))]).toEqual(["page 1", "page 1"]);
  mocks.change();
  expect([await text(get("/")), await text(get("/a?n=1"))]).toEqual(["page 2", "page 2"]);
  mocks.loseChanges();
  expect(await text(get("/a?n=1"))).toBe("page 3");
  mocks.receivesChanges = false;
  expect(await text(get("/a?n=1")), "caches nothing without change notifications").toBe("page 4");
});
