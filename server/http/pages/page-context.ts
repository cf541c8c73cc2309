import { randomBytes } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import type {
  CspDirective,
  LoggedAddresses,
  RenderOutcome,
  ServerContext,
} from "#contract/render-context.ts";
import { within } from "#contract/within.ts";
import type { Backend } from "#server/backend/types.ts";
import type { Drafts } from "#server/http/preview/drafts.ts";
import { underDrafts } from "#server/http/preview/overlay.ts";
import type { Log } from "#server/runtime/log.ts";
import { type AskParts, batched, type PageRows, type Part } from "./page-rows.ts";

/** A page goes out with the built-in texts when its reads take longer. */
const READ_MS = 3_000;
/** What a posted form asks of the tables; sending its mail has its own time. */
const ASK_MS = 10_000;

export interface ContextParts {
  backend: Backend;
  siteUrl: string;
  /** the largest file that the media library takes */
  mediaMaxBytes: number;
  logged: LoggedAddresses;
  log: Log;
  /** what pages have read already; left out: each page reads for itself */
  rows?: PageRows;
}

interface ClientKind {
  requestId: string;
  clientAddress: string;
  /** it reads and changes nothing */
  reads: boolean;
  /** what is to be seen as if it were stored; left out but for a preview */
  drafts?: Drafts;
}

/** What a page's loaders set while it was made. */
export interface PageState {
  /** a read failed: it shows built-in texts */
  degraded: boolean;
  /** epoch milliseconds */
  until: number;
  allowed: Map<CspDirective, Set<string>>;
  outcome: Partial<RenderOutcome>;
}

/** What one request's loaders and actions get, and what they say in return. */
export function createPageContext(parts: ContextParts, asker: ClientKind) {
  const { backend, siteUrl, mediaMaxBytes, logged, log, rows } = parts;
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
  /** Rows of which all that is asked for at the same time is one question. */
  function reader(): ServerContext["rows"] {
    const askBackend = batched(askParts(ask, backend));
    // What drafts lie over is one admin's: it is neither taken from other pages nor left for them.
    const readPart = drafts
      ? underDrafts(drafts, askBackend)
      : (rows?.through(askBackend) ?? askBackend);
    return async (table, columns, where) => {
      const part: Part = where ? { table, columns, where } : { table, columns };
      const answer = await readPart(part);
      if (answer.until !== null) context.until(new Date(answer.until));
      // The database's own function answers in the types of its tables.
      return answer.rows as never;
    };
  }
  let client: ServerContext["supabase"] | undefined;
  const context: ServerContext = {
    preview: drafts !== undefined,
    get supabase() {
      client ??= createClient(backend.serverUrl, backend.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        // A visitor gets an answer at once instead of waiting seconds for another try.
        db: { retry: false },
        global: { fetch: (input, init) => ask(new Request(input, init)) },
      });
      return client;
    },
    rows: reader(),
    apart: () => Object.assign(Object.create(context), { rows: reader() }),
    fetchBackend: (path, init) => ask(new Request(backend.serverUrl + path, init)),
    browserConfig: {
      supabaseUrl: backend.browserUrl,
      publishableKey: backend.publishableKey,
      mediaMaxBytes,
      logged,
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

/** Asks for rows by public.page_rows, as a visitor. */
const askParts =
  (ask: (request: Request) => Promise<Response>, backend: Backend): AskParts =>
  async (parts) => {
    const asked = ask(
      new Request(`${backend.serverUrl}/rest/v1/rpc/page_rows`, {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": "application/json" },
        body: JSON.stringify({ asked: parts }),
      }),
    );
    // Others may be waiting for the same answer: one that does not come keeps nobody longer than its page.
    const answer = await within(AbortSignal.timeout(READ_MS), asked);
    if (!answer.ok) throw new Error(`the backend answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
