import { randomBytes } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { abortable } from "#contract/abortable.ts";
import type {
  CspDirective,
  LoggedAddresses,
  RenderOutcome,
  ServerContext,
} from "#contract/render-context.ts";
import type { Backend } from "#server/backend/types.ts";
import type { Drafts } from "#server/http/preview/drafts.ts";
import { withDraftsApplied } from "#server/http/preview/overlay.ts";
import type { Log } from "#server/runtime/log.ts";
import { type AskParts, batched, type PageRows, type Part } from "./page-rows.ts";
import { createToPng } from "./to-png/index.ts";

/** When its reads take longer, a page is rendered with the built-in texts. */
const READ_MS = 3_000;
/** Limit for a posted form's table requests; sending its email has a separate limit. */
const ASK_MS = 10_000;

/** One for all pages: images are drawn one after another. */
const toPng = createToPng();

export interface ContextParts {
  backend: Backend;
  siteUrl: string;
  /** the media library's maximum file size */
  mediaMaxBytes: number;
  logged: LoggedAddresses;
  log: Log;
  /** rows that pages have already read; if omitted, each page reads separately */
  rows?: PageRows;
}

interface PageCaller {
  requestId: string;
  clientAddress: string;
  /** a request that only reads */
  reads: boolean;
  allowsAnalytics?: boolean;
  /** rows to show as if stored; only for a preview */
  drafts?: Drafts;
}

/** State that a page's loaders set during rendering. */
export interface PageState {
  /** a read failed, so the page shows built-in texts */
  degraded: boolean;
  /** epoch milliseconds */
  until: number;
  renewAt: number;
  allowed: Map<CspDirective, Set<string>>;
  outcome: Partial<RenderOutcome>;
}

/** The context that one request's loaders and actions receive, and the state they set. */
export function createPageContext(parts: ContextParts, caller: PageCaller) {
  const { backend, siteUrl, mediaMaxBytes, logged, log, rows } = parts;
  const { requestId, clientAddress, reads, allowsAnalytics = false, drafts } = caller;
  const state: PageState = {
    degraded: false,
    until: Number.POSITIVE_INFINITY,
    renewAt: Number.POSITIVE_INFINITY,
    allowed: new Map(),
    outcome: {},
  };
  const newDeadline = () => AbortSignal.timeout(READ_MS);
  // Starts at the first read: in development, the page's code may have to be built first.
  let shared: AbortSignal | undefined;
  // In-process requests don't observe the client's own timeout, so enforce one here.
  const ask = (input: RequestInfo | URL, init: RequestInit = {}) => {
    const request = new Request(input, init);
    const isFunction = new URL(request.url).pathname.startsWith("/functions/");
    const signals = [
      // The request's own signal would be lost at a garbage collection.
      ...(init.signal ? [init.signal] : []),
      ...(isFunction ? [] : [AbortSignal.timeout(ASK_MS)]),
    ];
    const signal = AbortSignal.any(signals);
    return abortable(signal, backend.fetch(request, { clientAddress, requestId, asks: "page" }));
  };
  /** Reads rows; concurrent reads are batched into one request. */
  function reader(): ServerContext["rows"] {
    const askBackend = batched(askParts(ask, backend));
    // A preview's rows belong to one admin: neither read them from other pages' cache nor store
    // them in it.
    const readPart = drafts
      ? withDraftsApplied(drafts, askBackend)
      : (rows?.through(askBackend) ?? askBackend);
    return async (table, columns, where) => {
      const part: Part = where ? { table, columns, where } : { table, columns };
      const answer = await readPart(part);
      if (answer.until !== null) context.until(new Date(answer.until));
      // The database function returns rows in the types of their tables.
      return answer.rows as never;
    };
  }
  let client: ServerContext["supabase"] | undefined;
  const context: ServerContext = {
    preview: drafts !== undefined,
    allowsAnalytics,
    get supabase() {
      client ??= createClient(backend.serverUrl, backend.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        // A visitor gets a response at once instead of waiting seconds for a retry.
        db: { retry: false },
        global: { fetch: ask },
      });
      return client;
    },
    rows: reader(),
    apart: () => Object.assign(Object.create(context), { rows: reader() }),
    fetchBackend: (path, init) => ask(backend.serverUrl + path, init),
    browserConfig: {
      supabaseUrl: backend.browserUrl,
      publishableKey: backend.publishableKey,
      mediaMaxBytes,
      logged,
    },
    toPng,
    siteUrl,
    requestId,
    clientAddress,
    nonce: randomBytes(16).toString("base64"),
    deadline() {
      if (!reads) return newDeadline();
      shared ??= newDeadline();
      return shared;
    },
    until(instant) {
      state.until = Math.min(state.until, instant.getTime());
    },
    renewAt(instant) {
      state.renewAt = Math.min(state.renewAt, instant.getTime());
    },
    degrade(what, cause) {
      state.degraded = true;
      log.warn({ requestId, err: cause }, what);
    },
    report(outcome) {
      Object.assign(state.outcome, outcome);
    },
    allow(directive, origin) {
      state.allowed.set(directive, (state.allowed.get(directive) ?? new Set()).add(origin));
    },
    log: (level, fields, message) => log[level]({ requestId, ...fields }, message),
  };
  if (backend.browserUrl) {
    context.allow("connect-src", backend.browserUrl);
    context.allow("connect-src", backend.browserUrl.replace(/^http/, "ws"));
  }
  return { context, state };
}

/** Requests rows through public.page_rows, as a visitor. */
const askParts =
  (ask: typeof fetch, backend: Backend): AskParts =>
  async (parts) => {
    const asked = ask(`${backend.serverUrl}/rest/v1/rpc/page_rows`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ asked: parts }),
    });
    // Others may wait for the same response, so a missing one must not outlive the page's limit.
    const answer = await abortable(AbortSignal.timeout(READ_MS), asked);
    if (!answer.ok) throw new Error(`the backend answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
