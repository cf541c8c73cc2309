import { Note } from "#app/admin-kit/forms/note.tsx";
import { LISTED_PRICE, referencesIn, wordsFor } from "#app/lib/domain/prices/references.ts";
import { usePriceWords } from "./price-words.ts";

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
