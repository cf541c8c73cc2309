import { Button } from "#app/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/components/ui/dialog.tsx";

/** One field in both versions, as text. */
export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

interface StaleDialogProps {
  open: boolean;
  differences: readonly Difference[];
  pending?: boolean;
  onKeepMine: () => void;
  onUseTheirs: () => void;
  /** back to editing; nothing is decided yet */
  onClose: () => void;
}

/** Someone else saved first: both versions, and the person chooses. */
export function StaleDialog({
  open,
  differences,
  pending = false,
  onKeepMine,
  onUseTheirs,
  onClose,
}: StaleDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={pending}
      width="lg"
      title="Someone else changed this meanwhile"
      description="Nothing was overwritten. Which version should stay?"
    >
      <DialogBody>
        {differences.length === 0 && (
          <p className="text-sm">
            The texts are the same now; only something else about it changed.
          </p>
        )}
        {differences.map(({ label, mine, theirs }) => (
          <section key={label} className="grid gap-2">
            <h3 className="text-sm font-medium">{label}</h3>
            <div className="grid gap-3 sm:grid-cols-2">
              <Version name="Your version" text={mine} />
              <Version name="Saved by someone else" text={theirs} />
            </div>
          </section>
        ))}
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
