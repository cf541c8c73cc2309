import Check from "lucide-react/icons/check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useState } from "react";
import { StaleDialog } from "#app/admin-kit/dialogs/stale-on-demand.ts";
import { FieldMark, usePreparedIn } from "#app/admin-kit/prepared/mark.tsx";
import { PresenceNote } from "#app/admin-kit/presence/presence-note.tsx";
import { cx } from "#app/ui/cx.ts";
import { Spinner } from "#app/ui/display/spinner.tsx";
import { TextButton } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import type { SaveState } from "./autosave/autosave.ts";
import type { Autosave } from "./autosave/use-autosave.ts";
import { RestoredNote } from "./note.tsx";
import { type RowPlace, Versions } from "./row-history.tsx";

interface SavedFieldProps {
  /** of useAutosave */
  field: Autosave;
  label: string;
  /** of the screen, where labels repeat: "Hero" makes it "Hero: Title" to who cannot see it */
  section?: string;
  description?: ReactNode;
  /** marked as such; that it is refused when blank is the field's own `check` */
  required?: boolean;
  /** how many characters fit well */
  about?: number | undefined;
  /** the control is a button of ours (a switch): a native label would press it */
  nativeLabel?: boolean;
  /** false where a message offers the way back */
  undoable?: boolean;
  /** what can be put into its text, once the person has been in the field */
  insert?: (been: boolean) => ReactNode;
  /** where its versions are, once there is a row */
  place?: Omit<RowPlace, "name"> | undefined;
  children: ReactNode;
}

/** The frame of a field that saves when it is left: how saving stands, and the choice of versions. */
export function SavedField({
  field,
  label,
  section,
  description,
  required,
  about,
  nativeLabel,
  undoable = true,
  insert,
  place,
  children,
}: SavedFieldProps) {
  const fullName = section ? `${section}: ${label}` : label;
  const [focused, setFocused] = useState(false);
  const preparedIn = usePreparedIn(place);
  const [been, setBeen] = useState(false);
  if (focused && !been) setBeen(true);
  return (
    <>
      <Field
        label={
          section ? (
            <>
              <span className="sr-only">{section}: </span>
              {label}
            </>
          ) : (
            label
          )
        }
        description={
          field.restored ? (
            <>
              <RestoredNote name={fullName} onDiscard={field.discard} />
              {description}
            </>
          ) : (
            description
          )
        }
        required={required}
        nativeLabel={nativeLabel}
        onFocusChange={setFocused}
        error={field.error}
        className={preparedIn && "-ml-3 border-l-4 border-brand pl-2"}
        aside={
          <span className="flex flex-wrap items-center justify-end gap-x-3 text-xs">
            {about !== undefined && <Length of={field.text} about={about} />}
            {preparedIn && <FieldMark name={preparedIn} />}
            <SaveStatus state={field.state} />
            {undoable && field.undo && (
              <TextButton onClick={field.undo}>
                Undo<span className="sr-only">: {fullName}</span>
              </TextButton>
            )}
            {field.state === "failed" && (
              <TextButton onClick={field.commit}>
                Try again<span className="sr-only">: {fullName}</span>
              </TextButton>
            )}
            {insert?.(been)}
            {place && <Versions {...place} name={fullName} />}
          </span>
        }
      >
        {place && <PresenceNote {...place} here={focused || field.unsaved} />}
        {children}
      </Field>
      <StaleDialog
        conflict={
          field.stale && {
            differences: [{ label: fullName, mine: field.text, theirs: field.theirs }],
            saved: field.stale.saved,
          }
        }
        onKeepMine={field.keepMine}
        onUseTheirs={field.takeTheirs}
        onClose={field.decideLater}
      />
    </>
  );
}

/** "430 of about 60": a hint, nothing is refused. */
function Length({ of, about }: { of: string; about: number }) {
  const { length } = of.trim();
  const long = length > about;
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 tabular-nums [&_svg]:size-3.5",
        long ? "text-warning" : "text-ink-3",
      )}
    >
      {long && <TriangleAlert aria-label="Too long:" />}
      {length} of about {about} characters
    </span>
  );
}

/** How saving a field stands, beside its label. Only a failure is read out here: a toast tells of success. */
function SaveStatus({ state }: { state: SaveState }) {
  return (
    <span
      role={state === "failed" ? "status" : undefined}
      // Nothing to say takes no room beside what stands before it.
      className="inline-flex min-h-5 empty:-ml-3 items-center gap-1.5 text-xs font-medium [&_svg]:size-3.5"
    >
      {state === "saving" && (
        <span className="inline-flex items-center gap-1.5 text-ink-2">
          <Spinner className="size-3" />
          Saving...
        </span>
      )}
      {state === "saved" && (
        <span className="inline-flex items-center gap-1 text-success">
          <Check aria-hidden />
          Saved
        </span>
      )}
      {state === "failed" && (
        <span className="inline-flex items-center gap-1 text-danger">
          <TriangleAlert aria-hidden />
          Not saved
        </span>
      )}
    </span>
  );
}
