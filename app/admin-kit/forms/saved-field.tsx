import Check from "lucide-react/icons/check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type KeyboardEvent, type ReactNode, useState } from "react";
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
  /** from useAutosave */
  field: Autosave;
  label: string;
  /** the section's name where labels repeat: screen readers get "Hero: Title" */
  section?: string;
  description?: ReactNode;
  /** only marks the field; the field's own `check` refuses a blank value */
  required?: boolean;
  /** the recommended number of characters */
  about?: number | undefined;
  /** the control is a custom button (a switch), which a native label would click */
  nativeLabel?: boolean;
  /** false when a message offers Undo instead */
  undoable?: boolean;
  /** a picker for placeholders, shown once the field has had the focus */
  insert?: (isShown: boolean) => ReactNode;
  /** identifies its versions, once the row exists */
  place?: Omit<RowPlace, "name"> | undefined;
  children: ReactNode;
}

/** The frame of a field that saves on blur or Enter: save status and conflict choice. */
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
  const [hadFocus, setHadFocus] = useState(false);
  if (focused && !hadFocus) setHadFocus(true);
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
              <RestoredNote name={fullName} onSave={field.commit} onDiscard={field.discard} />
              {description}
            </>
          ) : (
            description
          )
        }
        required={required}
        nativeLabel={nativeLabel}
        onFocusChange={setFocused}
        onKeyDown={(event) => isEnter(event) && field.commit()}
        error={field.error}
        className={preparedIn && "-ml-3 border-l-4 border-brand pl-2"}
        aside={
          <span className="flex flex-wrap items-center justify-end gap-x-3 text-xs">
            {/*
             * First: it appears when the field gets the focus, and must not move what is pressed
             * then. Nor must it take the place of Undo, where a double click would open it.
             */}
            {insert?.(hadFocus)}
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

/** Enter in a single-line input, but not to accept a suggestion of an input method. */
const isEnter = ({ key, target, nativeEvent }: KeyboardEvent) =>
  key === "Enter" && target instanceof HTMLInputElement && !nativeEvent.isComposing;

/** "430 of about 60": only a hint, nothing is refused. */
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

/** The save status next to the label. Only failures are announced here; a toast reports success. */
function SaveStatus({ state }: { state: SaveState }) {
  return (
    <span
      role={state === "failed" ? "status" : undefined}
      // An empty status takes no space.
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
