import type { Context } from "hono";
import { CACHE } from "#contract/cache-policy.ts";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { refuse, refuseTooMany } from "#server/http/plain-answer.ts";
import { createAddressLimiter } from "#server/limits/rate-limit.ts";
import { askAs, INERT_PAGE, previewFailed } from "./answers.ts";
import { type DraftRow, readAsked, withDrafts } from "./drafts.ts";
import { createDraftRender, type DraftRenderParts } from "./render-drafts.ts";

/** bytes: many times the texts of a page */
export const PREVIEW_BODY_MAX = 512 * 1024;

/** Four per second, sustained. Typing without a pause requests only one. */
const PREVIEWS = { name: "preview", burst: 120, secondsEach: 0.25 };

/**
 * The policy of the empty document that holds a preview, in which nothing runs. The parent page's listeners
 * on it need a sandbox that allows scripts; script-src keeps the document's own from running. For the
 * checks of a page (decision 0074), a file of this site may run there: the page itself has no scripts.
 */
const frameCsp = (scripts: "'none'" | "'self'") =>
  [
    "default-src 'none'",
    "sandbox allow-same-origin allow-scripts",
    `script-src ${scripts}`,
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

interface PreviewParts extends DraftRenderParts {
  /** false: no rate limit */
  rateLimits: boolean;
}

/**
 * /admin/preview. GET: the empty document that the admin shows previews in, the same for everyone; `?checks` is
 * the one for checks. POST: a public page with the drafts in the body applied, for editors and admins; nothing
 * is written or cached.
 */
export function createPreview({ rateLimits, ...parts }: PreviewParts) {
  const take = createAddressLimiter(PREVIEWS);
  const render = createDraftRender(parts);

  async function made(c: Context<AppEnv>): Promise<Response> {
    const { sitePages } = await parts.loadRenderer();
    const { path, drafts, set } = readAsked(await c.req.text(), sitePages);
    const prepared = set === undefined ? {} : await preparedIn(set, parts.backend, c);
    const html = prepared && (await render(c, path, withDrafts(prepared, drafts)));
    if (html === undefined) return previewFailed(c);
    return new Response(html, {
      headers: { ...INERT_PAGE, "cache-control": CACHE.none },
    });
  }

  async function post(c: Context<AppEnv>): Promise<Response> {
    const seconds = rateLimits ? take(c.var.clientAddress) : 0;
    if (seconds > 0) return refuseTooMany(c, seconds);
    const who = await whoAsks(parts.backend, c);
    if (who === "nobody") return refuse(c, "no_session", 401, "Please sign in to see a preview.");
    if (who === "other")
      return refuse(c, "not_editor", 403, "Only editors and admins can see a preview.");
    return who === "editor" ? made(c) : previewFailed(c);
  }

  const get = (c: Context<AppEnv>) =>
    new Response(FRAME, {
      headers: {
        ...INERT_PAGE,
        "content-security-policy": frameCsp(c.req.query("checks") === "" ? "'self'" : "'none'"),
        "x-frame-options": "SAMEORIGIN",
        "cache-control": CACHE.none,
      },
    });

  return { get, post };
}

/** The rows of a change set by table; undefined if the database refuses. */
async function preparedIn(
  set: string,
  backend: Backend,
  c: Context<AppEnv>,
): Promise<Record<string, DraftRow[]> | undefined> {
  const authorization = c.req.header("authorization");
  const answer = await askAs(backend, c, "set_preview", { of_set: set }, authorization);
  return answer.ok ? answer.json() : undefined;
}

/** Whether the caller may edit content, according to the database, asked only with the caller's token. */
async function whoAsks(backend: Backend, c: Context<AppEnv>) {
  const authorization = c.req.header("authorization");
  if (!authorization?.startsWith("Bearer ")) return "nobody";
  const answer = await askAs(backend, c, "my_roles", {}, authorization);
  if (answer.status === 401) return "nobody";
  if (!answer.ok) return "unknown";
  const roles: unknown = await answer.json();
  const edits = ["owner", "admin", "editor"];
  return Array.isArray(roles) && roles.some((role) => edits.includes(role)) ? "editor" : "other";
}
