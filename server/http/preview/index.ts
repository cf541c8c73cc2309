import type { Context } from "hono";
import { CACHE } from "#contract/cache-policy.ts";
import { within } from "#contract/within.ts";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { type ContextParts, createPageContext } from "#server/http/pages/page-context.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { refuse } from "#server/http/refuse.ts";
import { createAddressLimiter, readableWait } from "#server/limits/rate-limit.ts";
import { SECURITY_HEADERS } from "#server/runtime/security-headers.ts";
import { type Asked, type DraftRow, NotAsked, readAsked, withDrafts } from "./drafts.ts";
import { inert } from "./inert.ts";

/** bytes: all texts of a page many times over */
export const PREVIEW_BODY_MAX = 512 * 1024;

/** Four a second, without end: what someone types in one go is one. */
const PREVIEWS = { burst: 120, secondsEach: 0.25 };
const RENDER_MS = 10_000;

/**
 * What a preview is put into: nothing, in which nothing runs. The listeners of the page around it are
 * that page's own, and need a sandbox that lets scripts run; that none does is script-src's.
 */
const FRAME_CSP = [
  "default-src 'none'",
  "sandbox allow-same-origin allow-scripts",
  "script-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "media-src 'self' blob: https:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");

const FRAME = `<!doctype html>
<html lang="en-US">
<head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Preview</title></head>
<body></body>
</html>
`;

interface PreviewParts extends ContextParts {
  loadRenderer: () => Promise<Pick<Renderer, "render" | "sitePages">>;
  /** false: whoever asks may ask as often as they like */
  rateLimits: boolean;
}

/**
 * /admin/preview. GET: the empty document that the admin shows previews in, the same for everyone.
 * POST: a public page as it would be with the drafts in the body, for admins; nothing is written or kept.
 */
export function createPreview({ rateLimits, loadRenderer, ...parts }: PreviewParts) {
  const take = createAddressLimiter(PREVIEWS);

  async function page(c: Context<AppEnv>, { path, drafts: typed, set }: Asked): Promise<Response> {
    const prepared = set === undefined ? {} : await preparedIn(set, parts.backend, c);
    if (!prepared) return unmade(c);
    const drafts = withDrafts(prepared, typed);
    const { requestId, clientAddress } = c.var;
    const asker = { requestId, clientAddress, reads: true, drafts };
    const { context, state } = createPageContext(parts, asker);
    // Asked for in one piece: nothing of it comes later by script.
    const request = new Request(`${new URL(c.req.url).origin}${path}?whole`);
    const { render } = await loadRenderer();
    const deadline = AbortSignal.timeout(RENDER_MS);
    const response = await within(deadline, render(request, context));
    const html = state.outcome.html ?? (await within(deadline, response.text()));
    if (!response.ok || state.degraded || state.outcome.how === "failed") return unmade(c);
    return new Response(inert(html), {
      headers: { ...INERT_PAGE, "cache-control": CACHE.none },
    });
  }

  async function made(c: Context<AppEnv>): Promise<Response> {
    const { sitePages } = await loadRenderer();
    try {
      return await page(c, readAsked(await c.req.text(), sitePages));
    } catch (cause) {
      if (cause instanceof NotAsked) return refuse(c, "bad_preview", 400, cause.message);
      if (!(cause instanceof DOMException && cause.name === "TimeoutError")) throw cause;
      parts.log.error({ requestId: c.var.requestId, err: cause }, "a preview took too long");
      return unmade(c);
    }
  }

  async function post(c: Context<AppEnv>): Promise<Response> {
    const seconds = rateLimits ? take(c.var.clientAddress) : 0;
    if (seconds > 0) {
      const sentence = `Too many requests. Please wait ${readableWait(seconds)} and try again.`;
      return refuse(c, "over_request_rate_limit", 429, sentence, { "retry-after": `${seconds}` });
    }
    const who = await whoAsks(parts.backend, c);
    if (who === "nobody") return refuse(c, "no_session", 401, "Please sign in to see a preview.");
    if (who === "other") return refuse(c, "not_admin", 403, "Only admins can see a preview.");
    return who === "admin" ? made(c) : unmade(c);
  }

  const get = () =>
    new Response(FRAME, {
      headers: {
        ...INERT_PAGE,
        "content-security-policy": FRAME_CSP,
        "x-frame-options": "SAMEORIGIN",
        "cache-control": CACHE.none,
      },
    });

  return { get, post };
}

const INERT_PAGE = {
  ...SECURITY_HEADERS,
  "content-type": "text/html; charset=utf-8",
  "x-robots-tag": "noindex",
};

const unmade = (c: Context<AppEnv>) =>
  refuse(c, "no_preview", 503, "The preview can't be made just now. Please try again in a moment.");

/** Asks a function of the database with the caller's token, and with no other right than theirs. */
const askAs = (backend: Backend, c: Context<AppEnv>, name: string, args: object) =>
  backend.fetch(
    new Request(`${backend.serverUrl}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: {
        apikey: backend.publishableKey,
        authorization: c.req.header("authorization") ?? "",
        "content-type": "application/json",
      },
      body: JSON.stringify(args),
    }),
    { requestId: c.var.requestId, clientAddress: c.var.clientAddress },
  );

/** The rows of a set of prepared changes by table; undefined where the database does not tell. */
async function preparedIn(
  set: string,
  backend: Backend,
  c: Context<AppEnv>,
): Promise<Record<string, DraftRow[]> | undefined> {
  const answer = await askAs(backend, c, "set_preview", { of_set: set });
  return answer.ok ? answer.json() : undefined;
}

/** Who asks, by the database's own word: it is asked with the caller's token, and by it alone. */
async function whoAsks(backend: Backend, c: Context<AppEnv>) {
  if (!c.req.header("authorization")?.startsWith("Bearer ")) return "nobody";
  const answer = await askAs(backend, c, "is_admin_user", {});
  if (answer.status === 401) return "nobody";
  if (!answer.ok) return "unknown";
  return (await answer.json()) === true ? "admin" : "other";
}
