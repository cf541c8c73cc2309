import { createHash } from "node:crypto";
import type { Context } from "hono";
import { abortable } from "#contract/abortable.ts";
import { CACHE } from "#contract/cache-policy.ts";
import type { CspDirective, ServerContext } from "#contract/render-context.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { encode, encodeOnce } from "#server/http/encoded.ts";
import { secure } from "#server/runtime/security-headers.ts";
import { allowsAnalytics } from "./consent.ts";
import type { Rendered } from "./page-cache.ts";
import { type ContextParts, createPageContext, type PageState } from "./page-context.ts";

/** How soon a page that uses defaults after a failed read is rendered again. */
const DEGRADED_MS = 2_000;

export interface Renderer {
  render(request: Request, context: ServerContext): Promise<Response>;
  /** see server/http/pages/render.ts: only these can be in the page cache */
  addresses: ReadonlySet<string>;
  /** the addresses of visitor pages */
  sitePages: ReadonlySet<string>;
  /** parameters that prevent caching, by address: visitors can invent any number of values */
  queries: ReadonlyMap<string, readonly string[]>;
}

export interface RenderParts extends ContextParts {
  /** the built app's renderer; loaded on each use, because it changes in development */
  loadRenderer: () => Promise<Renderer>;
  /** false: every page is rendered per request, for development and benchmarks */
  keepPages: boolean;
}

interface Times {
  /** how long a page rendered now may be cached, in milliseconds */
  keepMs: () => number;
  /** render time limit, in milliseconds */
  renderMs: { read: number; post: number };
}

/** A response to share and cache, or one for this client alone. */
type Made = { shared: Rendered } | { own: Response };

/** Renders a page: to share, if `shared` and the page allows it; otherwise for this client alone. */
export function createRender(parts: RenderParts, { keepMs, renderMs }: Times) {
  return async (c: Context<AppEnv>, request: Request, shared: boolean): Promise<Made> => {
    const { requestId, clientAddress } = c.var;
    const reads = request.method === "GET";
    const caller = {
      requestId,
      clientAddress,
      reads,
      allowsAnalytics: allowsAnalytics(Object.fromEntries(request.headers)),
    };
    const { context, state } = createPageContext(parts, caller);
    const { render } = await parts.loadRenderer();
    const deadline = AbortSignal.timeout(reads ? renderMs.read : renderMs.post);
    const response = await abortable(deadline, render(request, context));
    const headers = headersOf(response, state, context);
    if (isSentUnchanged(response, state, headers, context))
      return { own: new Response(response.body, { status: response.status, headers }) };

    const whole =
      state.outcome.html ?? Buffer.from(await abortable(deadline, response.arrayBuffer()));
    const body = isPage(headers) ? finishPage(whole, headers, context, state) : whole;
    if (shared && mayKeep(response, state)) {
      const encoded = encode(200, Object.fromEntries(headers), body, { cached: parts.keepPages });
      const { until, renewAt } = state;
      return { shared: { encoded, until, renewAt, ...howLong(state, keepMs()) } };
    }
    headers.set("x-request-id", requestId);
    const bytes = await encodeOnce(c.req.header("accept-encoding") ?? null, headers, body);
    return { own: new Response(bytes, { status: response.status, headers }) };
  };
}

const mayKeep = ({ status }: Response, { outcome }: PageState) =>
  outcome.keep === true && status === 200;

const isPage = (headers: Headers) => headers.get("content-type")?.startsWith("text/html") ?? false;

function headersOf(response: Response, state: PageState, context: ServerContext): Headers {
  const headers = new Headers(response.headers);
  if (mayKeep(response, state) && !headers.has("cache-control"))
    headers.set("cache-control", context.allowsAnalytics ? CACHE.pagePrivate : CACHE.page);
  secure(headers);
  return headers;
}

/** A file or redirect for this client, or a page that is still streaming. */
function isSentUnchanged(
  response: Response,
  state: PageState,
  headers: Headers,
  context: ServerContext,
): boolean {
  if (!isPage(headers) && !mayKeep(response, state)) return true;
  if (state.outcome.how !== "streamed") return false;
  allowByNonce(headers, context, state);
  headers.set("x-request-id", context.requestId);
  return true;
}

function howLong({ degraded, outcome }: PageState, keepMs: number) {
  return degraded || outcome.how === "failed"
    ? { keepMs: Math.min(DEGRADED_MS, keepMs), degraded: true }
    : { keepMs, degraded: false };
}

function allowByNonce(headers: Headers, context: ServerContext, { allowed }: PageState) {
  const nonce = `'nonce-${context.nonce}'`;
  headers.set("content-security-policy", pageCsp({ script: [nonce], style: [nonce], allowed }));
}

/**
 * Removes the per-request nonce; scripts are allowed by hash instead. Reads the page as Latin-1, because it
 * looks only for ASCII: decoding and re-encoding UTF-8 would take a tenth of the time that rendering the page
 * takes.
 */
function finishPage(
  page: Buffer<ArrayBuffer>,
  headers: Headers,
  context: ServerContext,
  { allowed }: PageState,
): Buffer<ArrayBuffer> {
  const html = page.toString("latin1").replaceAll(` nonce="${context.nonce}"`, "");
  headers.set("content-security-policy", pageCsp({ ...inlineHashes(html, "latin1"), allowed }));
  return Buffer.from(html, "latin1");
}

const DATA_BLOCK = /\btype=("|')(application\/(ld\+)?json|text\/plain)\1/i;
const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi;

const sha256 = (text: string, encoding: BufferEncoding) =>
  `'sha256-${createHash("sha256").update(text, encoding).digest("base64")}'`;

/**
 * Hashes of a complete page's inline scripts and styles, as CSP source expressions: the page can
 * then be cached, which a nonce prevents. Data blocks never run, so they need none.
 * @param encoding the encoding in which `html` has the page's bytes
 */
export function inlineHashes(html: string, encoding: BufferEncoding = "utf8") {
  const script: string[] = [];
  const style: string[] = [];
  for (const [, tag, attributes = "", text = ""] of html.matchAll(ELEMENT)) {
    if (!text || /\bsrc=/.test(attributes) || DATA_BLOCK.test(attributes)) continue;
    (tag?.toLowerCase() === "script" ? script : style).push(sha256(text, encoding));
  }
  return { script, style };
}

interface CspParts {
  script: string[];
  style: string[];
  /** origins that the page's loaders allowed */
  allowed: ReadonlyMap<CspDirective, ReadonlySet<string>>;
}

/** A page's Content-Security-Policy: scripts run only by hash, by nonce, or from our own origin. */
export function pageCsp({ script, style, allowed }: CspParts): string {
  const extra = (directive: CspDirective) => [...(allowed.get(directive) ?? [])];
  const list = (name: string, ...sources: string[]) => `${name} ${sources.join(" ")}`;
  return [
    list("default-src", "'self'"),
    list("script-src", "'self'", ...script, ...extra("script-src")),
    list("style-src", "'self'", ...style, ...extra("style-src")),
    // React and the widgets set sizes in style attributes, which can't load or run anything.
    list("style-src-attr", "'unsafe-inline'"),
    list("img-src", "'self'", "data:", "blob:", "https:", ...extra("img-src")),
    list("media-src", "'self'", "blob:", "https:"),
    list("font-src", "'self'"),
    list("connect-src", "'self'", ...extra("connect-src")),
    list("frame-src", "'self'", ...extra("frame-src")),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
