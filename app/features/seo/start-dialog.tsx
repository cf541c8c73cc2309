import Mail from "lucide-react/icons/mail";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";

const SUBJECT = "Start our SEO tasks";
const BODY = "Hi,\n\nPlease start the SEO tasks for our site. Our priorities:\n\n";

interface StartDialogProps {
  open: boolean;
  onClose: () => void;
}

/** People do the analysis, so an email starts it (rule O-3). */
export function StartDialog({ open, onClose }: StartDialogProps) {
  const { contact_email } = useSettings();
  const mail = `mailto:${contact_email}?subject=${encodeURIComponent(SUBJECT)}&body=${encodeURIComponent(BODY)}`;
  return (
    <Dialog open={open} onClose={onClose} width="sm" title="Start SEO tasks">
      <DialogBody className="text-sm">
        <p>
          SEO tasks start with a message. Tell us which pages and keywords matter to you, and we'll
          take it from there.
        </p>
        <a
          href={mail}
          className="inline-flex h-11 items-center justify-center gap-2 rounded-md border border-brand bg-brand px-5 font-medium text-on-brand no-underline hover:bg-brand-deep"
        >
          <Mail aria-hidden className="size-4" />
          Send a message
        </a>
        <p className="text-ink-2">
          It goes to {contact_email}. No email app? Use the{" "}
          <a href="/contact" target="_blank" rel="noreferrer" className="underline">
            contact form<span className="sr-only"> (opens in a new tab)</span>
          </a>
          .
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Not now</Button>
      </DialogFooter>
    </Dialog>
  );
}
