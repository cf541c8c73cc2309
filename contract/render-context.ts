import type { SupabaseClient } from "@supabase/supabase-js";
import { createContext } from "react-router";
import type { Database } from "#app/lib/data/database.types.ts";

type Tables = Database["public"]["Tables"];

/** What the browser needs to reach the backend; it arrives inside the page, so one build fits all. */
export interface BrowserConfig {
  /** "" means the page's own origin */
  supabaseUrl: string;
  publishableKey: string;
  /** bytes; a larger file is refused before its upload starts */
  mediaMaxBytes: number;
  logged: LoggedAddresses;
}

/**
 * Whose network addresses the web server's log holds: everybody's whole (`full`), or without their last part
 * but for refused requests (`cut`), only of what failed (`failures`), or nobody's.
 */
export type LoggedAddresses = "full" | "cut" | "failures" | "none";

/** Directives that a page may widen by an origin. */
export type CspDirective = "script-src" | "connect-src" | "frame-src" | "img-src" | "style-src";

/** What a page says of the way it was rendered; what it does not say is as below. */
export interface RenderOutcome {
  /**
   * `complete` (the default): whole. `failed`: whole, but a part of it shows an error. `streamed`: it
   * goes out while it is still being made.
   */
  how: "complete" | "failed" | "streamed";
  /** Everyone gets the same bytes: the page cache may keep them. Default: false. */
  keep: boolean;
  /** Of a page that is whole: its bytes. Its response then has no body, whose stream would cost as much again. */
  html: Buffer<ArrayBuffer>;
}

/** One per request; loaders read it and report back through it. */
export interface ServerContext {
  /** a visitor's client, for what is more than reading rows: row-level security decides what it sees */
  readonly supabase: SupabaseClient<Database>;
  /**
   * Columns of the rows of a table that visitors may see, as staff put them in order, at most 1000. All
   * that a page's loaders ask for at the same time is one question to the backend, and what is known since
   * the content changed last is not asked for again; so nobody may change what comes back.
   * Rejects with the backend's error.
   * @param where what columns must equal
   */
  rows<Name extends keyof Tables & string, Column extends keyof Tables[Name]["Row"] & string>(
    table: Name,
    columns: readonly Column[],
    where?: Partial<Record<keyof Tables[Name]["Row"], string>>,
  ): Promise<readonly Readonly<Pick<Tables[Name]["Row"], Column>>[]>;
  /** The same, whose rows are their own question: for what may come later than the rest of its page. */
  apart(): ServerContext;
  /** for an admin who looks at what is not stored: then each text says where it comes from */
  preview: boolean;
  browserConfig: BrowserConfig;
  /** Asks the backend for a path such as /storage/v1/object/public/..., as a visitor's browser would. */
  fetchBackend(path: string, init?: RequestInit): Promise<Response>;
  /** absolute, no trailing slash; for canonical links and mail */
  siteUrl: string;
  requestId: string;
  clientAddress: string;
  nonce: string;
  /** When a read of a page is given up; reads of one page share it, those after a posted form do not. */
  deadline(): AbortSignal;
  /** What this page says holds until then: it is made again for anyone who asks later. */
  until(instant: Date): void;
  /** Logs the cause of a failed read and keeps the page out of the cache beyond seconds. */
  degrade(what: string, cause: unknown): void;
  /** Says how the page was rendered, before its answer is given; what was said earlier still holds. */
  report(outcome: Partial<RenderOutcome>): void;
  /** Allows one more origin in this page's Content-Security-Policy. */
  allow(directive: CspDirective, origin: string): void;
  log(level: "info" | "warn" | "error", fields: Record<string, unknown>, message: string): void;
}

export const serverContext = createContext<ServerContext>();
