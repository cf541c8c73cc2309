import { emailIsSaved } from "#app/lib/data/email-saved.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

/** @param what "the invitation" @returns whether it was only saved on the server; shows a toast then */
export async function notifyIfSaved(what: string): Promise<boolean> {
  // The action itself succeeded. A failure of this check must not look like a failure of it.
  const saved = await emailIsSaved().catch((cause) => {
    console.error("Error checking whether email is set up:", cause);
    return false;
  });
  if (saved) toast.info(MESSAGES.email.saved(what));
  return saved;
}

/** Reports that an email was sent, or only saved. @param sent the message when it was sent */
export async function notifySent(sent: string, what: string): Promise<void> {
  if (!(await notifyIfSaved(what))) toast.success(sent);
}
