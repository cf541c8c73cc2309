import { adminFailure, requireAdminOrKey } from "../_shared/admin.ts";
import { endpoint } from "../_shared/endpoint.ts";
import { sendQueuedMails, writeReminders } from "../_shared/queued-mail.ts";

/**
 * Sends the mails of the queue that are due, and the morning's reminders before them: for admins, after what they wrote, and for a job that has the
 * secret key (pg_cron on Supabase). On a server of ours they leave by themselves. Answers {success, error}.
 */
export default endpoint({
  method: "POST",
  async answer(call) {
    await requireAdminOrKey(call);
    await writeReminders(call.host);
    await sendQueuedMails(call.host);
    return { success: true, error: null };
  },
  failure: adminFailure,
});
