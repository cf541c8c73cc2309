import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createClient } from "@supabase/supabase-js";
import type { Context } from "hono";
import type { CspDirective, ServerContext } from "#app/lib/server-context.ts";
import type { Backend } from "../backend/types.ts";
import type { Log } from "../log.ts";
import type { AppEnv } from "./app-env.ts";
import { CACHE } from "./cache-control.ts";
import { type Encoded, encode, encodeOnce, send } from "./encoded.ts";
import { asSeenByBrowser } from "./own-origin.ts";
import { createPageCache, type Rendered } from "./page-cache.ts";
import { inlineHashes, pageCsp, SECURITY_HEADERS } from "./security-headers.ts";

/** A page made from defaults because a read failed is asked again after this long. */
const DEGRADED_MS = 2_000;
/** A hosted backend reports no changes: a page is served stale and renewed after this long. */
const HOSTED_MS = 3_000;

/** How React Router lists a page's modules; it has no way to say that they may wait. */
const MODULE_LINK = '<link rel="modulepreload"';

export type Render = (request: Request, context: ServerContext) => Promise<Response>;

interface PagesOptions {
  backend: Backend;
  siteUrl: string;
  /** the largest file that the media library takes */
  mediaMaxBytes: number;
  log: Log;
  /** the built app's renderer; asked for anew each time, because in development it changes */
  loadRender: () => Promise<Render>;
  /** false: every page is made anew, for development and for measuring renders */
  keepPages: boolean;
}

/** Server-rendered pages behind a cache of finished bytes. */
export function createPages({
  backend,
  siteUrl,
  mediaMaxBytes,
  log,
  loadRender,
  keepPages,
}: PagesOptions) {
  const cache = createPageCache();
  const keepMs = !keepPages ? 0 : backend.kind === "hosted" ? HOSTED_MS : Number.POSITIVE_INFINITY;
  const unsubscribe = backend.onContentChange(() => cache.clear());

  function createContext(requestId: string, clientAddress: string) {
    const allowed = new Map<CspDirective, Set<string>>();
    const state = { degraded: false, allowed };
    const ask = (request: Request) => backend.fetch(request, { clientAddress, requestId });
    const context: ServerContext = {
      supabase: createClient(backend.serverUrl, backend.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        // A visitor gets the defaults at once instead of waiting seconds for another try.
        db: { retry: false },
        global: { fetch: (input, init) => ask(new Request(input, init)) },
      }),
      fetchBackend: (path, init) => ask(new Request(backend.serverUrl + path, init)),
      browserConfig: {
        supabaseUrl: backend.browserUrl,
        publishableKey: backend.publishableKey,
        mediaMaxBytes,
      },
      siteUrl,
      requestId,
      clientAddress,
      nonce: randomBytes(16).toString("base64"),
      degrade(what, cause) {
        state.degraded = true;
        log.warn({ requestId, err: cause }, what);
      },
      allow(directive, origin) {
        allowed.set(directive, (allowed.get(directive) ?? new Set()).add(origin));
      },
      log: (level, fields, message) => log[level]({ requestId, ...fields }, message),
    };
    if (backend.browserUrl) {
      context.allow("connect-src", backend.browserUrl);
      context.allow("connect-src", backend.browserUrl.replace(/^http/, "ws"));
    }
    return { context, state };
  }

  /** Renders once; answers either bytes to share and keep, or a response for this reader alone. */
  async function renderOnce(
    request: Request,
    requestId: string,
    clientAddress: string,
  ): Promise<{ shared: Rendered } | { own: Response }> {
    const { context, state } = createContext(requestId, clientAddress);
    const render = await loadRender();
    const response = await render(request, context);
    const headers = new Headers(response.headers);
    const how = headers.get("x-render");
    const mayKeep = headers.get("x-page-cache") === "keep" && response.status === 200;
    const late = headers.get("x-scripts") === "late";
    for (const name of ["x-render", "x-page-cache", "x-scripts"]) headers.delete(name);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
    headers.set(
      "cache-control",
      headers.get("cache-control") ?? (mayKeep ? CACHE.page : CACHE.none),
    );

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

    let body = Buffer.from(await response.arrayBuffer());
    if (isPage) {
      let html = body.toString("utf8").replaceAll(` nonce="${context.nonce}"`, "");
      if (late) html = html.replaceAll(MODULE_LINK, `${MODULE_LINK} fetchpriority="low"`);
      body = Buffer.from(html);
      headers.set(
        "content-security-policy",
        pageCsp({ ...inlineHashes(html), allowed: state.allowed }),
      );
    }
    if (!mayKeep) {
      headers.set("x-request-id", requestId);
      const bytes = await encodeOnce(request.headers.get("accept-encoding"), headers, body);
      return { own: new Response(bytes, { status: response.status, headers }) };
    }
    const encoded = await encode(200, Object.fromEntries(headers), body, { kept: keepPages });
    return {
      shared: {
        encoded,
        keepMs: state.degraded || how === "failed" ? Math.min(DEGRADED_MS, keepMs) : keepMs,
      },
    };
  }

  /** Makes the page for `path`; the first asker of a page that turns out not shareable gets it whole. */
  async function make(c: Context<AppEnv>, path: string): Promise<Encoded | Response> {
    let own: Response | undefined;
    const request = asGet(c.req.raw);
    const encoded = await cache.make(path, async () => {
      const result = await renderOnce(request, c.var.requestId, c.var.clientAddress);
      if ("shared" in result) return result.shared;
      own = result.own;
      return undefined;
    });
    return encoded ?? (own as Response);
  }

  async function answer(c: Context<AppEnv>): Promise<Response> {
    const reads = c.req.method === "GET" || c.req.method === "HEAD";
    if (!reads) {
      const request = asSeenByBrowser(c.req.raw);
      const result = await renderOnce(request, c.var.requestId, c.var.clientAddress);
      return "own" in result ? result.own : sendShared(c, result.shared.encoded);
    }
    const path = c.req.path;
    if (backend.kind === "hosted") {
      const stale = cache.kept(path);
      if (stale) {
        if (!cache.fresh(path) && !cache.pending(path)) void make(c, path);
        return sendShared(c, stale);
      }
    }
    const shared = keepPages ? (cache.fresh(path) ?? (await cache.pending(path))) : undefined;
    const result = shared ?? (await make(c, path));
    return result instanceof Response ? result : sendShared(c, result);
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

  return { answer, sendCached, close: unsubscribe };
}

function sendShared(c: Context<AppEnv>, encoded: Encoded): Response {
  send(c.env.incoming, c.env.outgoing, encoded);
  return RESPONSE_ALREADY_SENT;
}

/**
 * The request to render: HEAD as GET, so that both share one kept page; and without the visitor's
 * own abort signal, because others may be waiting for the same render.
 */
const asGet = ({ url, headers }: Request) => new Request(url, { headers });
