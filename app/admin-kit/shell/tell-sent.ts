import { emailIsSaved } from "#app/lib/data/email-saved.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

/** @param what "the invitation" @returns whether it was only saved on the server, which is told then */
export async function tellIfSaved(what: string): Promise<boolean> {
  // What is done is done: nobody should read that it failed because this did.
  const saved = await emailIsSaved().catch((cause) => {
    console.error("Error checking whether email is set up:", cause);
    return false;
  });
  if (saved) toast.info(MESSAGES.email.saved(what));
  return saved;
}

/** Tells that an email was sent, or that it could only be saved. @param sent what is told when it was sent */
export async function tellSent(sent: string, what: string): Promise<void> {
  if (!(await tellIfSaved(what))) toast.success(sent);
}
