/** How a response is sent to the client. */
export interface Delivery {
  /** Resolves when the response is sent, or the client has disconnected. */
  sent: Promise<void>;
  /** Whether this many more bytes may wait to be sent, for this address and in total. */
  hasCapacity(bytes: number): boolean;
  /** Counts this many bytes until the response is sent, such as a file's read-ahead. */
  hold(bytes: number): void;
}

/** What the gateway knows about a request beyond the request itself. */
export interface RequestInfo {
  /** the visitor's address, after TRUST_PROXY hops */
  clientAddress: string;
  /** repeated in every log line and in the x-request-id response header */
  requestId: string;
  /** a page that is being rendered: it reads for all its visitors, not only for this one */
  asks?: "page";
  /** the request target as received; omitted for in-process requests */
  target?: string;
  /** omitted for in-process requests */
  delivery?: Delivery;
}

/** Work that is still to be done. */
export interface Backlog {
  waiting: number;
  /** how many of them have failed so far */
  failing: number;
  /** since when the oldest has been waiting */
  oldest?: Date | undefined;
}

export interface Watched {
  /** whether the database or the hosted API responds */
  answers: boolean;
  /** what the database reports; undefined when it doesn't respond, and with hosted Supabase */
  known?:
    | {
        mail: Backlog;
        webhooks: Backlog;
        /** when the last verified one was completed; omitted without automatic backups */
        backups?:
          | {
              proved?: Date | undefined;
              failed?: Date | undefined;
              running: boolean;
              overdue: boolean;
              /** BACKUP_TO doesn't have the last verified one, as checked every few minutes */
              gone?: boolean;
            }
          | undefined;
        /** rows that don't match their history, from the last check; undefined before the first */
        history?: { checked: Date; gaps: number } | undefined;
        /** whether answers can be read; omitted without a mailbox (IMAP_URL) */
        mailbox?: { readable: boolean } | undefined;
        /** how many of the program's the database lacks, and how many of the database's are unknown */
        migrations: { missing: number; unknown: number };
      }
    | undefined;
  /** this process's resources; undefined with hosted Supabase */
  server?: {
    /** database connections, and how many callers wait for one */
    pools: { name: string; most: number; busy: number; idle: number; waiting: number }[];
    /** requests that share them, and how many wait for a slot */
    limiters: { name: string; width: number; busy: number; waiting: number }[];
    /** seconds since live updates were last confirmed */
    changes: { heard: boolean; age: number };
    /** bytes; `kept` is reserved for leads, and no file may use it */
    disk?: { free: number; total: number; kept: number } | undefined;
    /** since when this process can't send email; undefined when it can, or hasn't tried */
    mailFailingSince: Date | undefined;
    /** why files can't be stored and read, as a sentence; undefined when they can */
    filesTrouble: string | undefined;
  };
}

/** The interface of all backends: embedded, any PostgreSQL, or a Supabase elsewhere. */
export interface Backend {
  kind: "embedded" | "database" | "hosted";
  /** Origin for the browser's supabase-js; "" means the page's own origin. */
  browserUrl: string;
  /** Origin in the requests of the server-side supabase-js; they go through `fetch`. */
  serverUrl: string;
  publishableKey: string;
  /** The sign-in to print at startup: the longest-serving admin. Omitted where admins are created elsewhere (hosted). */
  admin?: { email: string };
  /** Sets the site's own address once the port is known; SITE_URL wins. Links in emails start with it. */
  setOrigin(origin: string): void;
  /**
   * Handles a request to /auth/v1, /rest/v1, /storage/v1 or /functions/v1.
   * Hosted: forwards it over the network, for server-side clients; browsers go there directly.
   */
  fetch(request: Request, info: RequestInfo): Promise<Response>;
  /** Handles an email service's POST of an email that it received for us. Hosted: the function there does. */
  receiveMail(request: Request, info: RequestInfo): Promise<Response>;
  /** Rejects when the database or the hosted API doesn't respond. */
  ping(): Promise<void>;
  /** Reports the table whose public content changed, or "*" for any. @returns the unsubscribe function */
  onContentChange(listener: (table: string) => void): () => void;
  /** Whether a change made now would be reported; always false without notifications. */
  receivesChanges(): boolean;
  /** The health of everything the server depends on; never rejects, and contains no secrets. */
  watch(): Promise<Watched>;
  /** Called when changes are no longer reported, so caches may be stale. @returns the unsubscribe */
  onChangesLost(listener: () => void): () => void;
  /** Stops accepting requests, and ends what the process started (email retries, the database). */
  close(): Promise<void>;
}
