import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { CACHE } from "#contract/cache-policy.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { within } from "#contract/within.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { type Encoded, encode, encodeOnce, send } from "#server/http/encoded.ts";
import { asSeenByBrowser } from "#server/http/middleware/own-origin.ts";
import { plainAnswer } from "#server/http/plain-answer.ts";
import { secure } from "#server/runtime/security-headers.ts";
import { inlineHashes, pageCsp } from "./csp.ts";
import { type Clock, createPageCache, type Rendered } from "./page-cache.ts";
import { type ContextParts, createPageContext } from "./page-context.ts";

/** A page made from defaults because a read failed is asked again after this long. */
const DEGRADED_MS = 2_000;
/** A backend that reports no changes: a page is renewed after this long. */
const UNTOLD_MS = 3_000;
/** Longer than any page's reads and its rendering; and than a posted form with its mail. */
const RENDER_MS = { read: 15_000, post: 60_000 };

/** How React Router lists a page's modules; it has no way to say that they may wait. */
const MODULE_LINK = '<link rel="modulepreload"';

export interface Renderer {
  render(request: Request, context: ServerContext): Promise<Response>;
  /** see server/http/pages/render.ts: only these have a place in the page cache */
  addresses: ReadonlySet<string>;
}

interface PagesOptions extends ContextParts {
  /** the built app's renderer; asked for anew each time, because in development it changes */
  loadRenderer: () => Promise<Renderer>;
  /** false: every page is made anew, for development and for measuring renders */
  keepPages: boolean;
  /** milliseconds; tests have less patience */
  renderMs?: typeof RENDER_MS;
  clock?: Clock;
}

/** Server-rendered pages behind a cache of finished bytes. */
export function createPages(options: PagesOptions) {
  const { backend, log, loadRenderer, keepPages, renderMs = RENDER_MS, clock } = options;
  const cache = createPageCache(clock && { clock });
  const keepMs = () => {
    if (!keepPages) return 0;
    return backend.hearsChanges() ? Number.POSITIVE_INFINITY : UNTOLD_MS;
  };
  const stops = [
    backend.onContentChange(() => cache.clear()),
    backend.onSilence(() => cache.expire()),
  ];

  /** Renders once; answers either bytes to share and keep, or a response for this reader alone. */
  async function renderOnce(
    c: Context<AppEnv>,
    request: Request,
  ): Promise<{ shared: Rendered } | { own: Response }> {
    const { requestId, clientAddress } = c.var;
    const reads = request.method === "GET";
    const { context, state } = createPageContext(options, { requestId, clientAddress, reads });
    const { render } = await loadRenderer();
    const deadline = AbortSignal.timeout(reads ? renderMs.read : renderMs.post);
    const response = await within(deadline, render(request, context));
    const headers = new Headers(response.headers);
    const { how, keep = false, lateScripts } = state.outcome;
    const mayKeep = keep && response.status === 200;
    if (mayKeep && !headers.has("cache-control")) headers.set("cache-control", CACHE.page);
    secure(headers);

    const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
    if (!isPage && !mayKeep)
      return { own: new Response(response.body, { status: response.status, headers }) };
    if (how === "streamed") {
      const nonce = `'nonce-${context.nonce}'`;
      headers.set(
        "content-security-policy",
        pageCsp({ script: [nonce], style: [nonce], allowed: state.allowed }),
      );
      headers.set("x-request-id", requestId);
      return { own: new Response(response.body, { status: response.status, headers }) };
    }

    let body = Buffer.from(await within(deadline, response.arrayBuffer()));
    if (isPage) {
      let html = body.toString("utf8").replaceAll(` nonce="${context.nonce}"`, "");
      if (lateScripts) html = html.replaceAll(MODULE_LINK, `${MODULE_LINK} fetchpriority="low"`);
      body = Buffer.from(html);
      headers.set(
        "content-security-policy",
        pageCsp({ ...inlineHashes(html), allowed: state.allowed }),
      );
    }
    if (!mayKeep) {
      headers.set("x-request-id", requestId);
      const bytes = await encodeOnce(c.req.header("accept-encoding") ?? null, headers, body);
      return { own: new Response(bytes, { status: response.status, headers }) };
    }
    const encoded = await encode(200, Object.fromEntries(headers), body, { kept: keepPages });
    const degraded = state.degraded || how === "failed";
    return {
      shared: {
        encoded,
        keepMs: degraded ? Math.min(DEGRADED_MS, keepMs()) : keepMs(),
        until: state.until,
        degraded,
      },
    };
  }

  /** Makes the page for `path`; the first asker of a page that turns out not shareable gets it whole. */
  async function make(c: Context<AppEnv>, path: string): Promise<Encoded | Response> {
    let own: Response | undefined;
    const request = asGet(c.req.raw, { withQuery: false });
    const encoded = await cache.make(path, async () => {
      const result = await renderOnce(c, request);
      if ("shared" in result) return result.shared;
      own = result.own;
      return undefined;
    });
    return encoded ?? (own as Response);
  }

  /** A request that has no place in the cache: a posted form, or an address that no page has. */
  async function answerOnce(c: Context<AppEnv>, request: Request): Promise<Response> {
    const result = await renderOnce(c, request);
    return "own" in result ? result.own : sendShared(c, result.shared.encoded);
  }

  async function answerShared(c: Context<AppEnv>, path: string): Promise<Response> {
    if (backend.kind === "hosted") {
      const stale = cache.kept(path);
      if (stale) {
        if (!cache.fresh(path) && !cache.pending(path)) renew(c, path);
        return sendShared(c, stale);
      }
    }
    const shared = keepPages ? (cache.fresh(path) ?? (await cache.pending(path))) : undefined;
    const result = shared ?? (await make(c, path));
    return result instanceof Response ? result : sendShared(c, result);
  }

  function renew(c: Context<AppEnv>, path: string) {
    const { requestId } = c.var;
    make(c, path).catch((err) => log.error({ requestId, path, err }, "a page was not renewed"));
  }

  async function answer(c: Context<AppEnv>): Promise<Response> {
    const reads = c.req.method === "GET" || c.req.method === "HEAD";
    const { addresses } = await loadRenderer();
    try {
      if (!reads) return await answerOnce(c, asSeenByBrowser(c.req.raw));
      if (addresses.has(c.req.path)) return await answerShared(c, c.req.path);
      return await answerOnce(c, asGet(c.req.raw, { withQuery: true }));
    } catch (err) {
      if (!(err instanceof DOMException && err.name === "TimeoutError")) throw err;
      log.error({ requestId: c.var.requestId, path: c.req.path, err }, "a page took too long");
      return plainAnswer(503, "This page takes too long just now. Please try again in a moment.", {
        "retry-after": "10",
      });
    }
  }

  /** The way without any framework, for the many: true when the page was at hand and went out. */
  function sendCached(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const url = req.url ?? "/";
    const query = url.indexOf("?");
    const encoded = cache.fresh(query < 0 ? url : url.slice(0, query));
    if (!encoded) return false;
    send(req, res, encoded);
    return true;
  }

  const close = () => {
    for (const stop of stops) stop();
  };
  return { answer, sendCached, close };
}

function sendShared(c: Context<AppEnv>, encoded: Encoded): Response {
  send(c.env.incoming, c.env.outgoing, encoded);
  return RESPONSE_ALREADY_SENT;
}

/**
 * The request to render: HEAD as GET, so that both share one kept page; and without the visitor's
 * own abort signal, because others may be waiting for the same render. Of the query only `whole` is
 * left, which changes how a page is sent and nothing on it (entry.server.tsx).
 */
function asGet(request: Request, { withQuery }: { withQuery: boolean }): Request {
  const url = new URL(request.url);
  if (!withQuery) url.search = url.searchParams.has("whole") ? "?whole" : "";
  return new Request(url, { headers: request.headers });
}
