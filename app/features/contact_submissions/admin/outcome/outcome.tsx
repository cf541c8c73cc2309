import { type SubmitEvent, useState } from "react";
import type { Lead } from "#app/lib/data/database.types.ts";
import { lengthError } from "#app/lib/text/length-error.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { OutcomeBadge } from "../badges.tsx";
import { NO_OUTCOME } from "../queries.ts";
import { monthlyValue } from "../words.ts";
import type { SubmissionActions } from "../work/use-submission-actions.ts";
import { dollarsOf } from "./dollars.ts";

/** The suggested reasons; staff can type another one. */
const REASONS = [
  "Too expensive",
  "Chose someone else",
  "Volume too low",
  "A service we don't offer",
  "Stopped responding",
];

/** Same limit as in the database. */
const MAX_REASON_LENGTH = 200;

interface OutcomeProps {
  row: Lead;
  onChange: SubmissionActions["setOutcome"];
}

/** What became of the lead. Won and lost close it in one step. */
export function Outcome({ row, onChange }: OutcomeProps) {
  const [asked, setAsked] = useState<"won" | "lost">();
  const { outcome, outcome_value, outcome_reason } = row;
  if ((row.deleted_at || row.is_spam) && !outcome) return null;
  return (
    <section aria-label="Outcome" className="flex flex-wrap items-center gap-2">
      <OutcomeBadge row={row} />
      {outcome_value !== null && <span className="font-medium">{monthlyValue(outcome_value)}</span>}
      {outcome_reason && <span className="min-w-0 wrap-anywhere">{outcome_reason}</span>}
      <Button size="sm" onClick={() => setAsked("won")}>
        {outcome === "won" ? "Change value…" : "Mark as won…"}
      </Button>
      <Button size="sm" onClick={() => setAsked("lost")}>
        {outcome === "lost" ? "Change reason…" : "Mark as lost…"}
      </Button>
      {outcome && (
        <Button size="sm" look="ghost" onClick={() => onChange(row, NO_OUTCOME)}>
          Remove outcome
        </Button>
      )}
      <Dialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === "lost" ? "Mark as lost" : "Mark as won"}
        description={row.status === "closed" ? undefined : "This also closes the lead."}
        width="sm"
      >
        <OutcomeForm
          row={row}
          lost={asked === "lost"}
          onCancel={() => setAsked(undefined)}
          onSave={(...change) => {
            setAsked(undefined);
            onChange(...change);
          }}
        />
      </Dialog>
    </section>
  );
}

interface FormProps {
  row: Lead;
  lost: boolean;
  onCancel: () => void;
  onSave: SubmissionActions["setOutcome"];
}

/** Asks for the value of a won lead, or why it was lost; both are optional. */
function OutcomeForm({ row, lost, onCancel, onSave }: FormProps) {
  const [typed, setTyped] = useState(String((lost ? row.outcome_reason : row.outcome_value) ?? ""));
  const [error, setError] = useState<string>();
  const tooLong = lengthError(typed, MAX_REASON_LENGTH);

  function save(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (tooLong) return;
    if (lost)
      return onSave(row, { ...NO_OUTCOME, outcome: "lost", outcome_reason: typed.trim() || null });
    const dollars = dollarsOf(typed);
    if (dollars === undefined) return setError("Enter whole dollars, at most 10,000,000");
    onSave(row, { ...NO_OUTCOME, outcome: "won", outcome_value: dollars });
  }

  return (
    <form onSubmit={save} noValidate>
      <DialogBody>
        {lost ? (
          <Field
            label="Reason"
            description="Optional. Choose one or type your own."
            error={tooLong}
          >
            <Input list="lost-reasons" value={typed} onValueChange={setTyped} />
            <datalist id="lost-reasons">
              {REASONS.map((reason) => (
                <option key={reason} value={reason} />
              ))}
            </datalist>
          </Field>
        ) : (
          <Field
            label="Monthly value (USD)"
            description="Optional. Whole dollars you expect to bill."
            error={error}
          >
            <Input inputMode="numeric" maxLength={20} value={typed} onValueChange={setTyped} />
          </Field>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary">
          {lost ? "Mark as lost" : "Mark as won"}
        </Button>
      </DialogFooter>
    </form>
  );
}
