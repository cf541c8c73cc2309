import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { authorProblem } from "#app/lib/text/authoring.ts";
import { TextButton } from "#app/ui/inputs/button.tsx";

/** A warning about the typed text. It doesn't block saving. */
export const Note = ({ children }: { children: string }) => (
  <span className="flex items-start gap-1.5 text-sm text-warning">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {children}
  </span>
);

/** A field's description, with a note below it if its alt text or link text can be better. */
export function withAuthorNote(name: string, text: string, description: ReactNode): ReactNode {
  const problem = authorProblem(name, text);
  if (!problem) return description;
  return (
    <>
      {description}
      <Note>{problem}</Note>
    </>
  );
}

interface RestoredNoteProps {
  /** the field's or form's name, for screen readers */
  name: string;
  /** where no other button saves */
  onSave?: () => void;
  onDiscard: () => void;
}

/** Says that text typed before a reload was restored. */
export const RestoredNote = ({ name, onSave, onDiscard }: RestoredNoteProps) => (
  <span role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
    Unsaved changes restored.
    {onSave && (
      <TextButton onClick={onSave}>
        Save<span className="sr-only"> the restored changes: {name}</span>
      </TextButton>
    )}
    <TextButton onClick={onDiscard}>
      Discard<span className="sr-only"> the restored changes: {name}</span>
    </TextButton>
  </span>
);
