import { jobEndpoint } from "../_shared/admin.ts";
import { retryDueMail } from "../_shared/contact-mail.ts";
import { sendQueuedMails, writeReminders } from "../_shared/queued-mail.ts";

/**
 * Sends the queued emails that are due, after queuing the reminders that are due, and retries lead
 * notifications. For staff, after they wrote something, and for a job with the secret key (pg_cron on
 * Supabase). Our own server does this automatically. Returns {success, error}.
 */
export default jobEndpoint(async (host) => {
  await writeReminders(host);
  await sendQueuedMails(host);
  await retryDueMail(host, 20);
});
