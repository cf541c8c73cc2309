import { useQuery } from "@tanstack/react-query";
import X from "lucide-react/icons/x";
import { Link } from "react-router";
import { answered } from "#app/lib/data/answers.ts";
import type { FigureUse } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { money } from "#app/lib/domain/prices/money.ts";
import { IconButton } from "#app/ui/inputs/button.tsx";

interface OldFiguresProps {
  /** dollar amounts that a just-changed price no longer has */
  amounts: readonly number[];
  /** the link to where a text is edited, and its label */
  wayTo: (use: FigureUse) => { href: string; label: string };
  onDismiss: () => void;
}

/** Where a changed price's old amount still appears, with links; nothing if it doesn't. */
export function OldFigures({ amounts, wayTo, onDismiss }: OldFiguresProps) {
  const { data: uses = [], isError } = useQuery({
    queryKey: ["figure_usage", amounts],
    queryFn: () => answered(supabase().rpc("figure_usage", { amounts: [...amounts] })),
    enabled: amounts.length > 0,
    staleTime: 0,
  });
  const byAmount = [...Map.groupBy(uses, ({ amount }) => amount)];
  if (byAmount.length === 0 && !isError) return null;
  return (
    <section
      role="status"
      aria-label="Old prices in your text"
      className="mb-4 flex items-start gap-2 rounded-md border border-warning/40 bg-warning-soft py-2 pr-1.5 pl-3.5 text-sm text-ink"
    >
      <div className="grid grow gap-2 py-1">
        {isError && (
          <p>
            Failed to check whether {amounts.map((amount) => money(amount * 100)).join(" or ")} is
            used elsewhere.
          </p>
        )}
        {byAmount.map(([amount, places]) => (
          <div key={amount}>
            <p className="font-medium">
              {money(amount * 100)} is also used in{" "}
              {places.length === 1 ? "1 text" : `${places.length} texts`}:
            </p>
            <ul className="mt-1 list-disc pl-5 wrap-anywhere">
              {places.map((use) => {
                const { href, label } = wayTo(use);
                return (
                  <li key={use.row_id}>
                    <Link to={href} className="underline">
                      {label}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
        {byAmount.length > 0 && (
          <p className="text-ink-2">Use “Insert a price” there to keep them up to date.</p>
        )}
      </div>
      <IconButton label="Dismiss" look="ghost" icon={<X aria-hidden />} onClick={onDismiss} />
    </section>
  );
}
