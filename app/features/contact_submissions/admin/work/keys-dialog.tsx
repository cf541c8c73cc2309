import { Field } from "#app/ui/inputs/field.tsx";
import { Switch } from "#app/ui/inputs/switch.tsx";
import { Dialog, DialogBody } from "#app/ui/overlays/dialog.tsx";
import { STATUS_NAMES, STATUSES } from "../words.ts";

const KEYS: readonly (readonly [keys: string[], does: string])[] = [
  [["J", "↓"], "Next lead"],
  [["K", "↑"], "Previous lead"],
  [["Enter"], "Open lead"],
  [["Esc"], "Close lead"],
  [["E"], "Reply"],
  ...STATUSES.map(
    (status, place) => [[String(place + 1)], `Set to ${STATUS_NAMES[status]}`] as const,
  ),
  [["O"], "Owner"],
  [["F"], "Follow-up"],
  [["N"], "Add a note"],
  [["S"], "Mark as spam or not spam"],
  [["D"], "Delete"],
  [["X"], "Select the row"],
  [["/"], "Search"],
  [["Ctrl+K"], "Search the admin"],
  [["F6"], "Notifications and Undo"],
  [["?"], "Show these shortcuts"],
].map(([keys, does]) => [keys as string[], does as string]);

interface KeysDialogProps {
  open: boolean;
  /** whether shortcuts of one character work */
  singleKeys: boolean;
  onSingleKeys: (on: boolean) => void;
  onClose: () => void;
}

/** The inbox's keyboard shortcuts. */
export function KeysDialog({ open, singleKeys, onSingleKeys, onClose }: KeysDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" width="sm">
      <DialogBody>
        <Field
          label="Single-key shortcuts"
          description="Turn them off if they get in the way of speech input. Arrow keys, Enter and Esc still work."
          inline
          nativeLabel={false}
        >
          <Switch checked={singleKeys} onCheckedChange={onSingleKeys} />
        </Field>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
          {KEYS.map(([keys, does]) => (
            <div key={does} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-6 rounded-sm border border-line-strong bg-paper-2 px-1.5 py-0.5 text-center font-mono text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
