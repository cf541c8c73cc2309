/** An email that arrived, as `mail_arrived` stores it. All of it is bounded: see bounds.ts. */
export interface ArrivedMail {
  /** hex SHA-256 of Message-ID, From, Date and body: the same message by any route is one row */
  digest: string;
  kind: "reply" | "auto_reply" | "bounce" | "complaint";
  /** without angle brackets, as all IDs here */
  message_id: string | null;
  /** what it answers, oldest first: References, In-Reply-To, and the ID of the email that a report returns */
  references: string[];
  /** lower-case addresses of whom it reached */
  to: string[];
  /** "" when unreadable */
  sender: string;
  sender_name: string | null;
  subject: string | null;
  /** ISO; null when unreadable, in the future, or before 2000 */
  sent_at: string | null;
  /** made from the HTML if there is no text part */
  text: string | null;
  /** not sanitized: the browser sanitizes it when shown. Left out, not cut, when too long */
  html: string | null;
  /** something was left out for the bounds */
  cut: boolean;
  report: DeliveryReport | null;
  /** of a test email of ours that came back: what mail servers wrote about it */
  headers: string | null;
  attachments: ArrivedAttachment[];
}

/** What another server reports about an email of ours (RFC 3464, RFC 5965). */
export interface DeliveryReport {
  recipient: string | null;
  /** "5.1.1" (RFC 3463) */
  status: string | null;
  /** failed, delayed and so on; for a complaint its type, such as abuse */
  action: string | null;
  /** the other server's words, in one line */
  reason: string | null;
}

export interface ArrivedAttachment {
  /** one line, without a path */
  name: string;
  /** detected from the content */
  type: string;
  /** bytes */
  size: number;
  /** base64; null: too large to store */
  content: string | null;
}
