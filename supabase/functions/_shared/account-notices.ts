import { type NoticeKind, renderAccountMail } from "./account-mail.ts";
import { asServer } from "./database.ts";
import { type Host, hasJobs, inBackground } from "./host.ts";
import { sendMail } from "./mail-api.ts";
import { messageOf } from "./text.ts";

/** The result of `account_notice_claim`. */
interface Notice {
  id: string;
  email: string;
  kind: NoticeKind;
  company: string | null;
  colour: string | null;
  detail: string | null;
  /** what a colleague wrote, and their address; missing before the database knew them */
  message?: string | null;
  reply_to?: string | null;
  /** the path that the button opens, if it isn't its kind's */
  page: string | null;
}

const PAGES: Record<NoticeKind, string> = {
  password_changed: "/admin/login?view=forgot-password",
  second_factor_added: "/admin/account",
  second_factor_removed: "/admin/account",
  second_factor_required: "/admin/account",
  second_factor_guessed: "/admin/login?view=forgot-password",
  recovery_code_used: "/admin/account",
  new_sign_in: "/admin/account",
  admin_granted: "/admin",
  role_changed: "/admin",
  admin_removed: "/",
  colleague_invited: "/admin/users",
  colleague_removed: "/admin/users",
  colleague_changed: "/admin/users",
  webhook_changed: "/admin/webhooks",
  backup_trouble: "/admin/system",
  backup_downloaded: "/admin/system",
  review_asked: "/admin",
  set_approved: "/admin",
  set_changes_asked: "/admin",
  set_commented: "/admin",
};

/**
 * Sends the notices that are due, one at a time; call it regularly.
 * @param signal stops it after the current email
 */
export async function sendAccountNotices(host: Host, signal?: AbortSignal): Promise<void> {
  const database = asServer(host);
  while (!signal?.aborted) {
    const notice: Notice | null = await database("account_notice_claim", {});
    if (!notice) return;
    const sent = await send(host, notice);
    await database("account_notice_settle", { id: notice.id, sent });
  }
}

/** Called by admins' requests. */
export function sendNoticesInBackground(host: Host): void {
  if (!hasJobs(host)) inBackground(() => sendAccountNotices(host));
}

async function send(
  host: Host,
  { id, email, kind, company, colour, detail, message, reply_to, page }: Notice,
): Promise<boolean> {
  const siteUrl = host.env("SITE_URL") ?? "";
  const brand = { company: company || "Loading Dock", color: colour };
  try {
    await sendMail(host, {
      id: `notice-${id}`,
      ...renderAccountMail(kind, siteUrl + (page ?? PAGES[kind]), brand, detail, "", message),
      to: email,
      ...(reply_to && { replyTo: { name: "", address: reply_to } }),
    });
    return true;
  } catch (error) {
    console.error(`account notice not sent: ${messageOf(error)}`);
    return false;
  }
}
