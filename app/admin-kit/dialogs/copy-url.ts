import { MESSAGES } from "#app/lib/errors/messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

/** Puts an address into the clipboard, and says how that went. */
export async function copyUrl(url: string) {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(MESSAGES.media.copied);
  } catch {
    // Browsers keep the clipboard to https pages: then the person copies it from the message.
    toast.error(MESSAGES.media.copyFailed, { description: url });
  }
}
