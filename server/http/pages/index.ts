import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { CACHE } from "#contract/cache-policy.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { type Encoded, send, sendCompressed } from "#server/http/encoded.ts";
import { asSeenByBrowser } from "#server/http/middleware/csrf.ts";
import { plainAnswer } from "#server/http/plain-answer.ts";
import { pageRendered } from "#server/runtime/signals.ts";
import { allowsAnalytics } from "./consent.ts";
import { isAsked } from "./is-asked.ts";
import { createMissed } from "./missed.ts";
import { type Clock, createPageCache, type Rendered } from "./page-cache.ts";
import { createPageRows } from "./page-rows.ts";
import { createPurge, type PurgeTarget } from "./purge.ts";
import { createRender, type Renderer, type RenderParts } from "./render-once.ts";

/** How often to refresh a page when the backend reports no changes. */
const WITHOUT_CHANGES_MS = 3_000;
/** Longer than any page's reads and rendering, or a posted form with its email. */
const RENDER_MS = { read: 15_000, post: 60_000 };

interface PagesOptions extends RenderParts {
  /** milliseconds; shorter in tests */
  renderMs?: typeof RENDER_MS;
  clock?: Clock;
  /** the CDN or proxy cache to purge when content changes, if any */
  purge?: PurgeTarget | undefined;
}

/** Server-rendered pages behind a cache of complete responses. */
export function createPages(options: PagesOptions) {
  const { backend, log, loadRenderer, keepPages, renderMs = RENDER_MS, clock } = options;
  const { purge: target } = options;
  const cache = createPageCache({ ...(clock && { clock }), onKeep });
  const keepMs = () => {
    if (!keepPages) return 0;
    return backend.receivesChanges() ? Number.POSITIVE_INFINITY : WITHOUT_CHANGES_MS;
  };
  const rows = createPageRows({ keeps: () => keepPages && backend.receivesChanges() });
  const render = createRender({ ...options, rows }, { keepMs, renderMs });
  const renderOnce: typeof render = (c, ...asked) => {
    c.set("source", "rendered");
    return timed(() => render(c, ...asked));
  };
  const publicPaths = async () => [...(await loadRenderer()).addresses].filter(isPublic);
  const missed = createMissed(options);
  const purge = target && createPurge(target, { paths: publicPaths, log });
  const stops = [
    backend.onContentChange(() => {
      rows.clear();
      cache.clear();
      void purge?.changed();
    }),
    backend.onChangesLost(() => {
      rows.clear();
      cache.expire();
    }),
  ];

  // Content may have changed while no process was running.
  void purge?.changed();

  /** Lets a CDN or proxy cache hold cached pages, for longer if only a purge expires them. */
  function onKeep(path: string, { encoded, keepMs, until = Infinity }: Rendered) {
    if (!isPublic(path) || path.endsWith(ALLOWED)) return;
    const isPurged = target !== undefined && keepMs === Infinity && until === Infinity;
    encoded.say("cdn-cache-control", isPurged ? CACHE.inFrontPurged : CACHE.inFront);
  }

  let queries: Renderer["queries"] = new Map();

  /** Renders the page for `key`. If the result can't be shared, only the first client gets it. */
  async function make(c: Context<AppEnv>, key: string): Promise<Encoded | Response> {
    let own: Response | undefined;
    const request = asGet(c.req.raw, { withQuery: false });
    const encoded = await cache.make(key, async () => {
      const result = await renderOnce(c, request, true);
      if ("shared" in result) return result.shared;
      own = result.own;
      return undefined;
    });
    return encoded ?? (own as Response);
  }

  /** Handles requests that can't be cached: a posted form, an answered query, an address without a page. */
  async function answerOnce(c: Context<AppEnv>, request: Request): Promise<Response> {
    const result = await renderOnce(c, request, false);
    return "own" in result ? result.own : sendShared(c, result.shared.encoded);
  }

  async function answerShared(c: Context<AppEnv>, key: string): Promise<Response> {
    const stale = backend.kind === "hosted" ? cache.freshOrStale(key) : undefined;
    if (stale) {
      if (!cache.fresh(key) && !cache.pending(key)) renew(c, key);
      return sendShared(c, stale);
    }
    const shared = keepPages ? (cache.fresh(key) ?? (await cache.pending(key))) : undefined;
    const result = shared ?? (await make(c, key));
    return result instanceof Response ? result : sendShared(c, result);
  }

  function renew(c: Context<AppEnv>, key: string) {
    const { requestId } = c.var;
    const { path } = c.req;
    make(c, key).catch((err) => log.error({ requestId, path, err }, "a page was not refreshed"));
  }

  async function answer(c: Context<AppEnv>): Promise<Response> {
    const reads = c.req.method === "GET" || c.req.method === "HEAD";
    const { path, url } = c.req;
    c.set("source", "kept");
    const renderer = await loadRenderer();
    queries = renderer.queries;
    try {
      if (!reads) return await answerOnce(c, asSeenByBrowser(c.req.raw));
      if (renderer.addresses.has(path) && !isAsked(queries, path, new URL(url).search))
        return await answerShared(c, keyOf(path, c.env.incoming));
      const response = await answerOnce(c, asGet(c.req.raw, { withQuery: true }));
      if (response.status === 404) missed.note(c);
      return response;
    } catch (err) {
      if (!(err instanceof DOMException && err.name === "TimeoutError")) throw err;
      log.error({ requestId: c.var.requestId, path: c.req.path, err }, "a page took too long");
      return plainAnswer(503, "This page is taking too long. Please try again in a moment.", {
        "retry-after": "10",
      });
    }
  }

  /** The fast path, without Hono: sends a fresh cached page. @returns whether it did */
  function sendCached(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const url = req.url ?? "/";
    const query = url.indexOf("?");
    const path = query < 0 ? url : url.slice(0, query);
    if (query >= 0 && isAsked(queries, path, url.slice(query))) return false;
    const encoded = cache.fresh(keyOf(path, req));
    return encoded !== undefined && send(req, res, encoded);
  }

  const close = () => {
    for (const stop of stops) stop();
    purge?.stop();
    return missed.close();
  };
  return { answer, sendCached, close };
}

/** Marks the cached page of visitors who allowed analytics. No path contains a "#". */
const ALLOWED = "#allowed";

/** A page has two variants in the cache: its policy allows the provider's origins in one of them. */
const keyOf = (path: string, { headers }: IncomingMessage) =>
  allowsAnalytics(headers) ? path + ALLOWED : path;

/** Reports how long rendering a page took, if anyone listens. */
async function timed<T>(render: () => Promise<T>): Promise<T> {
  if (!pageRendered.hasListeners()) return render();
  const started = performance.now();
  let failed = true;
  try {
    const made = await render();
    failed = false;
    return made;
  } finally {
    pageRendered.publish({ seconds: (performance.now() - started) / 1000, failed });
  }
}

/** Admin pages contain no personal data, but other caches must not store them. */
const isPublic = (path: string) => !/^\/admin(\/|$)/.test(path);

async function sendShared(c: Context<AppEnv>, encoded: Encoded): Promise<Response> {
  await sendCompressed(c.env.incoming, c.env.outgoing, encoded);
  return RESPONSE_ALREADY_SENT;
}

/**
 * The request to render: HEAD becomes GET, so that both share one cached page. It drops the
 * visitor's abort signal, because others may be waiting for the same render. The only query
 * parameter kept is `whole`, which changes how a page is sent but not its content
 * (entry.server.tsx).
 */
function asGet(request: Request, { withQuery }: { withQuery: boolean }): Request {
  const url = new URL(request.url);
  if (!withQuery) url.search = url.searchParams.has("whole") ? "?whole" : "";
  return new Request(url, { headers: request.headers });
}
