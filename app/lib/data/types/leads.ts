import type { Tables } from "../database.types.ts";

export type ContactSubmission = Tables["contact_submissions"]["Row"];
export type SubmissionStatus = ContactSubmission["status"];
/** A submission as the inbox lists it: without what is only searched in, and without the traps. */
export type Lead = Omit<ContactSubmission, "search_text" | "trap" | "filled_in_ms">;

/** What narrows the inbox; "" is any. */
export type LeadsWanted = Record<
  | ("q" | "status" | "show" | "volume" | "platform" | "source" | "owner" | "since" | "until")
  | ("sort" | "arrived_after"),
  string
>;

export type LeadPage = {
  total: number;
  /** how many more match, and are left out because they are held back as spam */
  held: number;
  /** when the newest lead of all arrived; null without any */
  newest: string | null;
  rows: Lead[];
};

/** The last row that was read, with what puts it in order. */
export type LeadCursor = Pick<
  Lead,
  "id" | "created_at" | "status" | "is_spam" | "deleted_at" | "monthly_volume"
>;

/** What only an export asks for; `answered_at` is null while it waits. */
export type LeadDetails = { id: string; notes: string; answered_at: string | null };

export type LeadChoices = {
  people: { id: string; name: string }[];
  volumes: string[];
  platforms: string[];
  sources: string[];
};

/** Another message of the same person, and what they are recognised by; joined ones may have nothing of it. */
export type SamePerson = Pick<
  Lead,
  "id" | "name" | "email" | "message" | "status" | "is_spam" | "spam_reason" | "created_at"
> & { by: ("email" | "phone")[]; joined: boolean };

/** How many rows, by table. */
export type RowCounts = Record<string, number>;

type PersonMessage = Pick<Lead, "id" | "name" | "created_at" | "deleted_at">;

/** What is kept of a person, found by their address. */
export type PersonFound = {
  rows: RowCounts;
  /** the newest first, 100 at most */
  messages: PersonMessage[];
  /** messages of others, in whose words or notes the address stands; as many */
  mentions: PersonMessage[];
  /** further addresses, in messages that staff joined with theirs */
  others: string[];
  has_account: boolean;
};

/** What was deleted for good of people who wrote, without who they were. */
export type LeadErasure = Omit<Tables["lead_erasures"]["Row"], "rows"> & { rows: RowCounts };

/** One thing that happened to a lead. */
export type LeadEvent = Omit<Tables["lead_events"]["Row"], "details"> & {
  details: {
    from?: string;
    to?: string | boolean;
    /** of spam: whether the lead is held */
    held?: boolean;
    error?: string;
    note?: string;
    done?: string;
    booking?: string;
    /** of a mail: its row in `mails`, and its kind */
    mail?: string;
    what?: string;
  };
};

/** An answer to a lead, as the queue has it. */
export type ReplyMail = Pick<
  Tables["mails"]["Row"],
  "id" | "subject" | "body" | "state" | "send_after"
>;
