/**
 * The tables and functions that supabase-js reaches, as supabase/migrations makes them.
 * tests/db/types.test.ts compares every column with a migrated database.
 * Times are ISO strings; send `updated_at` back as it came, its microseconds are the row's version.
 */
export type Database = {
  public: {
    Tables: {
      site_content: Table<SiteContent, "page_name" | "section_name" | "content_key">;
      services: Table<Service, "title">;
      pricing_items: Table<PricingItem, "service_name" | "rate">;
      faq_items: Table<FaqItem, "question" | "answer">;
      testimonials: Table<Testimonial, "quote" | "author_name">;
      site_settings: Table<SiteSetting, "setting_key">;
      contact_submissions: Table<
        ContactSubmission,
        "name" | "email" | "monthly_volume" | "platforms",
        "search_text"
      >;
      submission_notes: Table<SubmissionNote, "submission_id" | "body">;
      media_library: Table<
        MediaFile,
        "filename" | "original_filename" | "file_path" | "file_size" | "mime_type"
      >;
    };
    Views: Record<never, never>;
    Functions: {
      is_admin_user: { Args: Record<never, never>; Returns: boolean };
      admin_list_users: {
        Args: { search?: string; page_size?: number; page_offset?: number };
        Returns: { total: number; users: AdminUser[] };
      };
      admin_reset_password: { Args: { user_id: string; new_password: string }; Returns: undefined };
      admin_set_admin: { Args: { user_id: string; make_admin: boolean }; Returns: undefined };
      admin_invite: {
        Args: { email: string; full_name?: string | null };
        Returns: { email: string; full_name: string | null; again: boolean };
      };
      admin_revoke_invitation: { Args: { email: string }; Returns: undefined };
      accept_admin_invitation: { Args: Record<never, never>; Returns: boolean };
      admin_dashboard: { Args: Record<never, never>; Returns: Dashboard };
      reorder_items: { Args: { list: OrderedTable; ids: string[] }; Returns: undefined };
      media_usage: { Args: { file_path: string }; Returns: MediaUse[] };
      resend_submission_mail: { Args: { submission_id: string }; Returns: undefined };
    };
  };
};

/** `Needed`: no default, so an insert must say it. `Computed`: the database's, in no write. */
type Table<Row, Needed extends keyof Row = never, Computed extends keyof Row = never> = {
  Row: Row;
  Insert: Pick<Row, Needed> & Partial<Omit<Row, Needed | Computed>>;
  Update: Partial<Omit<Row, Computed>>;
  Relationships: [];
};

type Stored = { id: string; created_at: string; updated_at: string };
type Ordered = Stored & { display_order: number; is_active: boolean };
export type OrderedTable = "services" | "pricing_items" | "faq_items" | "testimonials";

export type SiteContent = Stored & {
  page_name: string;
  section_name: string;
  content_key: string;
  content_value: string;
  content_type: string;
};

export type Service = Ordered & { title: string; description: string; icon_name: string };

export type PricingItem = Ordered & {
  service_name: string;
  rate: string;
  description: string | null;
};

export type FaqItem = Ordered & { question: string; answer: string };

export type Testimonial = Ordered & {
  quote: string;
  author_name: string;
  author_title: string | null;
  author_company: string | null;
  featured: boolean;
};

export type SiteSetting = Stored & {
  setting_key: string;
  setting_value: string;
  setting_type: "text" | "textarea" | "email" | "tel" | "url" | "color" | "boolean";
  description: string | null;
};

export type SubmissionStatus = "new" | "contacted" | "responded" | "closed";

export type ContactSubmission = Stored & {
  /** one for each message a visitor writes; a repeated insert is left out without an error */
  request_id: string;
  name: string;
  email: string;
  business_name: string | null;
  monthly_volume: string;
  platforms: string[];
  message: string | null;
  status: SubmissionStatus;
  /** what stood in the field that people don't see */
  trap: string | null;
  /** how long the form was open; null when unknown */
  filled_in_ms: number | null;
  /** held back: not mailed, and not counted among the real ones */
  is_spam: boolean;
  /** why it is suspected, as staff and the mail are told; one sent too fast is mailed all the same */
  spam_reason: "trap filled" | "too fast" | "marked by staff" | null;
  mail_status: "pending" | "sent" | "failed";
  mail_attempts: number;
  /** how often staff asked for the mail, by 'not spam' or by sending it anew */
  mail_requests: number;
  mail_last_error: string | null;
  /** null: not due, because it is sent, spam, or given up */
  mail_next_attempt_at: string | null;
  mailed_at: string | null;
  /** name, e-mail and business in lower case, for the list's search */
  search_text: string | null;
};

export type SubmissionNote = Stored & {
  submission_id: string;
  /** null: the account was deleted */
  author_id: string | null;
  author_email: string | null;
  body: string;
};

export type MediaFile = Stored & {
  filename: string;
  original_filename: string;
  file_path: string;
  /** bytes */
  file_size: number;
  mime_type: string;
  alt_text: string | null;
  caption: string | null;
};

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
};

/** Counts leave out spam that is held back; `spam` is all that is labelled likely spam; days are the company's calendar days, 30 of them, today last. */
export type Dashboard = {
  total: number;
  by_status: Record<SubmissionStatus, number>;
  per_day: { day: string; count: number }[];
  by_platform: { platform: string; count: number }[];
  oldest_unanswered: { id: string; name: string; created_at: string } | null;
  failed_mail: number;
  spam: number;
  active_prices: number;
  active_faqs: number;
  images_without_alt_text: number;
};

export type MediaUse = {
  source: "site_content" | "site_settings" | OrderedTable;
  place: string;
  row_id: string;
};
