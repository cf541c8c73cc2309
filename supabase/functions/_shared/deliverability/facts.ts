/** Who receives the site's email from, and whether that domain can be looked up. */
export interface From {
  address: string;
  domain: string;
  /** shared: a mailbox provider's domain; local: no domain of the public DNS */
  kind: "own" | "shared" | "local";
}

export interface SpfFacts {
  /** the domain's SPF records; null: no answer */
  records: string[] | null;
  /** how many DNS lookups the record takes; counting stops after the limit */
  lookups: number;
  /** what makes receivers ignore the record */
  broken: SpfFault | null;
  /** names within the record that didn't answer */
  silent: string[];
  /** what the record says of all other servers, also through redirect */
  all: "+" | "-" | "~" | "?" | null;
}

export interface SpfFault {
  kind: "term" | "include" | "loop";
  /** the unreadable term, or the included name */
  what: string;
  /** whose record it is in */
  of: string;
}

export interface DmarcFacts {
  /** the record that applies to the From domain, and where it is */
  record: { domain: string; text: string } | null;
  /** at the From domain itself: how many DMARC records, and what else is there */
  own: { records: number; other: string[] };
  /** a name on the way didn't answer */
  silent: boolean;
}

export interface DkimFacts {
  selector: string;
  signer: string;
  /** the texts at the key's name; null: no answer */
  records: string[] | null;
}

export interface DeliverabilityFacts {
  /** null: no sender is set (only on Supabase) */
  from: From | null;
  /** null where the domain can't be looked up */
  dns: {
    spf: SpfFacts;
    dmarc: DmarcFacts;
    /** null without a selector */
    dkim: DkimFacts | null;
    /** for DMARC's alignment: the organizational domain of each domain asked about; null: no answer */
    organizations: Record<string, string | null>;
  } | null;
}

/** What a test email named, all in lower case. */
export interface Named {
  selector?: string;
  /** the domain that signed */
  signer?: string;
  /** the domain that SPF was checked for */
  bounce?: string;
}
