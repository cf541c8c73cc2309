import fc from "fast-check";
import { expect } from "vitest";
import { createPageCache, type Rendered } from "#server/http/pages/page-cache.ts";
import { followsModel } from "#tests/support/model.ts";

const PATHS = ["/", "/faqs", "/pricing", "/contact"] as const;
const MAX = { maxEntries: 3, maxBytes: 100 };
const MINUTE = 60_000;

type Path = (typeof PATHS)[number];
/** A render's result: `trueFor` and `keepMs` in milliseconds, null for no limit. */
interface End {
  bytes: number;
  keepMs: number | null;
  trueFor: number | null;
  degraded: boolean;
}
type Operation =
  | ["visit", Path]
  | ["start a render", Path]
  /** the nth pending render; "then change": the content changes before anyone gets the response */
  | ["end a render", number, End | "fails" | "is not shared", "then change" | "then rest"]
  | ["change the content"]
  | ["lose the connection"]
  | ["wait", number]
  | ["set the clock", number];

const path = fc.constantFrom(...PATHS);
const limit = fc.constantFrom(null, 0, 2_000, MINUTE, 3 * MINUTE);
const end: fc.Arbitrary<End> = fc.record({
  bytes: fc.constantFrom(10, 30, 60, 101),
  keepMs: limit,
  trueFor: limit,
  degraded: fc.boolean(),
});
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant("visit"), path) },
  { weight: 5, arbitrary: fc.tuple(fc.constant("start a render"), path) },
  {
    weight: 5,
    arbitrary: fc.tuple(
      fc.constant("end a render"),
      fc.nat(5),
      fc.oneof({ weight: 8, arbitrary: end }, fc.constantFrom("fails", "is not shared")),
      fc.constantFrom("then rest", "then rest", "then rest", "then change"),
    ),
  },
  { weight: 1, arbitrary: fc.constant(["change the content"]) },
  { weight: 1, arbitrary: fc.constant(["lose the connection"]) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("wait"), fc.constantFrom(1, 1_999, 2_000, MINUTE)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant("set the clock"), fc.constantFrom(-MINUTE, MINUTE)),
  },
) as fc.Arbitrary<Operation>;

/** A page in the model; the list is ordered by last use, most recent last. */
interface Page {
  path: Path;
  text: string;
  bytes: number;
  freshUntil: number;
  trueUntil: number;
  degraded: boolean;
}

interface Render {
  path: Path;
  version: number;
  end: PromiseWithResolvers<Rendered | undefined>;
  answer: Promise<{ etag: string } | undefined>;
}

const encoded = (text: string, bytes: number): Rendered["encoded"] => ({
  say: () => {},
  status: 200,
  etag: text,
  notModified: [],
  variants: { identity: { body: Buffer.alloc(bytes), headers: [] } },
});
const endless = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;

async function follow(operations: readonly Operation[]) {
  const time = { elapsed: 0, date: 0 };
  const clock = { elapsed: () => time.elapsed, date: () => time.date };
  const cache = createPageCache({ ...MAX, clock });
  let version = 0;
  let rendered = 0;
  let renders: Render[] = [];
  /** renders that may still be shared: begun since the last change, the latest for each path */
  let shared: Render[] = [];
  let pages: Page[] = [];

  const pageOf = (path: Path) => pages.find((page) => page.path === path);

  function visit(path: Path, graceMs: number) {
    const page = pageOf(path);
    if (!page || time.elapsed >= page.freshUntil + graceMs || time.date >= page.trueUntil)
      return undefined;
    pages = [...pages.filter((other) => other !== page), page];
    return page.text;
  }

  function keep(page: Page) {
    pages = pages.filter(({ path }) => path !== page.path);
    if (page.bytes > MAX.maxBytes) return;
    pages.push(page);
    const tooMany = () =>
      pages.length > MAX.maxEntries ||
      pages.reduce((sum, { bytes }) => sum + bytes, 0) > MAX.maxBytes;
    while (tooMany()) pages.shift();
  }

  function change() {
    version++;
    pages = [];
    shared = [];
    cache.clear();
  }

  /** The response to the request that began this render; cached for others only if nothing changed. */
  function ended(render: Render, made: End, changed: boolean): string {
    const text = `${made.degraded ? "built in" : "whole"} ${++rendered} of version ${render.version}`;
    const earlier = pageOf(render.path);
    const better =
      made.degraded && earlier && !earlier.degraded && time.date < earlier.trueUntil && !changed
        ? earlier
        : undefined;
    const keepMs = endless(made.keepMs);
    if (render.version === version && !changed && keepMs > 0)
      keep({
        path: render.path,
        text: better?.text ?? text,
        bytes: better?.bytes ?? made.bytes,
        freshUntil: time.elapsed + keepMs,
        trueUntil: better?.trueUntil ?? time.date + endless(made.trueFor),
        degraded: better === undefined && made.degraded,
      });
    render.end.resolve({
      encoded: encoded(text, made.bytes),
      keepMs,
      until: time.date + endless(made.trueFor),
      degraded: made.degraded,
    });
    return better?.text ?? text;
  }

  async function endRender(at: number, made: End | "fails" | "is not shared", changes: boolean) {
    const render = renders[at % renders.length];
    if (!render) return;
    renders = renders.filter((other) => other !== render);
    let answer: string | undefined;
    if (made === "fails") render.end.reject(new Error("no render"));
    else if (made === "is not shared") render.end.resolve(undefined);
    else answer = ended(render, made, changes);
    shared = shared.filter((other) => other !== render);
    if (changes) change();
    const real = await render.answer.catch(() => undefined);
    expect(real?.etag, "the answer to who began the render").toBe(answer);
  }

  function startRender(path: Path) {
    const end = Promise.withResolvers<Rendered | undefined>();
    const answer = cache.make(path, () => end.promise);
    const render: Render = { path, version, end, answer };
    renders.push(render);
    shared = [...shared.filter((other) => other.path !== path), render];
  }

  function look(path: Path) {
    const answers = { fresh: cache.fresh(path)?.etag, kept: cache.freshOrStale(path)?.etag };
    expect(answers).toEqual({ fresh: visit(path, 0), kept: visit(path, MINUTE) });
    for (const text of Object.values(answers))
      if (text) expect(text, "older than the last change").toContain(`of version ${version}`);
    const underWay = shared.find((render) => render.path === path);
    expect(cache.pending(path) === underWay?.answer, "the render to wait for").toBe(true);
  }

  for (const operation of operations) {
    const [what, value] = operation;
    if (what === "visit") look(value);
    else if (what === "start a render") startRender(value);
    else if (what === "end a render")
      await endRender(value, operation[2], operation[3] === "then change");
    else if (what === "change the content") change();
    else if (what === "lose the connection") {
      cache.expire();
      pages = pages.map((page) => ({
        ...page,
        freshUntil: Math.min(page.freshUntil, time.elapsed),
      }));
    } else if (what === "wait") {
      time.elapsed += value;
      time.date += value;
    } else time.date += value;
  }
}

followsModel("the page cache", {
  operation,
  follow,
  length: 200,
  runs: 100,
  failedOnce: {
    "a page that is stale already does not live longer because the connection is lost": [
      ["start a render", "/"],
      ["end a render", 0, { bytes: 10, keepMs: null, trueFor: null, degraded: false }, "then rest"],
      ["lose the connection"],
      ["wait", MINUTE],
      ["lose the connection"],
      ["visit", "/"],
    ],
  },
});
