import type { Attribution } from "../attribution/touch.ts";
import type { LeadEstimate } from "../domain/prices/month.ts";
import type { GeneratedDatabase } from "./database.generated.ts";
import type { Functions } from "./types/functions.ts";
import type { RowValues, WaitingReview } from "./types/history.ts";
import type { InboundAttachment, SubmissionStatus } from "./types/leads.ts";

export type * from "./types/audit.ts";
export type * from "./types/history.ts";
export type * from "./types/leads.ts";
export type * from "./types/links.ts";
export type * from "./types/redirects.ts";
export type * from "./types/visits.ts";

/**
 * The schema as supabase-js sees it: the generated tables (database.generated.ts), plus details of
 * responses that the database can't describe. Times are ISO strings. Send `updated_at` back
 * unchanged: its microseconds are the row's version.
 */
export type Database = {
  public: Omit<Generated, "Functions" | "Tables"> & {
    Tables: Tables;
    Functions: Narrowed<Generated["Functions"], Functions>;
  };
};

type Generated = GeneratedDatabase["public"];
type Submissions = Generated["Tables"]["contact_submissions"];
type Bookings = Generated["Tables"]["bookings"];
type InboundMails = Generated["Tables"]["inbound_mails"];
/** The database only has a check (private.is_estimate) or function (clean_attribution) for their shape. */
type Shaped = { estimate: LeadEstimate | null; attribution: Attribution | null };
export type Tables = Omit<
  Generated["Tables"],
  "contact_submissions" | "bookings" | "inbound_mails"
> & {
  contact_submissions: {
    Row: Omit<Submissions["Row"], keyof Shaped> & Shaped;
    Insert: Omit<Submissions["Insert"], keyof Shaped> & Partial<Shaped>;
    Update: Omit<Submissions["Update"], keyof Shaped> & Partial<Shaped>;
    Relationships: [];
  };
  bookings: Omit<Bookings, "Row"> & {
    Row: Omit<Bookings["Row"], "attribution"> & Pick<Shaped, "attribution">;
  };
  inbound_mails: Omit<InboundMails, "Row"> & {
    Row: Omit<InboundMails["Row"], "attachments"> & { attachments: InboundAttachment[] };
  };
};

/** The database functions, some narrowed by `By`. A function that was removed doesn't compile. */
type Narrowed<
  All,
  By extends { [Name in keyof By]: Name extends keyof All ? unknown : never },
> = Omit<All, keyof By> & {
  [Name in keyof By & keyof All]: Omit<All[Name], keyof By[Name]> & By[Name];
};

/** An owner's confirmation that demo content is theirs or should stay. */
export type OwnersWord = {
  place: string;
  /** a name, else an email address; null once the account is deleted */
  by: string | null;
  at: string;
};
export type Onboarding = {
  said: OwnersWord[];
  /** the number of admins */
  admins: number;
};

/** The tables with a manual order. */
export type OrderedTable = {
  [Name in keyof Tables]: Tables[Name]["Row"] extends { display_order: number } ? Name : never;
}[keyof Tables];

export type SiteContent = Tables["site_content"]["Row"];
export type Service = Tables["services"]["Row"];
export type PricingItem = Tables["pricing_items"]["Row"];
export type FaqItem = Tables["faq_items"]["Row"];
export type Testimonial = Tables["testimonials"]["Row"];
export type SiteSetting = Tables["site_settings"]["Row"];
export type SubmissionNote = Tables["submission_notes"]["Row"];
export type MediaFile = Tables["media_library"]["Row"];

export type AdminUser = {
  id: string;
  email: string;
  full_name: string | null;
  email_confirmed_at: string | null;
  created_at: string;
  last_sign_in_at: string | null;
  /** an owner or an admin */
  is_admin: boolean;
  /** [] without a role, else one of supabase/functions/_shared/roles.ts */
  roles: string[];
  has_second_factor: boolean;
  /** the roles of the open invitation; null without one */
  invited_roles: string[] | null;
  /** when the invitation expires or expired; null without one */
  invited_until: string | null;
  /** revoked, because the person who sent the invitation may no longer give this role */
  invitation_revoked: boolean;
};

/** Whether people with one role need a second factor, and how many have none yet. */
export type SecondFactorRule = {
  role: "owner" | "admin" | "editor" | "sales";
  /** the first day on which they need it; null if they don't */
  required_from: string | null;
  people: number;
  without: number;
};

/** One of the person's own sessions. */
export type OwnSession = {
  id: string;
  /** "Chrome on Windows" */
  browser: string;
  /** the IP address of the last renewal; null if unknown */
  address: string | null;
  created_at: string;
  /** the last renewal */
  seen_at: string;
  /** the session of this request */
  current: boolean;
};

/** What an admin would leave behind. No one is recorded as the creator of `unknown_webhooks`. */
export type LeftOpen = {
  invitations: { email: string; full_name: string | null; expires_at: string }[];
  preview_links: { id: string; set: string; expires_at: string }[];
  webhooks: { id: string; name: string; host: string }[];
  sets: {
    id: string;
    name: string;
    status: "open" | "published";
    publish_at: string | null;
    end_at: string | null;
  }[];
  recipients: { id: string; email: string }[];
  /** open ones of which the person is the owner, and how many of them have a follow-up date */
  leads: { count: number; follow_ups: number };
  unknown_webhooks: string[];
  /** since the signing keys were created */
  downloaded_backup: boolean;
};

/** The outcome of a backup. */
export type BackupRun = Omit<Tables["backup_runs"]["Row"], "outcome"> & {
  outcome: "running" | "proved" | "failed" | "interrupted";
};

export type Backups = {
  /** time of day in the company's zone; null: no automatic backups */
  at: string | null;
  since: string;
  last_proved: BackupRun | null;
  /** newest first */
  runs: BackupRun[];
  /** the signing keys of sessions and links */
  keys: {
    made_at: string;
    /** null: created at startup because none existed */
    made_by: string | null;
    /** names of former admins who downloaded a backup since then */
    former_admins: string[];
  };
};

/** Leads and bookings from one source or landing page; null: unknown. */
export type Arrivals = { name: string | null; leads: number; bookings: number };

/** For people who handle leads. Excludes held spam. `spam` is all spam, `held_spam` the held part. Days: the last 30, company zone. */
export type LeadFigures = {
  total: number;
  by_status: Record<SubmissionStatus, number>;
  per_day: { day: string; count: number }[];
  by_platform: { platform: string; count: number }[];
  /** over 30 days */
  by_source: Arrivals[];
  by_landing_page: Arrivals[];
  oldest_unanswered: { id: string; name: string; created_at: string } | null;
  /** new leads that have waited longer than the promised business hours */
  overdue: number;
  /** leads with an answer by email that staff have not dealt with */
  new_answers: number;
  /** emails that belong to no lead */
  unmatched_mails: number;
  /** no mail server is set up: emails are only saved on the server */
  email_saved: boolean;
  /** failed emails about leads, by kind; `newest` is one of the leads */
  unsent: { what: "notice" | "reply" | "other"; count: number; newest: string }[];
  spam: number;
  held_spam: number;
};
/** For people who edit content. */
type ContentFigures = {
  active_prices: number;
  active_faqs: number;
  images_without_alt_text: number;
  /** sets that failed to publish or end, or that need a decision */
  waiting_sets: number;
  /** for the signed-in person, newest first */
  reviews: WaitingReview[];
};
/** Without the figures that the person's role doesn't include. */
export type Dashboard = Partial<LeadFigures & ContentFigures>;

export type MediaUse = {
  source: "site_content" | "site_settings" | OrderedTable;
  place: string;
  row_id: string;
};

/** A text with an amount that a price used to have. */
export type FigureUse = MediaUse & { amount: number };

/** A row of any table that matches all search words; for a lead, its identifying columns. */
export type FoundRow = { table: string; id: string; row: RowValues };

/** What a person may have open: a row, or one of its columns. */
export type PresentPlace = {
  table: string;
  /** the row's id, or another key that is the same in every browser; 100 characters at most */
  row: string;
  field?: string | undefined;
};

/** A person who has it open, by name or else email, and since when. `field` is "" for a whole row. */
export type PresentPerson = PresentPlace & { name: string; since: string };
