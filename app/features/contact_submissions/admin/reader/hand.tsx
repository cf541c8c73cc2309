import { useState } from "react";
import type { Lead, LeadChoices } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { wallTime } from "#contract/time/company-zone.ts";
import { ownerChoices } from "../work/use-choices.ts";
import type { SubmissionActions } from "../work/use-submission-actions.ts";

/** Limits the year to four digits while typing. */
const LAST_DAY = "2999-12-31";

export interface HandProps {
  row: Lead;
  choices: LeadChoices;
  actions: SubmissionActions;
}

/** The owner and the follow-up date. */
export function Hand({ row, choices, actions }: HandProps) {
  const listed = ownerChoices(choices, "No owner");
  const known = listed.some(({ value }) => value === (row.owner_id ?? ""));
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-3 sm:gap-x-6">
      <Field label="Owner">
        <NativeSelect
          name="owner_id"
          choices={known ? listed : [...listed, { value: row.owner_id ?? "", label: "Someone" }]}
          value={row.owner_id ?? ""}
          onValueChange={(owner) => actions.change({ rows: [row] }, { owner_id: owner || null })}
        />
      </Field>
      <FollowUp
        key={row.follow_up_on}
        day={row.follow_up_on ?? ""}
        onDay={(day) => actions.change({ rows: [row] }, { follow_up_on: day || null })}
      />
    </div>
  );
}

/**
 * Saves on blur or Enter, because a half-typed year is a valid date too. Refuses a past date, unless it is
 * the stored one, which has come meanwhile.
 */
function FollowUp({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const [typed, setTyped] = useState(day);
  const [isPast, setIsPast] = useState(false);
  function store() {
    const today = wallTime(new Date()).slice(0, 10);
    const refused = typed !== day && typed !== "" && typed < today;
    setIsPast(refused);
    if (typed !== day && !refused) onDay(typed);
  }
  return (
    <Field label="Follow-up date" error={isPast ? MESSAGES.submissions.followUpPast : undefined}>
      <Input
        name="follow_up_on"
        type="date"
        max={LAST_DAY}
        value={typed}
        onValueChange={setTyped}
        onBlur={store}
        onKeyDown={(event) => event.key === "Enter" && store()}
      />
    </Field>
  );
}
