/** A lead as webhooks send it (docs/webhooks.md). */
export interface Lead {
  id: string;
  status: string;
  likely_spam: boolean;
  name: string;
  email: string;
  business_name: string | null;
  monthly_volume: string;
  platforms: string[];
  message: string | null;
  /** whole dollars, of a won lead */
  monthly_value?: number | null;
  lost_reason?: string | null;
}

/** A call that a visitor booked on the calendar. */
export interface BookingData {
  booking: { id: string; source: string | null; landing_page: string | null };
  /** the lead, if the visitor sent one from the same tab */
  lead: Lead | null;
}

/** An answer that a lead sent by email. */
export interface ReplyData {
  reply: {
    id: string;
    received_at: string;
    /** the sender's address */
    from: string;
    subject: string | null;
    /** at most 10,000 characters */
    text: string | null;
  };
  lead: Lead;
}

/** What the database stored at the time of the event, as far as the formats use it. */
export type WebhookEvent =
  | { type: "lead.created"; data: { lead: Lead } }
  | { type: "lead.replied"; data: ReplyData }
  | { type: "lead.status_changed"; data: { lead: Lead; previous_status: string } }
  | { type: "lead.won" | "lead.lost"; data: { lead: Lead } }
  | { type: "booking.created"; data: BookingData }
  | { type: "test"; data: { message: string; company: string | null } };

/** The result of `webhook_claim`. */
export interface Claim {
  delivery: string;
  /** identifies the holder of the delivery; `webhook_settle` checks it */
  lease: string;
  url: string;
  format: "standard" | "slack" | "teams";
  /** JSON of a WebhookEvent, with its original key order */
  payload: string;
  /** base64; the first is the current one */
  secrets: string[];
}
