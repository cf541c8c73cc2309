import type { SupabaseClient } from "@supabase/supabase-js";
import { createContext } from "react-router";
import type { Database } from "#app/lib/data/database.types.ts";

type Tables = Database["public"]["Tables"];

/** What the browser needs to reach the backend; embedded in the page, so one build fits all. */
export interface BrowserConfig {
  /** "" means the page's own origin */
  supabaseUrl: string;
  publishableKey: string;
  /** bytes; a larger file is refused before its upload starts */
  mediaMaxBytes: number;
  logged: LoggedAddresses;
}

/**
 * Which client addresses the web server logs in full: all (`full`), only those of refused requests while
 * others are truncated (`cut`), only those of failures (`failures`), or none (`none`).
 */
export type LoggedAddresses = "full" | "cut" | "failures" | "none";

/** CSP directives that a page may extend by an origin. */
export type CspDirective = "script-src" | "connect-src" | "frame-src" | "img-src" | "style-src";

/** How a page was rendered. Omitted fields have the defaults below. */
export interface RenderOutcome {
  /**
   * `complete` (the default): the whole page. `failed`: the whole page, but a part shows an error.
   * `streamed`: sent while still rendering.
   */
  how: "complete" | "failed" | "streamed";
  /** Everyone gets the same bytes, so the page cache may store them. Default: false. */
  keep: boolean;
  /** The bytes of a complete page. The response then has no body, whose stream would double the cost. */
  html: Buffer<ArrayBuffer>;
}

/** One per request; loaders read it and report back through it. */
export interface ServerContext {
  /** an anonymous client, for more than reading rows; row-level security limits what it sees */
  readonly supabase: SupabaseClient<Database>;
  /**
   * Columns of the publicly visible rows of a table, in the order staff set, at most 1000. Concurrent
   * requests of a page's loaders share one query. Results are cached until the content changes, so callers
   * must not mutate them. Rejects with the backend's error.
   * @param where column values that must match
   */
  rows<Name extends keyof Tables & string, Column extends keyof Tables[Name]["Row"] & string>(
    table: Name,
    columns: readonly Column[],
    where?: Partial<Record<keyof Tables[Name]["Row"], string>>,
  ): Promise<readonly Readonly<Pick<Tables[Name]["Row"], Column>>[]>;
  /** The same context with its own query, for data that may load after the rest of the page. */
  apart(): ServerContext;
  /** for an admin who previews unsaved changes; each text is then tagged with its source */
  preview: boolean;
  /** The visitor allowed analytics, and their browser doesn't ask sites not to track them. */
  allowsAnalytics: boolean;
  browserConfig: BrowserConfig;
  /** Requests a backend path like /storage/v1/object/public/... as a visitor's browser would. */
  fetchBackend(path: string, init?: RequestInit): Promise<Response>;
  /**
   * Turns an image file into a PNG that fills a box of this size, in pixels, as far as its shape allows.
   * Null if it is not an image, too large, or takes too long. Nothing in an SVG is loaded or run.
   */
  toPng(image: Buffer, width: number, height: number): Promise<Buffer | null>;
  /** absolute, no trailing slash; for canonical links and email */
  siteUrl: string;
  requestId: string;
  clientAddress: string;
  nonce: string;
  /** The timeout signal. A page's reads share one; reads after a form post get their own. */
  deadline(): AbortSignal;
  /** The page is valid until then; later requests render it again. */
  until(instant: Date): void;
  /** The page is rendered again after this; a cache in front may serve the earlier one a little longer. */
  renewAt(instant: Date): void;
  /** Logs why a read failed and limits the page's caching to seconds. */
  degrade(what: string, cause: unknown): void;
  /** Reports how the page was rendered, before the response. Merges with earlier reports. */
  report(outcome: Partial<RenderOutcome>): void;
  /** Adds an origin to this page's Content-Security-Policy. */
  allow(directive: CspDirective, origin: string): void;
  log(level: "info" | "warn" | "error", fields: Record<string, unknown>, message: string): void;
}

export const serverContext = createContext<ServerContext>();
