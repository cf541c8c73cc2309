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
}

/** A call that a visitor booked in the calendar. */
export interface BookingData {
  booking: { id: string; source: string | null; landing_page: string | null };
  /** where the same tab wrote one */
  lead: Lead | null;
}

/** What the database wrote when it happened, as far as the formats read it. */
export type WebhookEvent =
  | { type: "lead.created"; data: { lead: Lead } }
  | { type: "lead.status_changed"; data: { lead: Lead; previous_status: string } }
  | { type: "booking.created"; data: BookingData }
  | { type: "test"; data: { message: string; company: string | null } };

/** What `webhook_claim` hands out. */
export interface Claim {
  delivery: string;
  /** whose hand it is in; `webhook_settle` asks for it */
  lease: string;
  url: string;
  format: "standard" | "slack" | "teams";
  /** JSON of a WebhookEvent, in the order in which it was written */
  payload: string;
  /** base64; the first is the one in use */
  secrets: string[];
}

/** What came back, whatever its status: the first kilobytes of it, readable. */
export interface Posted {
  status: number;
  answer: string;
  /** seconds */
  retryAfter: number | null;
}

/** @throws Error in words for an administrator, when nothing answered or nothing may be sent there */
export type PostOutside = (
  url: string,
  request: { headers: Record<string, string>; body: string },
) => Promise<Posted>;
