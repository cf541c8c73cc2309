import type { Attribution } from "../attribution/touch.ts";
import type { LeadEstimate } from "../domain/prices/month.ts";
import type { GeneratedDatabase, Json } from "./database.generated.ts";

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
type Tables = Omit<Generated["Tables"], "contact_submissions" | "bookings"> & {
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

type Functions = {
  admin_list_users: { Returns: { total: number; users: AdminUser[] } };
  admin_left_open: { Returns: LeftOpen };
  admin_invite: {
    Args: { email: string; full_name?: string | null };
    Returns: { email: string; full_name: string | null; again: boolean };
  };
  admin_dashboard: { Returns: Dashboard };
  admin_backups: { Returns: Backups };
  first_hour: { Returns: Onboarding };
  first_hour_say: { Returns: Onboarding };
  first_hour_take_back: { Returns: Onboarding };
  page_rows: { Args: { asked: readonly object[] }; Returns: PagePart[] };
  reorder_items: { Args: { list: OrderedTable; ids: string[] } };
  last_editor: { Returns: string | null };
  staff_names: { Returns: Record<string, string> };
  media_usage: { Returns: MediaUse[] };
  history_list: {
    Args: { what?: HistorySelection; page_size?: number; older_than?: HistoryCursor | null };
    Returns: HistoryChange[];
  };
  history_filters: { Returns: { people: string[]; kinds: string[]; pages: string[] } };
  history_look: { Args: { what: HistorySelection }; Returns: HistoryStep[] };
  history_restore: { Args: { what: HistorySelection; chosen: ChosenStep[] } };
  figure_usage: { Returns: FigureUse[] };
  set_create: { Returns: ChangeSet };
  set_rows: { Args: { of_set: string; list: PreparedTable }; Returns: RowValues[] };
  set_save: {
    Args: {
      of_set: string;
      list: PreparedTable;
      id: string;
      operation: "INSERT" | "UPDATE" | "DELETE";
      patch?: RowValues;
      /** of an update: the version that it was made from */
      seen?: string | null;
    };
    /** the row as it stands in the set; `stale`: it is another than was seen, and nothing was saved */
    Returns: { row: RowValues | null; stale: boolean };
  };
  set_reorder: { Args: { of_set: string; list: OrderedTable; ids: string[] } };
  set_review: { Returns: SetReview | null };
  set_decide: {
    Args: {
      of_set: string;
      item_id: string;
      item_version: string;
      version: string | null;
      keep: "live" | "prepared";
    };
  };
  set_schedule: {
    Args: { of_set: string; publish_at: string | null; end_at: string | null };
    Returns: ChangeSet;
  };
  set_end_review: { Returns: RemainingStep[] };
  set_end_decide: {
    Args: { remain: string; version: string | null; keep: "live" | "before" };
  };
  set_publish: { Returns: { changed: number; change: string | null } };
  preview_link_create: { Returns: { id: string; token: string; expires_at: string } };
  lead_list: {
    Args: { what?: Partial<LeadsWanted>; page?: number; page_size?: number; after?: LeadCursor };
    Returns: LeadPage;
  };
  lead_choices: { Returns: LeadChoices };
  lead_change: {
    Args: {
      what: Partial<LeadsWanted> | { ids: string[]; show?: string };
      changes: Partial<Lead>;
      expected?: number;
    };
    Returns: { found: number; undo: (Pick<Lead, "id"> & Partial<Lead>)[] };
  };
  lead_change_back: { Args: { changes: Partial<Lead>; undo: Partial<Lead>[] } };
  lead_export: { Returns: LeadDetails[] };
  booking_add: {
    Args: { event_uri: string; attribution?: Attribution | null; request?: string | null };
  };
  lead_same_person: { Returns: SamePerson[] };
  lead_person: { Returns: PersonFound };
  lead_person_erase: { Returns: RowCounts };
  reply_send: { Returns: { id: string; send_after: string } };
  reply_take_back: { Returns: { subject: string; message: string } };
  admin_find: { Returns: FoundRow[] };
  say_present: {
    Args: { here?: PresentPlace[]; gone?: PresentPlace[] };
    Returns: PresentPerson[];
  };
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

/** One table's answer among those of a page. */
type PagePart =
  | { rows: Record<string, string | null>[]; until: string | null }
  | { failed: string };

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

/** Columns and what they held. */
export type RowValues = Record<string, Json | undefined>;

export type HistoryEntry = Omit<Tables["history"]["Row"], "before" | "after"> & {
  before: RowValues | null;
  after: RowValues | null;
};

/** The newest entry of a change; it has the values of an update only, and of them the short ones. */
export type HistoryChange = HistoryEntry & {
  /** how many rows the change touched, of those that are meant */
  entries: number;
};

export type HistoryCursor = Pick<HistoryEntry, "changed_at" | "id">;

/** Which entries are meant: those of which all of this is true. */
export type HistorySelection = {
  change?: string;
  /** from this time on */
  since?: string;
  /** up to before this time */
  until?: string;
  /** an email address, or an actor that is no person */
  person?: string;
  /** a table */
  kind?: string;
  page?: string;
  row?: string;
  field?: string;
  /** an entry: what came later to its row */
  after?: string;
  /** an entry: itself, and what came later to its row */
  from?: string;
};

/** What undoing would do to one row. */
export type HistoryStep = {
  table_name: string;
  row_id: string;
  page: string | null;
  label: string | null;
  action: "insert" | "update" | "delete";
  /** the row's `updated_at`; null: there is no such row now */
  version: string | null;
  present: RowValues | null;
  target: RowValues | null;
  /** columns that somebody changed since; that would be undone too */
  changed_since: string[] | null;
  obstacle: "deleted since" | "file gone" | "file stays" | null;
};

export type ChosenStep = Pick<HistoryStep, "table_name" | "row_id" | "version">;

/** Changes prepared under a name. */
export type ChangeSet = Tables["change_sets"]["Row"];

/** What an ended set left to decide: what would come back; no action: there is nothing to bring back. */
export type RemainingStep = Omit<HistoryStep, "action"> & {
  action: HistoryStep["action"] | null;
  /** of what remains */
  id: string;
};

/** By which people without an account see a set. */
export type PreviewLink = Pick<
  Tables["preview_links"]["Row"],
  "id" | "made_by" | "created_at" | "expires_at"
>;

/** The tables whose rows can be prepared: texts, settings and lists. */
export type PreparedTable = "site_content" | "site_settings" | OrderedTable;

/** What publishing one item of a set would do now; no action: nothing, it stands so already. */
export type SetStep = Omit<HistoryStep, "action"> & {
  action: HistoryStep["action"] | null;
  /** the item's */
  id: string;
  item_version: string;
};

export type SetReview = { set: ChangeSet; items: SetStep[] };

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
