import { fieldOf, TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { Note } from "#app/admin-kit/forms/note.tsx";
import type { FormApi } from "#app/admin-kit/forms/use-form.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { CHARGES } from "../schema.ts";
import { disagreement } from "./agreement.ts";

export interface NumberDraft {
  rate: string;
  low: string;
  high: string;
  charged_per: (typeof CHARGES)[number]["value"];
}

/** A figure as far as it is typed; null while it is none. */
const typed = (text: string) => {
  const digits = text.replace(/[$,\s]/g, "");
  return digits === "" || Number.isNaN(Number(digits)) ? null : Number(digits);
};

/** The rate in numbers, for the estimate; what differs from its words is said, and not refused. */
export function NumberFields({ form }: { form: FormApi<NumberDraft> }) {
  const { rate, low, high, charged_per } = form.values;
  const from = charged_per ? typed(low) : null;
  const note =
    charged_per && from === null ? undefined : disagreement(rate, from, typed(high) ?? from);
  return (
    <fieldset className="grid gap-3 rounded-md border border-line px-4 pt-2 pb-4">
      <legend className="px-1 text-sm font-medium">Numbers for the estimate</legend>
      <Field {...fieldOf({ form, name: "charged_per", label: "Charged per" })}>
        <NativeSelect
          choices={CHARGES}
          value={charged_per}
          onValueChange={(value) => form.set("charged_per", value)}
        />
      </Field>
      {(charged_per || low || high) && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField form={form} name="low" label="From ($)" />
          <TextField
            form={form}
            name="high"
            label="To ($)"
            description="Leave empty for a single price."
          />
        </div>
      )}
      {note && <Note>{note}</Note>}
    </fieldset>
  );
}
