// Written by `npm run types:write` from supabase/migrations: change the tables there, not here.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type GeneratedDatabase = {
  public: {
    Tables: {
      announcements: {
        Row: {
          id: string;
          message: string;
          link_label: string | null;
          link_url: string | null;
          shown_from: string | null;
          shown_until: string | null;
          display_order: number;
          is_active: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          message: string;
          link_label?: string | null;
          link_url?: string | null;
          shown_from?: string | null;
          shown_until?: string | null;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          message?: string;
          link_label?: string | null;
          link_url?: string | null;
          shown_from?: string | null;
          shown_until?: string | null;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      backup_downloads: {
        Row: {
          id: string;
          asked_at: string;
          person_id: string | null;
          email: string;
          backup: string;
          /** When its link was used: each works once. */
          fetched_at: string | null;
        };
        Insert: {
          id?: string;
          asked_at?: string;
          person_id?: string | null;
          email: string;
          backup: string;
          fetched_at?: string | null;
        };
        Update: {
          id?: string;
          asked_at?: string;
          person_id?: string | null;
          email?: string;
          backup?: string;
          fetched_at?: string | null;
        };
        Relationships: [];
      };
      backup_runs: {
        Row: {
          id: string;
          began_at: string;
          ended_at: string | null;
          outcome: "running" | "proved" | "failed" | "interrupted";
          asked_by: string | null;
          step: string | null;
          name: string | null;
          rows: number | null;
          files: number | null;
          missing: number | null;
          bytes: number | null;
          cause: string | null;
        };
        Insert: {
          id?: string;
          began_at?: string;
          ended_at?: string | null;
          outcome?: "running" | "proved" | "failed" | "interrupted";
          asked_by?: string | null;
          step?: string | null;
          name?: string | null;
          rows?: number | null;
          files?: number | null;
          missing?: number | null;
          bytes?: number | null;
          cause?: string | null;
        };
        Update: {
          id?: string;
          began_at?: string;
          ended_at?: string | null;
          outcome?: "running" | "proved" | "failed" | "interrupted";
          asked_by?: string | null;
          step?: string | null;
          name?: string | null;
          rows?: number | null;
          files?: number | null;
          missing?: number | null;
          bytes?: number | null;
          cause?: string | null;
        };
        Relationships: [];
      };
      bookings: {
        Row: {
          id: string;
          created_at: string;
          /** By which the calendar's provider knows it; it can't be guessed, and says nothing without the provider's key. */
          event_uri: string;
          /** The lead that was written in the same tab; null: none. */
          submission_id: string | null;
          attribution: Json | null;
          /** As of contact_submissions. */
          source: string | null;
          landing_page: string | null;
        };
        Insert: {
          id?: string;
          created_at?: string;
          event_uri: string;
          submission_id?: string | null;
          attribution?: Json | null;
        };
        Update: {
          id?: string;
          created_at?: string;
          event_uri?: string;
          submission_id?: string | null;
          attribution?: Json | null;
        };
        Relationships: [];
      };
      change_set_items: {
        Row: {
          id: string;
          set_id: string;
          table_name: string;
          row_id: string;
          operation: "INSERT" | "UPDATE" | "DELETE";
          base: Json | null;
          /** The columns that change; of a new row all of them, of a deletion none. */
          prepared: Json;
          version: string;
          /** The accounts that saved it; empty: from before this was recorded. */
          authors: string[];
        };
        Insert: {
          id?: string;
          set_id: string;
          table_name: string;
          row_id: string;
          operation: "INSERT" | "UPDATE" | "DELETE";
          base?: Json | null;
          prepared?: Json;
          version?: string;
          authors?: string[];
        };
        Update: {
          id?: string;
          set_id?: string;
          table_name?: string;
          row_id?: string;
          operation?: "INSERT" | "UPDATE" | "DELETE";
          base?: Json | null;
          prepared?: Json;
          version?: string;
          authors?: string[];
        };
        Relationships: [];
      };
      change_set_remains: {
        Row: {
          id: string;
          set_id: string;
          table_name: string;
          row_id: string;
          page: string | null;
          label: string | null;
          columns: string[];
        };
        Insert: {
          id?: string;
          set_id: string;
          table_name: string;
          row_id: string;
          page?: string | null;
          label?: string | null;
          columns: string[];
        };
        Update: {
          id?: string;
          set_id?: string;
          table_name?: string;
          row_id?: string;
          page?: string | null;
          label?: string | null;
          columns?: string[];
        };
        Relationships: [];
      };
      change_sets: {
        Row: {
          id: string;
          name: string;
          status: "open" | "published";
          created_at: string;
          /** Of all that is in the set. */
          version: string;
          published_at: string | null;
          /** What history.change_id the publishing is; null while open, and where nothing was left to do. */
          published_change: string | null;
          /** When it is to be published automatically. */
          publish_at: string | null;
          /** As whom: who chose the time. */
          scheduled_by: string | null;
          problem: string | null;
          /** When what was live before comes back automatically. */
          end_at: string | null;
          ended_at: string | null;
          /** What history.change_id the end is; null before, and where nothing was left to do. */
          ended_change: string | null;
          /** Someone whose changes need approval edited it after its time was chosen. */
          edited_since: boolean;
        };
        Insert: {
          id?: string;
          name: string;
          status?: "open" | "published";
          created_at?: string;
          version?: string;
          published_at?: string | null;
          published_change?: string | null;
          publish_at?: string | null;
          scheduled_by?: string | null;
          problem?: string | null;
          end_at?: string | null;
          ended_at?: string | null;
          ended_change?: string | null;
          edited_since?: boolean;
        };
        Update: {
          id?: string;
          name?: string;
          status?: "open" | "published";
          created_at?: string;
          version?: string;
          published_at?: string | null;
          published_change?: string | null;
          publish_at?: string | null;
          scheduled_by?: string | null;
          problem?: string | null;
          end_at?: string | null;
          ended_at?: string | null;
          ended_change?: string | null;
          edited_since?: boolean;
        };
        Relationships: [];
      };
      contact_submissions: {
        Row: {
          id: string;
          /** One for each message a visitor writes; a repeated insert is left out without an error. */
          request_id: string;
          name: string;
          email: string;
          business_name: string | null;
          monthly_volume: string;
          platforms: string[];
          message: string | null;
          status: "new" | "contacted" | "responded" | "closed";
          /** What stood in the field that people don't see. */
          trap: string | null;
          /** How long the form was open; null when unknown. */
          filled_in_ms: number | null;
          /** Held back: not mailed, and not counted among the real ones. */
          is_spam: boolean;
          /** Why it is suspected, as shown to staff and in the email; held back only where is_spam says so. */
          spam_reason: "trap filled" | "too fast" | "marked by staff" | null;
          mail_status: "pending" | "sent" | "failed";
          mail_attempts: number;
          mail_last_error: string | null;
          /** When the email is due; while a sender holds it, when the hold ends; null: not due (sent, spam, or given up). */
          mail_next_attempt_at: string | null;
          mailed_at: string | null;
          created_at: string;
          updated_at: string;
          /** How often staff asked for the email, by 'not spam' or by sending it again. */
          mail_requests: number;
          /** What the visitor estimated on the pricing page: the figures, and dollars a month from low to high. */
          estimate: Json | null;
          /** Who of the staff answers it; null: nobody yet. */
          owner_id: string | null;
          /** The day, on the company's calendar, on which someone wants to come back to it. */
          follow_up_on: string | null;
          /** Since when it is in the trash; null: it is not. */
          deleted_at: string | null;
          /** What staff search in: name, address, business, message and notes, case and accents folded; kept by triggers. */
          search_text: string;
          /** Where the visitor's tab came from, at first and at last: landing page, referrer's host, utm_*; null where nothing is known. */
          attribution: Json | null;
          /** The campaign's source or the referrer; "direct" for neither, null where nothing is known. */
          source: string | null;
          /** The path that the tab began with. */
          landing_page: string | null;
          /** The same for the same platforms: counted and filtered by index, where platforms themselves may not fit. */
          platforms_key: string | null;
          /** Won or lost; null: not known, or not closed. */
          outcome: "won" | "lost" | null;
          /** Of a won lead: whole dollars a month; null: not known. */
          outcome_value: number | null;
          /** Why it was lost, in staff's words. */
          outcome_reason: string | null;
          /** When it first became contacted or responded; null while new, and where it was closed at once. */
          answered_at: string | null;
          /** Since when it is closed; null: it isn't, or not known. */
          closed_at: string | null;
          /** The first campaign (utm_campaign) known of the visitor's tab. */
          campaign: string | null;
          /** When the first answer arrived that staff have not dealt with; null: there is none. */
          new_answer_at: string | null;
        };
        Insert: {
          id?: string;
          request_id?: string;
          name: string;
          email: string;
          business_name?: string | null;
          monthly_volume: string;
          platforms: string[];
          message?: string | null;
          status?: "new" | "contacted" | "responded" | "closed";
          trap?: string | null;
          filled_in_ms?: number | null;
          is_spam?: boolean;
          spam_reason?: "trap filled" | "too fast" | "marked by staff" | null;
          mail_status?: "pending" | "sent" | "failed";
          mail_attempts?: number;
          mail_last_error?: string | null;
          mail_next_attempt_at?: string | null;
          mailed_at?: string | null;
          created_at?: string;
          updated_at?: string;
          mail_requests?: number;
          estimate?: Json | null;
          owner_id?: string | null;
          follow_up_on?: string | null;
          deleted_at?: string | null;
          search_text?: string;
          attribution?: Json | null;
          outcome?: "won" | "lost" | null;
          outcome_value?: number | null;
          outcome_reason?: string | null;
          answered_at?: string | null;
          closed_at?: string | null;
          new_answer_at?: string | null;
        };
        Update: {
          id?: string;
          request_id?: string;
          name?: string;
          email?: string;
          business_name?: string | null;
          monthly_volume?: string;
          platforms?: string[];
          message?: string | null;
          status?: "new" | "contacted" | "responded" | "closed";
          trap?: string | null;
          filled_in_ms?: number | null;
          is_spam?: boolean;
          spam_reason?: "trap filled" | "too fast" | "marked by staff" | null;
          mail_status?: "pending" | "sent" | "failed";
          mail_attempts?: number;
          mail_last_error?: string | null;
          mail_next_attempt_at?: string | null;
          mailed_at?: string | null;
          created_at?: string;
          updated_at?: string;
          mail_requests?: number;
          estimate?: Json | null;
          owner_id?: string | null;
          follow_up_on?: string | null;
          deleted_at?: string | null;
          search_text?: string;
          attribution?: Json | null;
          outcome?: "won" | "lost" | null;
          outcome_value?: number | null;
          outcome_reason?: string | null;
          answered_at?: string | null;
          closed_at?: string | null;
          new_answer_at?: string | null;
        };
        Relationships: [];
      };
      faq_items: {
        Row: {
          id: string;
          question: string;
          answer: string;
          display_order: number;
          is_active: boolean;
          created_at: string;
          updated_at: string;
          topic: string | null;
        };
        Insert: {
          id?: string;
          question: string;
          answer: string;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
          topic?: string | null;
        };
        Update: {
          id?: string;
          question?: string;
          answer?: string;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
          topic?: string | null;
        };
        Relationships: [];
      };
      history: {
        Row: {
          id: string;
          /** One for each transaction; what was done at once. */
          change_id: string;
          began_at: string;
          changed_at: string;
          /** A person, with id and email as they were then; the web server itself; its command line; or someone with database access and neither. */
          actor: "person" | "server" | "command line" | "database";
          actor_id: string | null;
          actor_email: string | null;
          table_name: string;
          row_id: string;
          operation: "INSERT" | "UPDATE" | "DELETE";
          /** The page of the public site that shows it; null: all of them, or none. */
          page: string | null;
          /** What the row was called then. */
          label: string | null;
          /** The columns that changed; all that were set, where a row was added or deleted. */
          fields: string[];
          before: Json | null;
          after: Json | null;
          /** What the change was part of, in words: "Restored", for example. */
          note: string | null;
        };
        Insert: {
          id?: string;
          change_id: string;
          began_at: string;
          changed_at: string;
          actor: "person" | "server" | "command line" | "database";
          actor_id?: string | null;
          actor_email?: string | null;
          table_name: string;
          row_id: string;
          operation: "INSERT" | "UPDATE" | "DELETE";
          page?: string | null;
          label?: string | null;
          fields: string[];
          before?: Json | null;
          after?: Json | null;
          note?: string | null;
        };
        Update: {
          id?: string;
          change_id?: string;
          began_at?: string;
          changed_at?: string;
          actor?: "person" | "server" | "command line" | "database";
          actor_id?: string | null;
          actor_email?: string | null;
          table_name?: string;
          row_id?: string;
          operation?: "INSERT" | "UPDATE" | "DELETE";
          page?: string | null;
          label?: string | null;
          fields?: string[];
          before?: Json | null;
          after?: Json | null;
          note?: string | null;
        };
        Relationships: [];
      };
      inbound_mails: {
        Row: {
          id: string;
          /** Its lead; null: none, so it is in the list of unmatched emails. */
          submission_id: string | null;
          kind: "reply" | "auto_reply" | "bounce" | "complaint";
          message_id: string | null;
          sender: string;
          sender_name: string | null;
          /** A person with a role wrote it, so it is no answer of the lead. */
          is_from_team: boolean;
          subject: string | null;
          body_text: string | null;
          /** As it arrived. The browser makes it safe when it is shown. */
          body_html: string | null;
          /** The beginning of its text, for lists: texts can be long. */
          excerpt: string | null;
          /** Part of it was too large to be stored. */
          is_cut: boolean;
          /** Name, type and size of each, and the id of its content; without an id it was too large. */
          attachments: Json;
          sent_at: string | null;
          arrived_at: string;
          /** When staff dismissed it; it is deleted 30 days later. */
          dismissed_at: string | null;
        };
        Insert: {
          id?: string;
          submission_id?: string | null;
          kind: "reply" | "auto_reply" | "bounce" | "complaint";
          message_id?: string | null;
          sender: string;
          sender_name?: string | null;
          is_from_team?: boolean;
          subject?: string | null;
          body_text?: string | null;
          body_html?: string | null;
          is_cut?: boolean;
          attachments?: Json;
          sent_at?: string | null;
          arrived_at?: string;
          dismissed_at?: string | null;
        };
        Update: {
          id?: string;
          submission_id?: string | null;
          kind?: "reply" | "auto_reply" | "bounce" | "complaint";
          message_id?: string | null;
          sender?: string;
          sender_name?: string | null;
          is_from_team?: boolean;
          subject?: string | null;
          body_text?: string | null;
          body_html?: string | null;
          is_cut?: boolean;
          attachments?: Json;
          sent_at?: string | null;
          arrived_at?: string;
          dismissed_at?: string | null;
        };
        Relationships: [];
      };
      lead_erasures: {
        Row: {
          id: string;
          erased_at: string;
          /** person: asked for, by address. By itself: trash, spam and closed messages whose time was over. */
          reason: "person" | "trash" | "spam" | "closed";
          /** Who did it: an admin, with id and name as they were then, the web server, its command line, or someone with database access. */
          actor: "person" | "server" | "command line" | "database";
          actor_id: string | null;
          actor_name: string | null;
          /** How many of what: {"contact_submissions": 2, "submission_notes": 1}. */
          rows: Json;
        };
        Insert: {
          id?: string;
          erased_at?: string;
          reason: "person" | "trash" | "spam" | "closed";
          actor: "person" | "server" | "command line" | "database";
          actor_id?: string | null;
          actor_name?: string | null;
          rows?: Json;
        };
        Update: {
          id?: string;
          erased_at?: string;
          reason?: "person" | "trash" | "spam" | "closed";
          actor?: "person" | "server" | "command line" | "database";
          actor_id?: string | null;
          actor_name?: string | null;
          rows?: Json;
        };
        Relationships: [];
      };
      lead_events: {
        Row: {
          id: string;
          submission_id: string;
          kind:
            | "created"
            | "status"
            | "outcome"
            | "owner"
            | "follow_up"
            | "spam"
            | "note"
            | "notice"
            | "deleted"
            | "restored"
            | "booking"
            | "mail"
            | "joined"
            | "parted"
            | "answer";
          happened_at: string;
          /** A visitor with the form; a person of the staff, with id and name as they were then; the web server itself; its command line; or someone with database access and neither. */
          actor: "visitor" | "person" | "server" | "command line" | "database";
          actor_id: string | null;
          actor_name: string | null;
          /** What became of it, by kind. */
          details: Json;
        };
        Insert: {
          id?: string;
          submission_id: string;
          kind:
            | "created"
            | "status"
            | "outcome"
            | "owner"
            | "follow_up"
            | "spam"
            | "note"
            | "notice"
            | "deleted"
            | "restored"
            | "booking"
            | "mail"
            | "joined"
            | "parted"
            | "answer";
          happened_at?: string;
          actor: "visitor" | "person" | "server" | "command line" | "database";
          actor_id?: string | null;
          actor_name?: string | null;
          details?: Json;
        };
        Update: {
          id?: string;
          submission_id?: string;
          kind?:
            | "created"
            | "status"
            | "outcome"
            | "owner"
            | "follow_up"
            | "spam"
            | "note"
            | "notice"
            | "deleted"
            | "restored"
            | "booking"
            | "mail"
            | "joined"
            | "parted"
            | "answer";
          happened_at?: string;
          actor?: "visitor" | "person" | "server" | "command line" | "database";
          actor_id?: string | null;
          actor_name?: string | null;
          details?: Json;
        };
        Relationships: [];
      };
      lead_recipients: {
        Row: {
          id: string;
          email: string;
          /** One of them is enough; empty: any. */
          platforms: string[];
          /** As visitors choose them; empty: any. */
          volumes: string[];
          is_active: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          email: string;
          platforms?: string[];
          volumes?: string[];
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          email?: string;
          platforms?: string[];
          volumes?: string[];
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      mails: {
        Row: {
          id: string;
          kind: string;
          submission_id: string | null;
          recipient: string;
          reply_to: string | null;
          reply_to_name: string | null;
          subject: string;
          heading: string | null;
          body: Json;
          /** What the sender calls this request: asked for twice, it is one email. */
          request_id: string | null;
          created_at: string;
          /** Who of the staff wrote it; null: the site itself. */
          created_by: string | null;
          /** When it is due, or its hold ends; null: it is settled. */
          send_after: string | null;
          /** waiting; sent; failed, which is retried while it has a send_after. */
          state: "waiting" | "sent" | "failed";
          attempts: number;
          last_error: string | null;
          sent_at: string | null;
          /** Of a reply: the status of its lead before, which taking it back restores. */
          status_before: string | null;
          /** How long a sender has it in hand; null: none has. */
          held_until: string | null;
          /** Of a reply: new_answer_at of its lead before, which taking it back restores. */
          answer_before: string | null;
          /** Of a reply: times and outcome of its lead before, which taking it back restores. */
          lead_before: Json | null;
        };
        Insert: {
          id?: string;
          kind: string;
          submission_id?: string | null;
          recipient: string;
          reply_to?: string | null;
          reply_to_name?: string | null;
          subject: string;
          heading?: string | null;
          body: Json;
          request_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          send_after?: string | null;
          state?: "waiting" | "sent" | "failed";
          attempts?: number;
          last_error?: string | null;
          sent_at?: string | null;
          status_before?: string | null;
          held_until?: string | null;
          answer_before?: string | null;
          lead_before?: Json | null;
        };
        Update: {
          id?: string;
          kind?: string;
          submission_id?: string | null;
          recipient?: string;
          reply_to?: string | null;
          reply_to_name?: string | null;
          subject?: string;
          heading?: string | null;
          body?: Json;
          request_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          send_after?: string | null;
          state?: "waiting" | "sent" | "failed";
          attempts?: number;
          last_error?: string | null;
          sent_at?: string | null;
          status_before?: string | null;
          held_until?: string | null;
          answer_before?: string | null;
          lead_before?: Json | null;
        };
        Relationships: [];
      };
      media_library: {
        Row: {
          id: string;
          filename: string;
          original_filename: string;
          file_path: string;
          /** Bytes. */
          file_size: number;
          mime_type: string;
          alt_text: string | null;
          caption: string | null;
          created_at: string;
          updated_at: string;
          /** It adds no information, so it needs no alt text. */
          is_decorative: boolean;
        };
        Insert: {
          id?: string;
          filename: string;
          original_filename: string;
          file_path: string;
          file_size: number;
          mime_type: string;
          alt_text?: string | null;
          caption?: string | null;
          created_at?: string;
          updated_at?: string;
          is_decorative?: boolean;
        };
        Update: {
          id?: string;
          filename?: string;
          original_filename?: string;
          file_path?: string;
          file_size?: number;
          mime_type?: string;
          alt_text?: string | null;
          caption?: string | null;
          created_at?: string;
          updated_at?: string;
          is_decorative?: boolean;
        };
        Relationships: [];
      };
      media_trash: {
        Row: {
          id: string;
          filename: string;
          original_filename: string;
          file_path: string;
          file_size: number;
          mime_type: string;
          alt_text: string | null;
          caption: string | null;
          created_at: string;
          updated_at: string;
          /** When the file is deleted permanently. */
          purge_at: string;
          is_decorative: boolean;
        };
        Insert: {
          id: string;
          filename: string;
          original_filename: string;
          file_path: string;
          file_size: number;
          mime_type: string;
          alt_text?: string | null;
          caption?: string | null;
          created_at: string;
          updated_at: string;
          purge_at?: string;
          is_decorative?: boolean;
        };
        Update: {
          id?: string;
          filename?: string;
          original_filename?: string;
          file_path?: string;
          file_size?: number;
          mime_type?: string;
          alt_text?: string | null;
          caption?: string | null;
          created_at?: string;
          updated_at?: string;
          purge_at?: string;
          is_decorative?: boolean;
        };
        Relationships: [];
      };
      preview_links: {
        Row: {
          id: string;
          set_id: string | null;
          token_hash: string;
          /** The email address of who made it, at that time. */
          made_by: string;
          created_at: string;
          expires_at: string;
          revoked_at: string | null;
          /** The account of the person who made it. */
          created_by: string | null;
          /** Whether people with the link may comment, without an account. */
          may_comment: boolean;
          /** When its maker last got an email about comments. */
          comment_noticed_at: string | null;
        };
        Insert: {
          id?: string;
          set_id?: string | null;
          token_hash: string;
          made_by: string;
          created_at?: string;
          expires_at?: string;
          revoked_at?: string | null;
          created_by?: string | null;
          may_comment?: boolean;
          comment_noticed_at?: string | null;
        };
        Update: {
          id?: string;
          set_id?: string | null;
          token_hash?: string;
          made_by?: string;
          created_at?: string;
          expires_at?: string;
          revoked_at?: string | null;
          created_by?: string | null;
          may_comment?: boolean;
          comment_noticed_at?: string | null;
        };
        Relationships: [];
      };
      pricing_items: {
        Row: {
          id: string;
          service_name: string;
          rate: string;
          description: string | null;
          display_order: number;
          is_active: boolean;
          created_at: string;
          updated_at: string;
          /** Dollars for each of what it is charged per; none of the three where it is quoted without a typical range. */
          low: number | null;
          /** The same as low for a fixed price. */
          high: number | null;
          charged_per:
            | "order"
            | "further item"
            | "package"
            | "cubic foot a month"
            | "month"
            | "month with returns"
            | "carton received"
            | "half hour of receiving"
            | "parcel by weight"
            | "quote"
            | null;
          /** What texts call it by, made of its first name and then kept: {price: pick-and-pack}. */
          reference: string;
          /** Ounces that a parcel weighs at most, or cartons that a half hour is enough for; blank for other units. */
          up_to: number | null;
        };
        Insert: {
          id?: string;
          service_name: string;
          rate: string;
          description?: string | null;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
          low?: number | null;
          high?: number | null;
          charged_per?:
            | "order"
            | "further item"
            | "package"
            | "cubic foot a month"
            | "month"
            | "month with returns"
            | "carton received"
            | "half hour of receiving"
            | "parcel by weight"
            | "quote"
            | null;
          reference?: string;
          up_to?: number | null;
        };
        Update: {
          id?: string;
          service_name?: string;
          rate?: string;
          description?: string | null;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
          low?: number | null;
          high?: number | null;
          charged_per?:
            | "order"
            | "further item"
            | "package"
            | "cubic foot a month"
            | "month"
            | "month with returns"
            | "carton received"
            | "half hour of receiving"
            | "parcel by weight"
            | "quote"
            | null;
          reference?: string;
          up_to?: number | null;
        };
        Relationships: [];
      };
      redirects: {
        Row: {
          id: string;
          from_path: string;
          to_address: string;
          is_permanent: boolean;
          display_order: number;
          is_active: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          from_path: string;
          to_address: string;
          is_permanent?: boolean;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          from_path?: string;
          to_address?: string;
          is_permanent?: boolean;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      saved_replies: {
        Row: {
          id: string;
          title: string;
          body: string;
          display_order: number;
          is_active: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          title: string;
          body: string;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          title?: string;
          body?: string;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      services: {
        Row: {
          id: string;
          title: string;
          description: string;
          icon_name: string;
          display_order: number;
          is_active: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          title: string;
          description?: string;
          icon_name?: string;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          title?: string;
          description?: string;
          icon_name?: string;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      site_content: {
        Row: {
          id: string;
          page_name: string;
          section_name: string;
          content_key: string;
          content_value: string;
          content_type: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          page_name: string;
          section_name: string;
          content_key: string;
          content_value?: string;
          content_type?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          page_name?: string;
          section_name?: string;
          content_key?: string;
          content_value?: string;
          content_type?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      site_settings: {
        Row: {
          id: string;
          setting_key: string;
          setting_value: string;
          setting_type: "text" | "textarea" | "email" | "tel" | "url" | "color" | "boolean";
          description: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          setting_key: string;
          setting_value?: string;
          setting_type?: "text" | "textarea" | "email" | "tel" | "url" | "color" | "boolean";
          description?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          setting_key?: string;
          setting_value?: string;
          setting_type?: "text" | "textarea" | "email" | "tel" | "url" | "color" | "boolean";
          description?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      submission_notes: {
        Row: {
          id: string;
          submission_id: string;
          /** Null: the account was deleted. */
          author_id: string | null;
          author_email: string | null;
          body: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          submission_id: string;
          author_id?: string | null;
          author_email?: string | null;
          body: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          submission_id?: string;
          author_id?: string | null;
          author_email?: string | null;
          body?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      team_members: {
        Row: {
          id: string;
          name: string;
          role: string | null;
          photo_url: string | null;
          photo_alt: string | null;
          display_order: number;
          is_active: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          name: string;
          role?: string | null;
          photo_url?: string | null;
          photo_alt?: string | null;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          name?: string;
          role?: string | null;
          photo_url?: string | null;
          photo_alt?: string | null;
          display_order?: number;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      testimonials: {
        Row: {
          id: string;
          quote: string;
          /** Names the item. */
          author_name: string;
          author_title: string | null;
          author_company: string | null;
          display_order: number;
          is_active: boolean;
          featured: boolean;
          created_at: string;
          updated_at: string;
          photo_url: string | null;
          photo_alt: string | null;
          link_url: string | null;
        };
        Insert: {
          id?: string;
          quote: string;
          author_name: string;
          author_title?: string | null;
          author_company?: string | null;
          display_order?: number;
          is_active?: boolean;
          featured?: boolean;
          created_at?: string;
          updated_at?: string;
          photo_url?: string | null;
          photo_alt?: string | null;
          link_url?: string | null;
        };
        Update: {
          id?: string;
          quote?: string;
          author_name?: string;
          author_title?: string | null;
          author_company?: string | null;
          display_order?: number;
          is_active?: boolean;
          featured?: boolean;
          created_at?: string;
          updated_at?: string;
          photo_url?: string | null;
          photo_alt?: string | null;
          link_url?: string | null;
        };
        Relationships: [];
      };
      webhook_deliveries: {
        Row: {
          id: string;
          webhook_id: string;
          submission_id: string | null;
          kind:
            | "lead.created"
            | "lead.replied"
            | "lead.status_changed"
            | "lead.won"
            | "lead.lost"
            | "booking.created"
            | "test";
          payload: Json;
          created_at: string;
          outcome: "waiting" | "delivered" | "failed";
          tries: number;
          next_attempt_at: string | null;
          request_body: string | null;
          attempts: Json;
        };
        Insert: {
          id?: string;
          webhook_id: string;
          submission_id?: string | null;
          kind:
            | "lead.created"
            | "lead.replied"
            | "lead.status_changed"
            | "lead.won"
            | "lead.lost"
            | "booking.created"
            | "test";
          payload: Json;
          created_at?: string;
          outcome?: "waiting" | "delivered" | "failed";
          tries?: number;
          next_attempt_at?: string | null;
          request_body?: string | null;
          attempts?: Json;
        };
        Update: {
          id?: string;
          webhook_id?: string;
          submission_id?: string | null;
          kind?:
            | "lead.created"
            | "lead.replied"
            | "lead.status_changed"
            | "lead.won"
            | "lead.lost"
            | "booking.created"
            | "test";
          payload?: Json;
          created_at?: string;
          outcome?: "waiting" | "delivered" | "failed";
          tries?: number;
          next_attempt_at?: string | null;
          request_body?: string | null;
          attempts?: Json;
        };
        Relationships: [];
      };
      webhooks: {
        Row: {
          id: string;
          name: string;
          host: string;
          format: "standard" | "slack" | "teams";
          events: string[];
          active: boolean;
          created_at: string;
          updated_at: string;
          /** The account of the person who gave it its present address; null: from before this was recorded. */
          address_set_by: string | null;
        };
        Insert: {
          id?: string;
          name: string;
          host: string;
          format: "standard" | "slack" | "teams";
          events: string[];
          active?: boolean;
          created_at?: string;
          updated_at?: string;
          address_set_by?: string | null;
        };
        Update: {
          id?: string;
          name?: string;
          host?: string;
          format?: "standard" | "slack" | "teams";
          events?: string[];
          active?: boolean;
          created_at?: string;
          updated_at?: string;
          address_set_by?: string | null;
        };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      accept_admin_invitation: {
        Args: Record<never, never>;
        Returns: boolean;
      };
      admin_backup_download: {
        Args: { backup: string };
        Returns: string | null;
      };
      admin_backups: {
        Args: Record<never, never>;
        Returns: Json;
      };
      admin_dashboard: {
        Args: Record<never, never>;
        Returns: Json;
      };
      admin_find: {
        Args: { words: string; most?: number };
        Returns: Json;
      };
      admin_invite: {
        Args: { email: string; full_name?: string; roles?: string[] };
        Returns: Json;
      };
      admin_left_open: {
        Args: { user_id: string };
        Returns: Json;
      };
      admin_list_users: {
        Args: { search?: string; page_size?: number; page_offset?: number };
        Returns: Json;
      };
      admin_own_address: {
        Args: Record<never, never>;
        Returns: Json;
      };
      admin_remove: {
        Args: { user_id: string; keep?: string[] };
        Returns: undefined;
      };
      admin_reset_password: {
        Args: { user_id: string; new_password: string };
        Returns: undefined;
      };
      admin_reset_second_factor: {
        Args: { user_id: string };
        Returns: undefined;
      };
      admin_revoke_invitation: {
        Args: { email: string };
        Returns: undefined;
      };
      admin_set_admin: {
        Args: { user_id: string; make_admin: boolean };
        Returns: undefined;
      };
      admin_set_roles: {
        Args: { user_id: string; roles: string[] };
        Returns: undefined;
      };
      admin_system: {
        Args: Record<never, never>;
        Returns: Json;
      };
      announcements_change_at: {
        Args: Record<never, never>;
        Returns: string | null;
      };
      audit_clean: {
        Args: { batch?: number };
        Returns: number | null;
      };
      audit_export: {
        Args: { what?: Json };
        Returns: Json;
      };
      audit_list: {
        Args: { what?: Json; older_than?: Json };
        Returns: Json;
      };
      booking_add: {
        Args: { event_uri: string; attribution?: Json; request?: string };
        Returns: undefined;
      };
      broken_address_dismiss: {
        Args: { path: string };
        Returns: undefined;
      };
      broken_address_list: {
        Args: Record<never, never>;
        Returns: Json;
      };
      broken_addresses_count: {
        Args: { counted: Json };
        Returns: undefined;
      };
      check_outside_links: {
        Args: Record<never, never>;
        Returns: number | null;
      };
      digest_unsubscribe: {
        Args: { token: string; turn_off: boolean };
        Returns: boolean;
      };
      email_is_saved: {
        Args: Record<never, never>;
        Returns: boolean;
      };
      figure_usage: {
        Args: { amounts: number[] };
        Returns: { amount: number; source: string; place: string; row_id: string }[];
      };
      first_hour: {
        Args: Record<never, never>;
        Returns: Json;
      };
      first_hour_say: {
        Args: { places: string[] };
        Returns: Json;
      };
      first_hour_take_back: {
        Args: { places: string[] };
        Returns: Json;
      };
      history_clean: {
        Args: { batch?: number };
        Returns: number | null;
      };
      history_filters: {
        Args: Record<never, never>;
        Returns: Json;
      };
      history_list: {
        Args: { what?: Json; page_size?: number; older_than?: Json };
        Returns: Json;
      };
      history_look: {
        Args: { what: Json };
        Returns: Json;
      };
      history_restore: {
        Args: { what: Json; chosen: Json };
        Returns: number | null;
      };
      inbound_attach: {
        Args: { mail: string; lead: string };
        Returns: undefined;
      };
      inbound_attachment: {
        Args: { attachment: string; start?: number };
        Returns: Json;
      };
      inbound_detach: {
        Args: { mail: string };
        Returns: undefined;
      };
      inbound_dismiss: {
        Args: { mail: string; back?: boolean };
        Returns: undefined;
      };
      inbound_lead: {
        Args: { mail: string };
        Returns: string | null;
      };
      inbound_state: {
        Args: Record<never, never>;
        Returns: Json;
      };
      inbound_test: {
        Args: { test: string };
        Returns: string | null;
      };
      is_admin_user: {
        Args: Record<never, never>;
        Returns: boolean;
      };
      last_editor: {
        Args: { row_id: string };
        Returns: string | null;
      };
      lead_change: {
        Args: { what: Json; changes: Json; expected?: number };
        Returns: Json;
      };
      lead_change_back: {
        Args: { changes: Json; undo: Json };
        Returns: number | null;
      };
      lead_choices: {
        Args: Record<never, never>;
        Returns: Json;
      };
      lead_export: {
        Args: { ids: string[]; begins_of?: number };
        Returns: Json;
      };
      lead_insights: {
        Args: { by?: string; months?: number; skipped?: number };
        Returns: Json;
      };
      lead_join: {
        Args: { lead: string; other: string };
        Returns: boolean;
      };
      lead_list: {
        Args: { what?: Json; page?: number; page_size?: number; after?: Json };
        Returns: Json;
      };
      lead_new_count: {
        Args: Record<never, never>;
        Returns: number | null;
      };
      lead_notice_at: {
        Args: { lead: string };
        Returns: string | null;
      };
      lead_part: {
        Args: { lead: string };
        Returns: boolean;
      };
      lead_person: {
        Args: { address: string };
        Returns: Json;
      };
      lead_person_erase: {
        Args: { address: string };
        Returns: Json;
      };
      lead_person_export: {
        Args: { address: string };
        Returns: Json;
      };
      lead_same_person: {
        Args: { lead: string };
        Returns: Json;
      };
      lead_views: {
        Args: Record<never, never>;
        Returns: Json;
      };
      lead_views_save: {
        Args: { views: Json };
        Returns: Json;
      };
      leads_clean: {
        Args: { batch?: number };
        Returns: number | null;
      };
      media_usage: {
        Args: { file_path: string };
        Returns: { source: string; place: string; row_id: string }[];
      };
      my_digest: {
        Args: Record<never, never>;
        Returns: boolean;
      };
      my_roles: {
        Args: Record<never, never>;
        Returns: string[];
      };
      my_second_factor: {
        Args: Record<never, never>;
        Returns: Json;
      };
      my_session_end: {
        Args: { session: string };
        Returns: undefined;
      };
      my_sessions: {
        Args: Record<never, never>;
        Returns: Json;
      };
      my_weekly: {
        Args: Record<never, never>;
        Returns: boolean;
      };
      needs_approval: {
        Args: Record<never, never>;
        Returns: boolean;
      };
      outside_link_list: {
        Args: Record<never, never>;
        Returns: Json;
      };
      page_rows: {
        Args: { asked: Json };
        Returns: Json;
      };
      preview_comment_add: {
        Args: { token: string; page: string; name: string; message: string };
        Returns: Json;
      };
      preview_link_create: {
        Args: { of_set: string; comments?: boolean };
        Returns: Json;
      };
      preview_link_open: {
        Args: { token: string };
        Returns: Json;
      };
      preview_link_revoke: {
        Args: { link: string };
        Returns: undefined;
      };
      publishing_rules: {
        Args: Record<never, never>;
        Returns: Json;
      };
      redirects_import: {
        Args: { entries: Json; save: boolean };
        Returns: Json;
      };
      reorder_items: {
        Args: { list: string; ids: string[] };
        Returns: undefined;
      };
      reply_send: {
        Args: { lead: string; request: string; subject: string; message: string; anyway?: boolean };
        Returns: Json;
      };
      reply_send_again: {
        Args: { reply: string };
        Returns: undefined;
      };
      reply_take_back: {
        Args: { reply: string };
        Returns: Json;
      };
      resend_submission_mail: {
        Args: { submission_id: string };
        Returns: undefined;
      };
      say_present: {
        Args: { here?: Json; gone?: Json };
        Returns: Json;
      };
      second_factor_rules: {
        Args: Record<never, never>;
        Returns: Json;
      };
      set_answer_review: {
        Args: { of_set: string; seen: string; verdict: string; message?: string };
        Returns: undefined;
      };
      set_ask_review: {
        Args: { of_set: string; person: string; message?: string };
        Returns: undefined;
      };
      set_comment: {
        Args: { of_set: string; message: string; list?: string; row_id?: string };
        Returns: undefined;
      };
      set_comment_done: {
        Args: { comment: string; done: boolean };
        Returns: undefined;
      };
      set_create: {
        Args: { name: string };
        Returns: Json;
      };
      set_decide: {
        Args: {
          of_set: string;
          item_id: string;
          item_version: string;
          version: string;
          keep: string;
        };
        Returns: undefined;
      };
      set_discard: {
        Args: { of_set: string };
        Returns: undefined;
      };
      set_drop: {
        Args: { of_set: string; items: string[] };
        Returns: number | null;
      };
      set_end_decide: {
        Args: { remain: string; version: string; keep: string };
        Returns: undefined;
      };
      set_end_review: {
        Args: { of_set: string };
        Returns: Json;
      };
      set_list: {
        Args: { of_set: string; list: string; what?: Json; page?: number; page_size?: number };
        Returns: Json;
      };
      set_my_digest: {
        Args: { wanted: boolean };
        Returns: boolean;
      };
      set_my_weekly: {
        Args: { wanted: boolean };
        Returns: boolean;
      };
      set_preview: {
        Args: { of_set: string };
        Returns: Json;
      };
      set_publish: {
        Args: { of_set: string; seen: string };
        Returns: Json;
      };
      set_publish_due: {
        Args: Record<never, never>;
        Returns: number | null;
      };
      set_publishing_rules: {
        Args: { roles: string[] };
        Returns: undefined;
      };
      set_reorder: {
        Args: { of_set: string; list: string; ids: string[] };
        Returns: undefined;
      };
      set_review: {
        Args: { of_set: string };
        Returns: Json;
      };
      set_reviewers: {
        Args: Record<never, never>;
        Returns: Json;
      };
      set_rows: {
        Args: { of_set: string; list: string };
        Returns: Json;
      };
      set_save: {
        Args: {
          of_set: string;
          list: string;
          id: string;
          operation: string;
          patch?: Json;
          seen?: string;
        };
        Returns: Json;
      };
      set_schedule: {
        Args: { of_set: string; publish_at?: string; end_at?: string };
        Returns: Json;
      };
      set_second_factor_rules: {
        Args: { roles: string[]; required_from?: string };
        Returns: undefined;
      };
      staff_names: {
        Args: Record<never, never>;
        Returns: Json;
      };
      visit_insights: {
        Args: { from?: string; until?: string };
        Returns: Json;
      };
      visits_record: {
        Args: { seen: Json; vitals: Json };
        Returns: undefined;
      };
      was_admin_user: {
        Args: Record<never, never>;
        Returns: boolean;
      };
      webhook_delete: {
        Args: { webhook: string };
        Returns: undefined;
      };
      webhook_list: {
        Args: Record<never, never>;
        Returns: Json;
      };
      webhook_rotate: {
        Args: { webhook: string };
        Returns: string | null;
      };
      webhook_save: {
        Args: {
          name: string;
          events: string[];
          active: boolean;
          url?: string;
          format?: string;
          webhook?: string;
          seen?: string;
        };
        Returns: Json;
      };
      webhook_send_again: {
        Args: { delivery: string };
        Returns: undefined;
      };
      webhook_test: {
        Args: { webhook: string };
        Returns: string | null;
      };
    };
  };
};
