import { type SubmitEvent, useState } from "react";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { MAX_VIEW_NAME_LENGTH } from "./view-queries.ts";

interface ViewNameFormProps {
  name: string;
  /** names of the other views */
  taken: readonly string[];
  pending: boolean;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** Names or renames a view. */
export function ViewNameForm({
  name: before,
  taken,
  pending,
  onSave,
  onCancel,
}: ViewNameFormProps) {
  const [typed, setTyped] = useState(before);
  const name = typed.trim();
  const error = taken.includes(name)
    ? "You already have a view with this name"
    : name.length > MAX_VIEW_NAME_LENGTH
      ? MESSAGES.nameTooLong(MAX_VIEW_NAME_LENGTH)
      : undefined;
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (name && !error) onSave(name);
      }}
    >
      <Field label="View name" error={error}>
        <Input autoFocus autoComplete="off" value={typed} onValueChange={setTyped} />
      </Field>
      <Button type="submit" size="sm" pending={pending} disabled={!name || error !== undefined}>
        Save
      </Button>
      <Button size="sm" look="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
