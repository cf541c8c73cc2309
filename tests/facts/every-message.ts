import { AUDIT_LOG_MESSAGES } from "#app/features/audit_log/messages.ts";
import { ACCOUNT_MESSAGES } from "#app/features/auth/account/messages.ts";
import { SECOND_FACTOR_MESSAGES } from "#app/features/auth/second-factor/messages.ts";
import { VIEW_MESSAGES } from "#app/features/contact_submissions/admin/list/view-messages.ts";
import { REPLY_MESSAGES } from "#app/features/contact_submissions/admin/reply/messages.ts";
import { RECIPIENT_MESSAGES } from "#app/features/lead_recipients/messages.ts";
import { PRIVACY_MESSAGES } from "#app/features/privacy/messages.ts";
import { REDIRECT_MESSAGES } from "#app/features/redirects/messages.ts";
import { SETTING_MESSAGES } from "#app/features/site_settings/messages.ts";
import { NOTE_MESSAGES } from "#app/features/submission_notes/messages.ts";
import { SYSTEM_MESSAGES } from "#app/features/system/messages.ts";
import { USER_MESSAGES } from "#app/features/users/messages.ts";
import { WEBHOOK_MESSAGES } from "#app/features/webhooks/messages.ts";
import { ANSWER_MESSAGES, INBOUND_MESSAGES } from "#app/lib/errors/answer-messages.ts";
import { CHECK_MESSAGES } from "#app/lib/errors/check-messages.ts";
import { CONTACT_MESSAGES } from "#app/lib/errors/contact-messages.ts";
import { MEDIA_MESSAGES } from "#app/lib/errors/media-messages.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { REVIEW_MESSAGES, SET_MESSAGES } from "#app/lib/errors/set-messages.ts";

/** The messages that every screen loads, and those of a few screens. */
export const EVERY_MESSAGE = {
  ...MESSAGES,
  contact: CONTACT_MESSAGES,
  account: ACCOUNT_MESSAGES,
  answers: ANSWER_MESSAGES,
  media: MEDIA_MESSAGES,
  settings: SETTING_MESSAGES,
  views: VIEW_MESSAGES,
  replies: REPLY_MESSAGES,
  privacy: PRIVACY_MESSAGES,
  notes: NOTE_MESSAGES,
  checks: CHECK_MESSAGES,
  sets: SET_MESSAGES,
  reviews: REVIEW_MESSAGES,
  inbound: INBOUND_MESSAGES,
  brokenAddresses: REDIRECT_MESSAGES,
  system: SYSTEM_MESSAGES,
  auditLog: AUDIT_LOG_MESSAGES,
  recipients: RECIPIENT_MESSAGES,
  users: { ...MESSAGES.users, ...USER_MESSAGES },
  webhooks: WEBHOOK_MESSAGES,
  secondFactor: SECOND_FACTOR_MESSAGES,
};
