import { useRef } from "react";
import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { type Conflict, takenOver } from "./stale-words.ts";

interface StaleDialogProps {
  /** the dialog is open while this is set */
  conflict: Conflict | undefined;
  pending?: boolean;
  onKeepMine: () => void;
  onUseTheirs: () => void;
  /** back to editing, without deciding */
  onClose: () => void;
}

/** A conflict with a save by someone else, or in another tab. Shows both versions and lets the user choose. */
export function StaleDialog({
  conflict,
  pending = false,
  onKeepMine,
  onUseTheirs,
  onClose,
}: StaleDialogProps) {
  // Keep the text while the dialog animates out.
  const last = useRef(conflict);
  if (conflict) last.current = conflict;
  const { differences = [], taken = [], saved = "" } = last.current ?? {};
  return (
    <Dialog
      open={conflict !== undefined}
      onClose={onClose}
      locked={pending}
      width="lg"
      title="This was changed while you were editing"
      description={saved && `${saved}. Nothing was overwritten.`}
    >
      <DialogBody>
        <p className="text-sm">Which version do you want to keep?</p>
        {differences.map(({ label, mine, theirs }) => (
          <section key={label} className="grid gap-2">
            <h3 className="text-sm font-medium">{label}</h3>
            <div className="grid gap-3 sm:grid-cols-2">
              <Version name="Your version" text={mine} />
              <Version name="Saved version" text={theirs} />
            </div>
          </section>
        ))}
        {taken.length > 0 && <p className="text-sm text-ink-2">{takenOver(taken)}.</p>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onUseTheirs} disabled={pending}>
          Use the saved version
        </Button>
        <Button look="primary" onClick={onKeepMine} pending={pending}>
          Save your version
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Version({ name, text }: { name: string; text: string }) {
  return (
    <div className="rounded-md border border-line bg-paper-2">
      <p className="border-b border-line px-3 py-1.5 font-mono text-2xs text-ink-2 uppercase">
        {name}
      </p>
      <p className="max-h-60 overflow-y-auto px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
        {text || <span className="text-ink-3">(empty)</span>}
      </p>
    </div>
  );
}
