import { SECOND_FACTOR_MESSAGES } from "#app/lib/errors/second-factor-messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

/** Copies a text to the clipboard. @param what its name, which starts the message */
export async function copy(text: string, what: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(SECOND_FACTOR_MESSAGES.copied(what));
  } catch {
    // Browsers restrict the clipboard to https pages.
    toast.error(SECOND_FACTOR_MESSAGES.copyFailed);
  }
}
