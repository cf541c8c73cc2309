import type { InsertPlace } from "#app/admin-kit/forms/text-inserts.tsx";
import { named } from "#app/admin-kit/preview/typed.ts";
import { amountOf, referenceTo } from "#app/lib/domain/prices/references.ts";
import { QuickPick } from "#app/ui/inputs/quick-pick.tsx";
import { usePriceWords } from "./price-words.ts";

/** Inserts a price reference at the cursor, replacing any selection. */
export function PricePicker({ name, label, text, onValueChange }: InsertPlace) {
  const prices = usePriceWords()?.filter(({ is_active }) => is_active) ?? [];
  if (prices.length === 0) return null;

  function insert(reference: string) {
    const control = named(name)() as HTMLInputElement | HTMLTextAreaElement | null;
    const from = control?.selectionStart ?? text.length;
    const to = control?.selectionEnd ?? from;
    onValueChange(text.slice(0, from) + reference + text.slice(to));
    // Wait until the control has the text, then put the cursor after the reference.
    requestAnimationFrame(() => {
      control?.focus();
      control?.setSelectionRange(from + reference.length, from + reference.length);
    });
  }

  return (
    <QuickPick
      label={label ? `Insert a price: ${label}` : "Insert a price"}
      onPick={insert}
      groups={[
        {
          label: "Full rate",
          choices: prices.map(({ service_name, rate, reference }) => ({
            value: referenceTo(reference),
            label: `${service_name}: ${rate}`,
          })),
        },
        {
          label: "Amount only",
          choices: prices
            .filter(({ rate }) => amountOf(rate) !== rate)
            .map(({ service_name, rate, reference }) => ({
              value: referenceTo(reference, "amount"),
              label: `${service_name}: ${amountOf(rate)}`,
            })),
        },
      ]}
    >
      Insert a price
    </QuickPick>
  );
}
