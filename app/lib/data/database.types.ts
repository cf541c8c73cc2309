import type { Attribution } from "../attribution/touch.ts";
import type { LeadEstimate } from "../domain/prices/month.ts";
import type { GeneratedDatabase } from "./database.generated.ts";
import type { Functions } from "./types/functions.ts";
import type { RowValues } from "./types/history.ts";
import type { SubmissionStatus } from "./types/leads.ts";

export type * from "./types/history.ts";
export type * from "./types/leads.ts";

/**
 * What supabase-js reaches: the tables as supabase/migrations makes them (database.generated.ts), and
 * on top what the database can't say of its own answers.
 * Times are ISO strings; send `updated_at` back as it came, its microseconds are the row's version.
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
/** Of their form the database knows a check alone (private.is_estimate), or a function (clean_attribution). */
type Shaped = { estimate: LeadEstimate | null; attribution: Attribution | null };
export type Tables = Omit<Generated["Tables"], "contact_submissions" | "bookings"> & {
  contact_submissions: {
    Row: Omit<Submissions["Row"], keyof Shaped> & Shaped;
    Insert: Omit<Submissions["Insert"], keyof Shaped> & Partial<Shaped>;
    Update: Omit<Submissions["Update"], keyof Shaped> & Partial<Shaped>;
    Relationships: [];
  };
  bookings: Omit<Bookings, "Row"> & {
    Row: Omit<Bookings["Row"], "attribution"> & Pick<Shaped, "attribution">;
  };
};

/** The functions of the database, some of them in `By`'s words; one that is gone does not compile. */
type Narrowed<
  All,
  By extends { [Name in keyof By]: Name extends keyof All ? unknown : never },
> = Omit<All, keyof By> & {
  [Name in keyof By & keyof All]: Omit<All[Name], keyof By[Name]> & By[Name];
};

/** What a new owner said of a place of the site: that the demo's is theirs, or is to stay. */
export type OwnersWord = {
  place: string;
  /** a name, else an address; null once the account is gone */
  by: string | null;
  at: string;
};
export type Onboarding = {
  said: OwnersWord[];
  /** how many there are */
  admins: number;
};

/** The tables whose rows staff put in order. */
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
  is_admin: boolean;
  /** when the invitation to be an admin ends, or ended; null without one */
  invited_until: string | null;
  /** there is one, but the person who sent it is no longer an admin: it makes nobody one */
  invitation_revoked: boolean;
};

/** What an admin would leave open or on; of `unknown_webhooks` nobody knows who set them up. */
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
  unknown_webhooks: string[];
  /** since the signing keys were made */
  downloaded_backup: boolean;
};

/** What became of a backup. */
export type BackupRun = Omit<Tables["backup_runs"]["Row"], "outcome"> & {
  outcome: "running" | "proved" | "failed" | "interrupted";
};

export type Backups = {
  /** time of day by the company's clock; null: none is made by itself */
  at: string | null;
  since: string;
  last_proved: BackupRun | null;
  /** the newest first */
  runs: BackupRun[];
  /** what signs sessions and links */
  keys: {
    made_at: string;
    /** null: by a start that found none */
    made_by: string | null;
    /** names of those who have downloaded a backup since, and are no longer admins */
    former_admins: string[];
  };
};

/** What came from one source or landing page, by messages and by calls booked; null: not known. */
export type Arrivals = { name: string | null; leads: number; bookings: number };

/** Counts leave out spam that is held back; `spam` is all spam, `held_spam` the part that is held; days are the company's calendar days, 30 of them, today last. */
export type Dashboard = {
  total: number;
  by_status: Record<SubmissionStatus, number>;
  per_day: { day: string; count: number }[];
  by_platform: { platform: string; count: number }[];
  /** of 30 days */
  by_source: Arrivals[];
  by_landing_page: Arrivals[];
  oldest_unanswered: { id: string; name: string; created_at: string } | null;
  /** new leads that have waited longer than the promised business hours */
  overdue: number;
  /** no mail server is set up: emails are only saved on the server */
  email_saved: boolean;
  /** emails about leads that failed, by what they were for; `newest`: one of the leads */
  unsent: { what: "notice" | "reply" | "other"; count: number; newest: string }[];
  spam: number;
  held_spam: number;
  active_prices: number;
  active_faqs: number;
  images_without_alt_text: number;
  /** sets that could not go live or end, or left something to decide */
  waiting_sets: number;
};

export type MediaUse = {
  source: "site_content" | "site_settings" | OrderedTable;
  place: string;
  row_id: string;
};

/** A text in which a figure stands that a price had. */
export type FigureUse = MediaUse & { amount: number };

/** A row of any table in which all words stand that were looked for; of a lead, what names it. */
export type FoundRow = { table: string; id: string; row: RowValues };

/** What somebody may have open: a row, or one column of it. */
export type PresentPlace = {
  table: string;
  /** the row's id, or what else it is known by in every browser; 100 characters at most */
  row: string;
  field?: string | undefined;
};

/** Somebody who has it open, by name or else by address, since when; `field` is "" for a whole row. */
export type PresentPerson = PresentPlace & { name: string; since: string };
