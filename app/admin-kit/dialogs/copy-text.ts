import { MESSAGES } from "#app/lib/errors/messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

/** Copies a text to the clipboard. @param what its name, which starts the message */
export async function copyText(text: string, what: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(MESSAGES.copy.done(what));
  } catch {
    // Browsers restrict the clipboard to https pages.
    toast.error(MESSAGES.copy.failed);
  }
}
