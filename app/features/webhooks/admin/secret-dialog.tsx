import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";

export interface Shown {
  /** the webhook's */
  name: string;
  secret: string;
  /** another one signs beside it for a day */
  rotated: boolean;
}

interface SecretDialogProps {
  open: boolean;
  shown: Shown | undefined;
  onClose: () => void;
}

/** The one time that a secret is seen. */
export function SecretDialog({ open, shown, onClose }: SecretDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Secret for ${shown?.name}`}>
      <DialogBody>
        <Field
          label="Signing secret"
          description="Copy it now: it can't be shown again. The receiver uses it to check that an event comes from this site."
        >
          <div className="flex gap-2">
            <Input
              readOnly
              className="font-mono"
              value={shown?.secret ?? ""}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <Button look="primary" data-first onClick={() => copy(shown?.secret ?? "")}>
              Copy
            </Button>
          </div>
        </Field>
        {shown?.rotated && (
          <p className="text-sm text-ink-2">
            The old secret also works for 24 hours, so nothing fails while you update the receiver.
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}

async function copy(secret: string) {
  try {
    await navigator.clipboard.writeText(secret);
    toast.success(MESSAGES.webhooks.copied);
  } catch {
    // Browsers keep the clipboard to https pages: then the person copies it from the field.
    toast.error(MESSAGES.webhooks.copyFailed);
  }
}
