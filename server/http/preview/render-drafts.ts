import type { Context } from "hono";
import { within } from "#contract/within.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { type ContextParts, createPageContext } from "#server/http/pages/page-context.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import type { Drafts } from "./drafts.ts";

const RENDER_MS = 10_000;

export interface DraftRenderParts extends ContextParts {
  loadRenderer: () => Promise<Pick<Renderer, "render" | "sitePages">>;
}

/**
 * Renders a public page as it would be with drafts, with nothing in it that acts. `address`: its path, with
 * the query that it is asked with ("/contact?orders=200"). Undefined where the page can't be had
 * whole; throws a TimeoutError where it takes too long.
 */
export function createDraftRender({ loadRenderer, ...parts }: DraftRenderParts) {
  return async (
    c: Context<AppEnv>,
    address: string,
    drafts: Drafts,
  ): Promise<string | undefined> => {
    const { requestId, clientAddress } = c.var;
    const asker = { requestId, clientAddress, reads: true, drafts };
    const { context, state } = createPageContext(parts, asker);
    const url = new URL(`${new URL(c.req.url).origin}${address}`);
    // Asked for in one piece: nothing of it comes later by script.
    url.searchParams.set("whole", "");
    const { render } = await loadRenderer();
    const deadline = AbortSignal.timeout(RENDER_MS);
    const response = await within(deadline, render(new Request(url), context));
    const html = state.outcome.html?.toString() ?? (await within(deadline, response.text()));
    if (!response.ok || state.degraded || state.outcome.how === "failed") return undefined;
    return inert(html);
  };
}

/** Whether that is what went wrong with a render. */
export const tookTooLong = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === "TimeoutError";

/** What runs, loads ahead, measures or navigates automatically. */
const ACTS = [
  /<script\b[^>]*>[\s\S]*?<\/script>/g,
  /<link rel="(?:modulepreload|preload|manifest)"[^>]*>/g,
  /<meta (?:name="analytics"|http-equiv=)[^>]*>/gi,
];

const CONTROL = /<(?:form|button|input)\b[^>]*>/g;
const LEADS = / (?:action|method|formaction)="[^"]*"/g;

/**
 * A page's HTML with nothing in it that acts: no script, analytics or prefetch, no form that leads
 * anywhere. What a reader without script is told stands in its place. React writes every "<" and ">"
 * of a text or an attribute as &lt; and &gt;, so that what is found here is an element.
 */
export function inert(html: string): string {
  let still = html;
  for (const acting of ACTS) still = still.replace(acting, "");
  return still.replace(CONTROL, (tag) => tag.replace(LEADS, "")).replace(/<\/?noscript>/g, "");
}
