import type { Context } from "hono";
import { abortable } from "#contract/abortable.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { type ContextParts, createPageContext } from "#server/http/pages/page-context.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import type { Drafts } from "./drafts.ts";

const RENDER_MS = 10_000;

export interface DraftRenderParts extends ContextParts {
  loadRenderer: () => Promise<Pick<Renderer, "render" | "sitePages">>;
}

/**
 * Renders a public page with drafts applied, and makes it inert. `address` is its path with its query
 * ("/contact?orders=200"). Returns undefined when the page can't be rendered completely and in time.
 */
export function createDraftRender({ loadRenderer, ...parts }: DraftRenderParts) {
  return async (
    c: Context<AppEnv>,
    address: string,
    drafts: Drafts,
  ): Promise<string | undefined> => {
    const { requestId, clientAddress } = c.var;
    const caller = { requestId, clientAddress, reads: true, drafts };
    const { context, state } = createPageContext(parts, caller);
    const url = new URL(`${new URL(c.req.url).origin}${address}`);
    // Requests the page in one piece: no part may arrive later by script.
    url.searchParams.set("whole", "");
    const { render } = await loadRenderer();
    const deadline = AbortSignal.timeout(RENDER_MS);
    try {
      const response = await abortable(deadline, render(new Request(url), context));
      const html = state.outcome.html?.toString() ?? (await abortable(deadline, response.text()));
      if (!response.ok || state.degraded || state.outcome.how === "failed") return undefined;
      return inert(html);
    } catch (err) {
      if (!(err instanceof DOMException && err.name === "TimeoutError")) throw err;
      parts.log.error({ requestId, err }, "a preview took too long");
      return undefined;
    }
  };
}

/** Elements that run code, prefetch, measure or navigate automatically. */
const ACTS = [
  /<script\b(?![^>]* type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g,
  /<link rel="(?:modulepreload|preload|manifest)"[^>]*>/g,
  /<meta (?:name="analytics"|http-equiv=)[^>]*>/gi,
];

const CONTROL = /<(?:form|button|input)\b[^>]*>/g;
const LEADS = / (?:action|method|formaction)="[^"]*"/g;

/**
 * Makes a page's HTML inert: removes scripts (structured data stays, it never runs), analytics and prefetch, and
 * disables forms. Shows what <noscript> contains. React escapes every "<" and ">" in texts and attributes as &lt;
 * and &gt;, so every match here is an element.
 */
export function inert(html: string): string {
  let still = html;
  for (const acting of ACTS) still = still.replace(acting, "");
  return still.replace(CONTROL, (tag) => tag.replace(LEADS, "")).replace(/<\/?noscript>/g, "");
}
