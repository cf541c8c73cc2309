import type { Context } from "hono";
import type { AppEnv } from "#server/http/app-env.ts";
import { refuse } from "#server/http/plain-answer.ts";
import { askAs, INERT_PAGE, previewFailed, tooManyFor } from "./answers.ts";
import { addComment, type NotAdded, readTyped } from "./comment.ts";
import { type DraftRow, withDrafts } from "./drafts.ts";
import { overPage, throughLink, unsentPage } from "./link-page.ts";
import { createDraftRender, type DraftRenderParts } from "./render-drafts.ts";
import type { CommentForm, Typed } from "./ribbon.ts";

/** The database's answer for a token; null if the token never existed. */
type Opened = { state: "expired" | "revoked" | "closed" } | ({ state: "open" } & OpenLink) | null;

interface OpenLink {
  name: string;
  until: string;
  zone: string;
  may_comment: boolean;
  rows: Record<string, DraftRow[]>;
}

/** No scripts, no forms of the site, and no path in the referrer: pages linked from here never learn the address. */
const headersOf = (mayComment: boolean) => ({
  ...INERT_PAGE,
  "cache-control": "private, no-store",
  // Without a referrer, a browser doesn't say either where a form comes from (csrf.ts).
  "referrer-policy": mayComment ? "strict-origin" : "no-referrer",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "font-src 'self'",
    `form-action ${mayComment ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
});

/** A preview link's path: the token, then the page's own path ("" or "/" is the home page). */
const LINK_PATH = /^\/preview\/(?<token>[^/]+)(?<rest>\/.*)?$/;

/** Says that a comment was stored. Its value means nothing. */
const SENT = "commented";

/** What a request is about, from its address. */
function placeOf(c: Context<AppEnv>) {
  const { token = "", rest = "" } = LINK_PATH.exec(c.req.path)?.groups ?? {};
  const path = rest.replace(/\/+$/, "") || "/";
  const query = new URL(c.req.url).searchParams;
  const sent = query.has(SENT);
  query.delete(SENT);
  const asked = query.size > 0 ? `?${query}` : "";
  const home = `/preview/${token}`;
  return {
    token,
    path,
    home,
    sent,
    /** of the page on the site, and in the preview */
    page: path + asked,
    address: home + (path === "/" ? "" : path) + asked,
  };
}

/**
 * /preview/<token> and every public page below it: the site with a change set applied, for anyone with the
 * link (decision 0024). The token is the authorization; the database knows what it opens, and is queried as a
 * visitor. POST stores a comment and leads back to the page, so that a reload doesn't send it again.
 */
export function createPreviewLink(parts: DraftRenderParts) {
  const render = createDraftRender(parts);
  const { backend, loadRenderer } = parts;
  const answer = (html: string, status: number, mayComment = false) =>
    new Response(html, { status, headers: headersOf(mayComment) });

  /** @returns what the link opens, or why that can't be read now */
  async function read(c: Context<AppEnv>, token: string): Promise<Opened | Response> {
    const opened = await askAs(backend, c, "preview_link_open", { token });
    return opened.ok ? opened.json() : (tooManyFor(c, opened) ?? previewFailed(c));
  }

  /** @returns the page, or undefined if it can't be rendered completely */
  async function show(
    c: Context<AppEnv>,
    { rows, ...link }: OpenLink,
    comments: CommentForm,
  ): Promise<string | undefined> {
    const place = placeOf(c);
    const html = await render(c, place.page, withDrafts(rows, new Map()));
    const { sitePages } = await loadRenderer();
    const through = { ...link, ...place, sitePages };
    return (
      html && throughLink(html, { ...through, comments: link.may_comment ? comments : undefined })
    );
  }

  async function get(c: Context<AppEnv>): Promise<Response> {
    const { token, path, home, sent } = placeOf(c);
    const opened = await read(c, token);
    if (opened instanceof Response) return opened;
    if (opened?.state !== "open") return answer(overPage(opened?.state), opened ? 410 : 404);
    const { sitePages } = await loadRenderer();
    if (!sitePages.has(path)) return answer(overPage("elsewhere", { home }), 404);
    const html = await show(c, opened, { is: sent ? "sent" : "new" });
    return html === undefined ? previewFailed(c) : answer(html, 200, opened.may_comment);
  }

  async function post(c: Context<AppEnv>): Promise<Response> {
    const { token, path, address } = placeOf(c);
    const typed = await readTyped(c);
    if (!typed) return refuse(c, "no_form", 415, "Send the comment with the form in the preview.");
    const { sitePages } = await loadRenderer();
    if (!sitePages.has(path)) return answer(overPage(), 404);
    const sent = await addComment(backend, c, { token, page: path, ...typed });
    if (sent.is === "added") {
      const location = `${address}${address.includes("?") ? "&" : "?"}${SENT}`;
      return new Response(null, { status: 303, headers: { ...headersOf(false), location } });
    }
    return explain(c, sent, typed);
  }

  /** Says why a comment was not stored, with what was typed. */
  async function explain(c: Context<AppEnv>, sent: NotAdded, typed: Typed): Promise<Response> {
    const { token, home, address } = placeOf(c);
    const opened = await read(c, token);
    if (opened instanceof Response)
      return waiting(
        opened.headers.get("retry-after"),
        answer(unsentPage(address, typed), opened.status),
      );
    if (opened?.state !== "open")
      return answer(overPage(opened?.state, { unsent: typed }), opened ? 410 : 404);
    if (sent.is !== "refused") return answer(overPage("off", { home, unsent: typed }), 403);
    const html = await show(c, opened, { is: "refused", typed, sentence: sent.sentence });
    if (html === undefined) return answer(unsentPage(address, typed), 503);
    return waiting(sent.retryAfter, answer(html, sent.status, opened.may_comment));
  }

  return { get, post };
}

/** Says when to try again, if that is known. */
function waiting(retryAfter: string | null, answer: Response): Response {
  if (retryAfter) answer.headers.set("retry-after", retryAfter);
  return answer;
}
