import { useQuery } from "@tanstack/react-query";
import { Note } from "#app/admin-kit/forms/note.tsx";
import type { InsertPlace } from "#app/admin-kit/forms/text-inserts.tsx";
import { named } from "#app/admin-kit/preview/typed.ts";
import type { PricingItem } from "#app/lib/data/database.types.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";
import {
  amountOf,
  LISTED_PRICE,
  referencesIn,
  referenceTo,
  wordsFor,
} from "#app/lib/domain/prices/references.ts";
import { QuickPick } from "#app/ui/inputs/quick-pick.tsx";

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

/** What visitors see for each price that a text refers to. */
export function PriceReading({ text }: { text: string }) {
  const prices = usePriceWords();
  if (!prices) return null;
  const found = new Map(referencesIn(text).map((one) => [one.written, one]));
  return Array.from(found.values(), ({ written, kind, reference }) => {
    const price = prices.find((one) => one.reference === reference && one.is_active);
    return (
      <span key={written} className="block">
        {price ? (
          <>
            <code className="font-mono">{written}</code> shows the price of {price.service_name}: “
            {wordsFor(kind, price.rate)}”.
          </>
        ) : (
          <Note>{`${written}: no price has this name. Visitors see “${LISTED_PRICE}”.`}</Note>
        )}
      </span>
    );
  });
}

type PriceWords = Pick<PricingItem, "service_name" | "rate" | "reference" | "is_active">;

const prices = orderedStore("pricing_items", []);

/** Every price that texts can refer to, active set or live; updates when the list changes. */
const usePriceWords = () =>
  useQuery({
    queryKey: ["pricing_items", "words"],
    queryFn: (): Promise<PriceWords[]> => prices.all(),
  }).data;
