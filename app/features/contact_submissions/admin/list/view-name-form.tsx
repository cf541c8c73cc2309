import { type SubmitEvent, useState } from "react";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { LONGEST_NAME } from "./view-queries.ts";

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
  const isTaken = taken.includes(name);
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (name && !isTaken) onSave(name);
      }}
    >
      <Field
        label="View name"
        error={isTaken ? "You already have a view with this name" : undefined}
      >
        <Input
          autoFocus
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={typed}
          onValueChange={setTyped}
        />
      </Field>
      <Button type="submit" size="sm" pending={pending} disabled={!name || isTaken}>
        Save
      </Button>
      <Button size="sm" look="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
