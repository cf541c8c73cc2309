import { adminFailure, requireStaffOrKey } from "../_shared/admin.ts";
import { endpoint } from "../_shared/endpoint.ts";
import { sendQueuedMails, writeReminders } from "../_shared/queued-mail.ts";

/**
 * Sends the queued emails that are due, after queuing the reminders that are due. For staff, after they
 * wrote something, and for a job with the secret key (pg_cron on Supabase). Our own server does this
 * automatically. Returns {success, error}.
 */
export default endpoint({
  method: "POST",
  async answer(call) {
    await requireStaffOrKey(call);
    await writeReminders(call.host);
    await sendQueuedMails(call.host);
    return { success: true, error: null };
  },
  failure: adminFailure,
});
