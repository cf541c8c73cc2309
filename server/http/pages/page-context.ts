import { randomBytes } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import type { CspDirective, RenderOutcome, ServerContext } from "#contract/render-context.ts";
import { within } from "#contract/within.ts";
import type { Backend } from "#server/backend/types.ts";
import type { Drafts } from "#server/http/preview/drafts.ts";
import { underDrafts } from "#server/http/preview/overlay.ts";
import type { Log } from "#server/runtime/log.ts";

/** A page goes out with the built-in texts when its reads take longer. */
const READ_MS = 3_000;
/** What a posted form asks of the tables; sending its mail has a time of its own. */
const ASK_MS = 10_000;

export interface ContextParts {
  backend: Backend;
  siteUrl: string;
  /** the largest file that the media library takes */
  mediaMaxBytes: number;
  log: Log;
}

interface Asker {
  requestId: string;
  clientAddress: string;
  /** it reads and changes nothing */
  reads: boolean;
  /** what is to be seen as if it were stored; left out but for a preview */
  drafts?: Drafts;
}

/** What a page's loaders told of it while it was made. */
export interface PageState {
  /** a read failed: it shows built-in texts */
  degraded: boolean;
  /** epoch milliseconds */
  until: number;
  allowed: Map<CspDirective, Set<string>>;
  outcome: Partial<RenderOutcome>;
}

/** What one request's loaders and actions get, and what they say in return. */
export function createPageContext(parts: ContextParts, asker: Asker) {
  const { backend, siteUrl, mediaMaxBytes, log } = parts;
  const { requestId, clientAddress, reads, drafts } = asker;
  const state: PageState = {
    degraded: false,
    until: Number.POSITIVE_INFINITY,
    allowed: new Map(),
    outcome: {},
  };
  const newDeadline = () => AbortSignal.timeout(READ_MS);
  // From the first read on: in development the page's code may still have to be built.
  let shared: AbortSignal | undefined;
  // In this process nothing else would heed a client's own timeout.
  const ask = (request: Request) => {
    const isFunction = new URL(request.url).pathname.startsWith("/functions/");
    const signal = isFunction
      ? request.signal
      : AbortSignal.any([request.signal, AbortSignal.timeout(ASK_MS)]);
    return within(signal, backend.fetch(request, { clientAddress, requestId, asks: "page" }));
  };
  const read = drafts ? underDrafts(drafts, ask) : ask;
  const context: ServerContext = {
    preview: drafts !== undefined,
    supabase: createClient(backend.serverUrl, backend.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      // A visitor gets the defaults at once instead of waiting seconds for another try.
      db: { retry: false },
      global: { fetch: (input, init) => read(new Request(input, init)) },
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
    deadline() {
      if (!reads) return newDeadline();
      shared ??= newDeadline();
      return shared;
    },
    until(instant) {
      state.until = Math.min(state.until, instant.getTime());
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
