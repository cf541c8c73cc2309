import { fieldOf, TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { Note } from "#app/admin-kit/forms/note.tsx";
import type { FormApi } from "#app/admin-kit/forms/use-form.ts";
import type { ChargedPer, Price } from "#app/content/index.ts";
import { estimate, freeStorageFrom } from "#app/lib/domain/prices/estimate.ts";
import { rangeText } from "#app/lib/domain/prices/money.ts";
import { lineText, typicalText } from "#app/lib/domain/prices/words.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { exampleMonth } from "../asked.ts";
import { CHARGES, labels, UP_TO } from "../schema.ts";
import { disagreement } from "./agreement.ts";

interface NumberDraft {
  rate: string;
  low: string;
  high: string;
  charged_per: (typeof CHARGES)[number]["value"];
  up_to: string;
}

/** A number as typed so far; null if it isn't one. */
const typed = (text: string) => {
  const digits = text.replace(/[$,\s]/g, "");
  return digits === "" || Number.isNaN(Number(digits)) ? null : Number(digits);
};

/** What a unit means for the estimate, where its label doesn't say it. */
const HELP: Partial<Record<ChargedPer, string>> = {
  "cubic foot a month": "Free at or above the order count in Site Settings › Pricing.",
  "carton received": "Included if the visitor says how many cartons arrive.",
  "half hour of receiving": "Included if the visitor says how many cartons arrive.",
  "parcel by weight":
    "Add one price per weight. It applies when the visitor's packages weigh this much or less. “From” is the nearest zone, “To” the farthest.",
  quote: "Visitors see the range as “typically”. Not included in the estimate.",
};

/** What visitors get to see from these numbers, for the month of the sample invoice. */
function effectOf(price: Price, freeFrom: number | null): string | undefined {
  const typical = typicalText(price);
  if (typical) return `Visitors see “${typical}”.`;
  const [line] = estimate([price], exampleMonth, freeFrom).lines;
  return line && `In the sample month: ${rangeText(line)} (${lineText(line, freeFrom)}).`;
}

/** The rate in numbers, for the estimate. A mismatch with the rate text is only a warning. */
export function NumberFields({ form }: { form: FormApi<NumberDraft> }) {
  const { rate, low, high, charged_per } = form.values;
  const freeFrom = freeStorageFrom(useSettings());
  const from = charged_per ? typed(low) : null;
  const price: Price = {
    low: from,
    high: typed(high) ?? from,
    charged_per: charged_per || null,
    up_to: typed(form.values.up_to),
  };
  const note = charged_per && from === null ? undefined : disagreement(rate, price);
  const effect = from !== null && effectOf(price, freeFrom);
  const upTo = UP_TO[charged_per];
  return (
    <fieldset className="grid gap-3 rounded-md border border-line px-4 pt-2 pb-4">
      <legend className="px-1 text-sm font-medium">Numbers for the estimate</legend>
      <Field
        {...fieldOf({
          form,
          name: "charged_per",
          label: "Charged per",
          description: charged_per && HELP[charged_per],
        })}
      >
        <NativeSelect
          choices={CHARGES}
          value={charged_per}
          onValueChange={(value) => form.set("charged_per", value)}
        />
      </Field>
      {upTo && <TextField form={form} name="up_to" label={upTo} />}
      {(charged_per || low || high) && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField form={form} name="low" label={labels.low} />
          <TextField
            form={form}
            name="high"
            label={labels.high}
            description="Leave empty for a single price."
          />
        </div>
      )}
      {note && <Note>{note}</Note>}
      {effect && <p className="text-sm text-ink-2">{effect}</p>}
    </fieldset>
  );
}
