import { useState } from "react";
import type { Lead, LeadChoices } from "#app/lib/data/database.types.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { ownerChoices } from "../work/use-choices.ts";
import type { SubmissionActions } from "../work/use-submission-actions.ts";

/** Keeps a year to four digits while it is typed. */
const LAST_DAY = "2999-12-31";

export interface HandProps {
  row: Lead;
  choices: LeadChoices;
  actions: SubmissionActions;
}

/** Who answers it, and on which day to come back to it. */
export function Hand({ row, choices, actions }: HandProps) {
  const listed = ownerChoices(choices, "No owner");
  const known = listed.some(({ value }) => value === (row.owner_id ?? ""));
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Field label="Owner">
        <NativeSelect
          name="owner_id"
          choices={known ? listed : [...listed, { value: row.owner_id ?? "", label: "Someone" }]}
          value={row.owner_id ?? ""}
          onValueChange={(owner) => actions.change({ rows: [row] }, { owner_id: owner || null })}
        />
      </Field>
      <Field label="Follow-up date">
        <FollowUp
          key={row.follow_up_on}
          day={row.follow_up_on ?? ""}
          onDay={(day) => actions.change({ rows: [row] }, { follow_up_on: day || null })}
        />
      </Field>
    </div>
  );
}

/** A day is stored when the field is left, or by Enter: half a typed year is a day too. */
function FollowUp({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const [typed, setTyped] = useState(day);
  const store = () => typed !== day && onDay(typed);
  return (
    <Input
      name="follow_up_on"
      type="date"
      max={LAST_DAY}
      value={typed}
      onValueChange={setTyped}
      onBlur={store}
      onKeyDown={(event) => event.key === "Enter" && store()}
    />
  );
}
