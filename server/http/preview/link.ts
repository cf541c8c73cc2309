import type { Context } from "hono";
import type { AppEnv } from "#server/http/app-env.ts";
import { askAs, INERT_PAGE, previewFailed } from "./answers.ts";
import { type DraftRow, withDrafts } from "./drafts.ts";
import { overPage, throughLink } from "./link-page.ts";
import { LINK_PATH } from "./link-path.ts";
import { createDraftRender, type DraftRenderParts, tookTooLong } from "./render-drafts.ts";

/** The database's answer for a token; null if the token never existed. */
type Opened = { state: "expired" | "revoked" | "closed" } | ({ state: "open" } & OpenLink) | null;

interface OpenLink {
  name: string;
  until: string;
  zone: string;
  rows: Record<string, DraftRow[]>;
}

interface Through extends OpenLink {
  token: string;
  sitePages: ReadonlySet<string>;
}

/** No scripts, no forms, and no referrer, so that pages linked from here don't learn the address. */
const HEADERS = {
  ...INERT_PAGE,
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
};

/**
 * /preview/<token> and every public page below it: the site with a change set applied, for anyone with the
 * link (decision 0024). The token is the authorization; the database knows what it opens, and is queried as a
 * visitor.
 */
export function createPreviewLink(parts: DraftRenderParts) {
  const render = createDraftRender(parts);
  const { backend, log, loadRenderer } = parts;
  const page = (html: string, status: number) => new Response(html, { status, headers: HEADERS });

  async function read(c: Context<AppEnv>, token: string): Promise<Opened | undefined> {
    const visitor = `Bearer ${backend.publishableKey}`;
    const answer = await askAs(backend, c, visitor, "preview_link_open", { token });
    return answer.ok ? answer.json() : undefined;
  }

  async function show(c: Context<AppEnv>, path: string, through: Through): Promise<Response> {
    try {
      const address = path + new URL(c.req.url).search;
      const html = await render(c, address, withDrafts(through.rows, new Map()));
      return html === undefined
        ? previewFailed(c)
        : page(throughLink(html, { ...through, path }), 200);
    } catch (cause) {
      if (!tookTooLong(cause)) throw cause;
      log.error({ requestId: c.var.requestId, err: cause }, "a preview took too long");
      return previewFailed(c);
    }
  }

  return async (c: Context<AppEnv>): Promise<Response> => {
    const { token = "", rest = "" } = LINK_PATH.exec(c.req.path)?.groups ?? {};
    const opened = await read(c, token);
    if (opened === undefined) return previewFailed(c);
    if (opened?.state !== "open") return page(overPage(opened?.state), opened ? 410 : 404);
    const { sitePages } = await loadRenderer();
    const path = rest.replace(/\/+$/, "") || "/";
    if (!sitePages.has(path)) return page(overPage("elsewhere", `/preview/${token}`), 404);
    return show(c, path, { ...opened, token, sitePages });
  };
}
