import type { GeneratedDatabase } from "./database.generated.ts";

/**
 * What supabase-js reaches: the tables as supabase/migrations makes them (database.generated.ts), and
 * on top what the database can't say of its own answers.
 * Times are ISO strings; send `updated_at` back as it came, its microseconds are the row's version.
 */
export type Database = {
  public: Omit<Generated, "Functions"> & { Functions: Narrowed<Generated["Functions"], Functions> };
};

type Generated = GeneratedDatabase["public"];
type Tables = Generated["Tables"];

/** The functions of the database, some of them in `By`'s words; one that is gone does not compile. */
type Narrowed<
  All,
  By extends { [Name in keyof By]: Name extends keyof All ? unknown : never },
> = Omit<All, keyof By> & {
  [Name in keyof By & keyof All]: Omit<All[Name], keyof By[Name]> & By[Name];
};

type Functions = {
  admin_list_users: { Returns: { total: number; users: AdminUser[] } };
  admin_invite: {
    Args: { email: string; full_name?: string | null };
    Returns: { email: string; full_name: string | null; again: boolean };
  };
  admin_dashboard: { Returns: Dashboard };
  reorder_items: { Args: { list: OrderedTable; ids: string[] } };
  media_usage: { Returns: MediaUse[] };
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
export type ContactSubmission = Tables["contact_submissions"]["Row"];
export type SubmissionStatus = ContactSubmission["status"];
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
