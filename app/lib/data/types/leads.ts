import type { Tables } from "../database.types.ts";

export type ContactSubmission = Tables["contact_submissions"]["Row"];
export type SubmissionStatus = ContactSubmission["status"];
/** A lead in the inbox, without search-only columns and spam traps. */
export type Lead = Omit<
  ContactSubmission,
  "search_text" | "platforms_key" | "trap" | "filled_in_ms"
>;
/** What became of a closed lead. */
export type LeadOutcome = Pick<Lead, "outcome" | "outcome_value" | "outcome_reason">;

/** The inbox filters; "" matches any. */
export type LeadsWanted = Record<
  | ("q" | "status" | "show" | "volume" | "platform" | "source" | "owner" | "since" | "until")
  | ("sort" | "arrived_after"),
  string
>;

export type LeadPage = {
  total: number;
  /** the number of matches left out because they are held as spam */
  held: number;
  /** with `arrived_after`: how many of the total came before and have a new answer since */
  answered: number;
  /** when the newest lead or answer of all arrived; null if there are none */
  newest: string | null;
  rows: Lead[];
};

/** The last row read, with its sort columns. */
export type LeadCursor = Pick<
  Lead,
  "id" | "created_at" | "status" | "is_spam" | "deleted_at" | "monthly_volume"
>;

/** Columns for exports only; `answered_at` is null while the lead waits. */
export type LeadDetails = { id: string; notes: string; answered_at: string | null };

export type LeadChoices = {
  people: { id: string; name: string }[];
  volumes: string[];
  platforms: string[];
  sources: string[];
};

/** Another lead from the same person, and what matched; empty for leads joined by staff. */
export type SamePerson = Pick<
  Lead,
  "id" | "name" | "email" | "message" | "status" | "is_spam" | "spam_reason" | "created_at"
> & { by: ("email" | "phone")[]; joined: boolean };

/** Row counts by table. */
export type RowCounts = Record<string, number>;

type PersonMessage = Pick<Lead, "id" | "name" | "created_at" | "deleted_at">;

/** The data stored about a person, found by email address. */
export type PersonFound = {
  rows: RowCounts;
  /** newest first, 100 at most */
  messages: PersonMessage[];
  /** others' leads whose text or notes contain the address; 100 at most */
  mentions: PersonMessage[];
  /** other addresses, from leads that staff joined with theirs */
  others: string[];
  has_account: boolean;
};

/** An anonymous record of permanently deleted leads. */
export type LeadErasure = Omit<Tables["lead_erasures"]["Row"], "rows"> & { rows: RowCounts };

/** An event in a lead's activity. */
export type LeadEvent = Omit<Tables["lead_events"]["Row"], "details"> & {
  details: {
    from?: string;
    to?: string | boolean;
    /** for spam: whether the lead is held */
    held?: boolean;
    error?: string;
    /** for the team's email: staff had asked again before it was sent or failed */
    earlier?: boolean;
    /** for an outcome: dollars a month, or why it was lost */
    value?: number;
    reason?: string;
    note?: string;
    done?: string;
    booking?: string;
    /** for an email: its row in `mails`, and its kind */
    mail?: string;
    what?: string;
  };
};

/** Leads by where they came from or by month, and what became of them. */
export type InsightFigures = {
  leads: number;
  won: number;
  lost: number;
  /** whole dollars a month */
  won_value: number;
  /** medians of the leads that are still stored; null: none has such a time */
  minutes_to_answer: number | null;
  minutes_to_close: number | null;
};
export type LeadInsights = {
  /** the period's first day; null: from the first lead on */
  since: string | null;
  until: string;
  total: InsightFigures;
  /** the period before; null: it had no leads, or there is none */
  before: InsightFigures | null;
  /** at most 51; the key "" is unknown, and null is all others together */
  rows: (InsightFigures & { key: string | null })[];
};

/** A reply to a lead, as stored in the queue. */
export type ReplyMail = Pick<
  Tables["mails"]["Row"],
  | ("id" | "recipient" | "subject" | "body" | "created_at")
  | ("state" | "send_after" | "sent_at" | "last_error")
>;

/** An attachment of an email that arrived; without an id, its content was too large to be stored. */
export interface InboundAttachment {
  id?: string;
  name: string;
  type: string;
  /** bytes */
  size: number;
}

/** An email that arrived: an answer, or one that belongs to no lead. */
export type InboundMail = Tables["inbound_mails"]["Row"];

/** Whether answers by email arrive here. */
export interface InboundState {
  on: boolean;
  /** where they go, with * for the part that names the lead; null when unknown */
  address: string | null;
  /** when the mailbox was last read by IMAP */
  checked_at: string | null;
  /** why it can't be read */
  error: string | null;
  /** emails that belong to no lead */
  unmatched: number;
}
