import { MEDIA_MESSAGES } from "#app/lib/errors/media-messages.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

/** Copies a text to the clipboard. @param what its name, which starts the message */
export const copyText = (text: string, what: string) =>
  copy(text, MESSAGES.copy.done(what), MESSAGES.copy.failed);

/** Copies a URL to the clipboard. If that fails, the message has it. */
export const copyUrl = (url: string) =>
  copy(url, MEDIA_MESSAGES.copied, MEDIA_MESSAGES.copyFailed, url);

async function copy(text: string, done: string, failed: string, description?: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    // Browsers restrict the clipboard to https pages.
    toast.error(failed, { description });
  }
}
