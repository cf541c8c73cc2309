import type { Who } from "#server/backend/gateway/request/operation.ts";
import { HttpError } from "#server/backend/http-error.ts";

const KB = 1024;
const MB = 1024 * KB;

/** Bytes of an empty body: `{}`, with white space. */
const NOTHING = 16;

/** Resource limits of one operation. */
export interface OperationBounds {
  /** bytes of the largest body; "upload": a file of up to MEDIA_MAX_MB */
  request: number | "upload";
  /** bytes of the largest response; "file": any length, streamed */
  answer: number | "file";
  /** milliseconds for request and response; for a file, until its first byte */
  ms: number;
}

/** A request, even an upload, must arrive completely in this time, or its connection is closed. */
export const REQUEST_MS = 300_000;

/** How much is buffered of a file ahead of its client, and of an upload ahead of the disk. */
export const AHEAD = 128 * KB;

/** Maximum bytes of this process's memory per call: JSON is held both as text and as bytes. */
export const memoryOf = ({ request, answer }: Pick<OperationBounds, "request" | "answer">) =>
  (request === "upload" ? AHEAD : request) + (answer === "file" ? AHEAD : 2 * answer);

/** /auth/v1; auth/operations.ts says which operations have a body and who may call them. */
export const authBounds = ({ body }: { body?: unknown }) =>
  ({ request: body ? 32 * KB : NOTHING, answer: 16 * KB, ms: 30_000 }) satisfies OperationBounds;

const LISTS = { request: 256 * KB, answer: 4 * MB, ms: 30_000 };
const FILE = { request: NOTHING, answer: "file", ms: 60_000 } as const;
/** Includes the time to receive the file and to store it. */
const UPLOAD = { request: "upload", answer: 4 * KB, ms: 2 * REQUEST_MS } as const;
const ABOUT_ONE_FILE = { request: NOTHING, answer: 4 * KB, ms: 30_000 };

/** /storage/v1, by the operation names in gateway/storage.ts. */
export const STORAGE_BOUNDS = {
  file: { ...FILE, who: "anybody" },
  variant: { ...FILE, who: "anybody" },
  ownFile: { ...FILE, who: "anybody" },
  info: { ...ABOUT_ONE_FILE, who: "anybody" },
  publicInfo: { ...ABOUT_ONE_FILE, who: "anybody" },
  upload: { ...UPLOAD, who: "editor" },
  replace: { ...UPLOAD, who: "editor" },
  remove: { ...LISTS, who: "editor" },
  list: { ...LISTS, request: 16 * KB, who: "staff" },
} satisfies Record<string, OperationBounds & { who: Who }>;

/** Twice what a function accepts: it refuses more than 64 KB itself, as on Supabase. */
const SHORT = { request: 128 * KB, answer: 64 * KB, ms: 120_000 };

/** /functions/v1: functions that are not listed here are not served. */
export const FUNCTION_BOUNDS: Readonly<
  Record<string, OperationBounds & { request: number; who: Who }>
> = {
  "admin-backup": { ...SHORT, who: "admin" },
  "admin-deliverability": { ...SHORT, who: "admin" },
  "admin-invite": { ...SHORT, who: "admin" },
  "admin-list-users": { ...SHORT, answer: MB, who: "admin" },
  "admin-reset-password": { ...SHORT, who: "admin" },
  "admin-secrets": { ...SHORT, who: "admin" },
  "admin-system": { ...SHORT, answer: MB, who: "admin" },
  "admin-test-mail": { ...SHORT, who: "admin" },
  "admin-webhook": { ...SHORT, who: "admin" },
  "backup-file": { ...FILE, request: SHORT.request, who: "anybody" },
  "check-links": { ...SHORT, who: "staff" },
  "send-contact-email": { ...SHORT, who: "anybody" },
  "send-mails": { ...SHORT, who: "staff" },
  "send-webhooks": { ...SHORT, who: "staff" },
  "test-deployment": { ...SHORT, who: "anybody" },
};

interface RpcBounds {
  who: Who;
  /** bytes of the largest response, if it differs from its limiter's (concurrency-limiter.ts) */
  answer?: number;
  /** bytes of the largest request by a function, if it differs from its limiter's */
  request?: number;
}

const rowsOf = (who: Who, names: string, answer?: number): [string, RpcBounds][] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [name, { who, ...(answer && { answer }) }]);

/**
 * The SQL functions that /rest/v1/rpc serves. Others are not found, whatever rights the database
 * grants. Limiters bound their requests and times.
 */
export const RPC_BOUNDS: ReadonlyMap<string, RpcBounds> = new Map([
  ...rowsOf(
    "anybody",
    "is_admin_user my_roles booking_add announcements_change_at digest_unsubscribe",
    4 * KB,
  ),
  // Returns a whole change set: anyone with its link reads it as a page.
  ...rowsOf("anybody", "preview_link_open", 4 * MB),
  ...rowsOf("anybody", "preview_comment_add", 4 * KB),
  ...rowsOf("page", "page_rows"),
  ...rowsOf("page", "broken_addresses_count visits_record", 4 * KB),
  ...rowsOf("account", "say_present accept_admin_invitation", 64 * KB),
  ...rowsOf("account", "was_admin_user my_second_factor my_session_end needs_approval", 4 * KB),
  // A hundred sessions with their browsers.
  ...rowsOf("account", "my_sessions", 64 * KB),
  ...rowsOf(
    "staff",
    `admin_dashboard admin_find last_editor staff_names
    history_list history_filters history_look history_restore`,
  ),
  ...rowsOf(
    "editor",
    `reorder_items media_usage figure_usage history_clean
    set_create set_discard set_save set_reorder set_drop set_decide set_schedule set_publish_due
    set_publish set_rows set_list set_review set_preview set_end_review set_end_decide
    set_reviewers set_ask_review set_answer_review set_comment set_comment_done
    preview_link_create preview_link_revoke
    first_hour first_hour_say first_hour_take_back
    redirects_import broken_address_list broken_address_dismiss
    outside_link_list check_outside_links`,
  ),
  ...rowsOf(
    "sales",
    `lead_list lead_new_count lead_choices lead_change lead_change_back lead_export lead_insights visit_insights leads_clean lead_same_person
    lead_join lead_part
    lead_person lead_person_export lead_person_erase lead_views lead_views_save
    reply_send reply_take_back reply_send_again my_digest set_my_digest my_weekly set_my_weekly
    lead_notice_at email_is_saved resend_submission_mail
    inbound_attach inbound_lead inbound_dismiss inbound_detach inbound_state inbound_attachment`,
  ),
  ...rowsOf(
    "admin",
    `admin_list_users admin_reset_password admin_set_admin admin_set_roles admin_invite
    admin_revoke_invitation admin_left_open admin_remove
    admin_reset_second_factor second_factor_rules set_second_factor_rules
    publishing_rules set_publishing_rules
    audit_list audit_export audit_clean inbound_test
    admin_backups admin_backup_download admin_own_address admin_system
    webhook_list webhook_save webhook_rotate webhook_delete webhook_test webhook_send_again`,
  ),
  ...rowsOf(
    "server",
    `open_admin_invitation backup_link_use account_notice_claim account_notice_settle account_notice_add
    backup_known history_check history_checked what_waits backup_schedule backup_warn webhook_claim webhook_settle reminders_due
    outside_link_claim outside_link_checked
    mail_claim mail_due mail_done mail_failed mail_waiting mail_waiting_failed
    queued_mail_claim queued_mail_settle
    inbound_mailbox_claim inbound_mailbox_release inbound_mailbox_report`,
  ),
  // Its attachments are 10 MB, 14 MB as base64. One at a time: _shared/inbound/receive.ts.
  ["mail_arrived", { who: "server", request: 16 * MB, answer: 4 * KB }],
]);

/** @throws HttpError 404 for a function without a row */
export function rpcBounds(name: string): RpcBounds {
  const row = RPC_BOUNDS.get(name);
  if (!row) throw new HttpError(404, "PGRST202", "There is no such function.");
  return row;
}
