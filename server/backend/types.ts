/** How an answer goes out to anyone who asked. */
export interface Delivery {
  /** Resolves when it is sent, or never will be because the client has gone. */
  sent: Promise<void>;
  /** Whether so many more bytes may wait to be sent, to this address and in all. */
  hasRoom(bytes: number): boolean;
  /** Counts so many bytes until it is sent, whatever waits of it: what is read of a file ahead. */
  hold(bytes: number): void;
}

/** What the gateway knows of a request that the request itself does not say. */
export interface RequestInfo {
  /** the visitor's address, after TRUST_PROXY hops */
  clientAddress: string;
  /** repeated in every log line and in the x-request-id response header */
  requestId: string;
  /** a page that is being made asks on behalf of all its readers, not of this one alone */
  asks?: "page";
  /** the address as it came over the wire; left out where nothing was on a wire */
  target?: string;
  /** left out where nothing is on a wire */
  delivery?: Delivery;
}

/** Work that is owed. */
export interface Backlog {
  waiting: number;
  /** of those, tried in vain */
  failing: number;
  /** since when the one waits that waits longest */
  oldest?: Date | undefined;
}

export interface Watched {
  /** whether the database, or the hosted API, answers */
  answers: boolean;
  /** what the database says; nothing when it does not answer, and of hosted Supabase */
  known?:
    | {
        mail: Backlog;
        webhooks: Backlog;
        /** when the last proved one was done; left out where none are made by themselves */
        backups?:
          | {
              proved?: Date | undefined;
              failed?: Date | undefined;
              running: boolean;
              overdue: boolean;
            }
          | undefined;
        /** rows that do not match their history, as the last check found; nothing before the first */
        history?: { checked: Date; gaps: number } | undefined;
        /** of this program's that the database has not, and of the database's that this program does not know */
        migrations: { missing: number; unknown: number };
      }
    | undefined;
  /** what this process has at hand; nothing with hosted Supabase */
  server?: {
    /** connections to the database, and who waits for one */
    pools: { name: string; most: number; busy: number; idle: number; waiting: number }[];
    /** requests that share them, and who waits for a place */
    limiters: { name: string; width: number; busy: number; waiting: number }[];
    /** seconds since it was last proved that changes are heard */
    changes: { heard: boolean; age: number };
    /** bytes; `kept` are for leads, and no file may have them */
    disk?: { free: number; total: number; kept: number } | undefined;
    /** since when this process can send no mail; nothing when it can, or has not tried */
    mailFailingSince: Date | undefined;
    /** why files can't be stored and read, as a sentence; nothing when they can */
    filesTrouble: string | undefined;
  };
}

/** The one switch between backends: embedded, any PostgreSQL, or a Supabase elsewhere. */
export interface Backend {
  kind: "embedded" | "database" | "hosted";
  /** Origin for the browser's supabase-js; "" means the page's own origin. */
  browserUrl: string;
  /** Origin that HTTP requests of server-side supabase-js name; they go through `fetch`. */
  serverUrl: string;
  publishableKey: string;
  /**
   * Who to sign in as, to print at the start: the longest-serving admin, with the password only when
   * this start generated it. Left out where admins are made elsewhere (hosted).
   */
  admin?: { email: string; password?: string };
  /** Tells the site's own address once the port is known; SITE_URL wins. Links in emails start with it. */
  setOrigin(origin: string): void;
  /**
   * Answers a request to /auth/v1, /rest/v1, /storage/v1 or /functions/v1.
   * Hosted: forwards over the network, for server-side clients; the browser goes there directly.
   */
  fetch(request: Request, info: RequestInfo): Promise<Response>;
  /** Rejects when the database or the hosted API does not answer. */
  ping(): Promise<void>;
  /** Reports the table whose public content changed, in any process, or "*" for any; returns the unsubscribe. */
  onContentChange(listener: (table: string) => void): () => void;
  /** Whether a change made now would be reported; false wherever nothing tells us. */
  hearsChanges(): boolean;
  /** How all is that it stands on, for those who watch it; never rejects, and holds no secret. */
  watch(): Promise<Watched>;
  /** Tells when changes are heard no longer, so that what is kept may be stale; returns the unsubscribe. */
  onSilence(listener: () => void): () => void;
  /** Stops accepting, ends what the process started (mail retries, the database). */
  close(): Promise<void>;
}
