import type { ReactNode } from "react";
import { SaveStatus } from "#app/components/admin/save-status.tsx";
import { StaleDialog } from "#app/components/admin/stale-dialog.tsx";
import type { Autosave } from "#app/components/admin/use-autosave.ts";
import { TextButton } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";

interface SavedFieldProps {
  /** of useAutosave */
  field: Autosave;
  label: string;
  description?: ReactNode;
  /** the stored text while someone else's version has to be compared */
  theirs: string;
  /** the control is a button of ours (a switch): a native label would press it */
  nativeLabel?: boolean;
  children: ReactNode;
}

/** The frame of a field that saves when it is left: how saving stands, and the choice of versions. */
export function SavedField({
  field,
  label,
  description,
  theirs,
  nativeLabel,
  children,
}: SavedFieldProps) {
  return (
    <>
      <Field
        label={label}
        description={description}
        nativeLabel={nativeLabel}
        error={field.error}
        aside={
          <span className="flex items-center gap-3 text-xs">
            <SaveStatus state={field.state} />
            {field.state === "failed" && <TextButton onClick={field.commit}>Try again</TextButton>}
          </span>
        }
      >
        {children}
      </Field>
      <StaleDialog
        open={field.stale !== undefined}
        differences={[{ label, mine: field.text, theirs }]}
        onKeepMine={field.keepMine}
        onUseTheirs={field.takeTheirs}
        onClose={field.decideLater}
      />
    </>
  );
}
