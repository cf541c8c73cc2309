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

/** Copies a URL to the clipboard and reports the result. */
export async function copyUrl(url: string) {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(MESSAGES.media.copied);
  } catch {
    // The clipboard API needs https. Without it, the user can copy the URL from the message.
    toast.error(MESSAGES.media.copyFailed, { description: url });
  }
}
