import { sourceName } from "#app/lib/attribution/names.ts";
import { touchLines } from "#app/lib/attribution/touch-words.ts";
import type { Lead } from "#app/lib/data/database.types.ts";

/** Where the visitor's tab came from, at first and at last; nothing where that is not known. */
export function Origin({ row }: { row: Lead }) {
  if (!row.attribution) return null;
  const { first, last } = row.attribution;
  return (
    <section aria-label="Where they came from" className="grid gap-1.5">
      <h3 className="font-medium">Where they came from</h3>
      <div className="grid gap-2 rounded-md border border-line px-4 py-3 wrap-anywhere">
        <p className="font-medium">{sourceName(row.source)}</p>
        {[first, ...(last ? [last] : [])].map((touch, place) => (
          <div key={place === 0 ? "first" : "last"} className="text-ink-2">
            {touchLines(touch, place === 0).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
