import { AlertDialog } from "#app/ui/overlays/alert-dialog.tsx";
import { keepingAll, type Progress } from "../rule/steps.ts";
import { useWords } from "./use-words.ts";
import { namedWords, STEP_WORDS, stayWords } from "./words.ts";

interface KeepAllDialogProps {
  open: boolean;
  progress: Progress;
  onClose: () => void;
}

/** Asks before every step is marked done that can be kept as it is. */
export function KeepAllDialog({ open, progress, onClose }: KeepAllDialogProps) {
  const { say, pending } = useWords();
  const { places, stays } = keepingAll(progress);
  const except = stays.map((id) => STEP_WORDS[id].title.toLowerCase()).join(" and ");
  const named = namedWords(progress.left);
  return (
    <AlertDialog
      open={open}
      title="Keep everything as it is?"
      description={
        <>
          <p>
            Use this if your site is already live. {stayWords(progress.left.length)}, and the
            remaining steps are marked done{except && `, except ${except}`}. You can undo each one.
          </p>
          {named && <p className="mt-2 font-medium text-ink">{named}</p>}
        </>
      }
      confirmLabel="Keep everything"
      pending={pending}
      onConfirm={() => say(places, onClose)}
      onCancel={onClose}
    />
  );
}
