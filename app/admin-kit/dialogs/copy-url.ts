import { MESSAGES } from "#app/lib/errors/messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

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
